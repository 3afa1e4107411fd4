import { start } from "./apiserver/start.js";
import { configs, customResources } from "./apiserver/work.js";

/** The embedded API server, in a process of its own, beside the real one. */
export const apiserver = [
  start,
  customResources({ objects: 1_000, name: "apiserver-1000" }),
  configs({ objects: 1_000, name: "apiserver-1000-configs" }),
  customResources({ objects: 10_000, name: "apiserver-10000", isFull: true }),
];
