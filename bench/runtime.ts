import { converge } from "./runtime/converge.js";
import { handover } from "./runtime/handover.js";
import { latency } from "./runtime/latency.js";
import { sync } from "./runtime/sync.js";
import { webhook } from "./runtime/webhook.js";

/** Compares running operators with equivalent operators of controller-runtime. */
export const runtime = [
  converge({ objects: 1000, workers: 10, name: "converge-1000", rss: "converge-rss" }),
  converge({ objects: 1000, workers: 1, onlyByName: true }),
  converge({ objects: 1000, workers: 50, onlyByName: true }),
  converge({ objects: 5000, workers: 1, onlyByName: true }),
  converge({ objects: 5000, workers: 10, onlyByName: true }),
  converge({ objects: 5000, workers: 50, onlyByName: true }),
  sync({
    ...{ objects: 10_000, filling: { rules: 21 }, size: "4 KB" },
    ...{ managedFields: ["drop"], names: { time: "sync-10000", memory: "sync-rss" } },
  }),
  // Ten thousand objects with managedFields nearly use up the memory that a scaffold's Deployment gives an operator.
  sync({
    ...{ objects: 2_000, filling: { rules: 21 }, size: "4 KB" },
    ...{ managedFields: ["drop", "keep"], names: { time: "sync-2000", memory: "sync-2000-rss" } },
  }),
  sync({
    ...{ objects: 400, filling: { rules: 21, text: 96_000 }, size: "100 KB" },
    ...{ managedFields: ["drop"], names: { time: "sync-large", memory: "sync-large-rss" } },
  }),
  latency(500),
  webhook(100),
  handover,
];
