import { converge } from "./runtime/converge.js";
import { latency } from "./runtime/latency.js";
import { sync } from "./runtime/sync.js";
import { webhook } from "./runtime/webhook.js";

/** Operators at work, beside the same ones made with controller-runtime. */
export const runtime = [
  converge({ objects: 1000, workers: 10, name: "converge-1000", rss: "converge-rss" }),
  converge({ objects: 1000, workers: 1 }),
  converge({ objects: 1000, workers: 50 }),
  converge({ objects: 5000, workers: 1 }),
  converge({ objects: 5000, workers: 10 }),
  converge({ objects: 5000, workers: 50 }),
  sync(10_000),
  latency(500),
  webhook(100),
];
