import { start } from "./apiserver/start.js";
import { work, workWithData } from "./apiserver/work.js";
import { admittedWidgets, checkedWidgets, configMaps, largeConfigMaps, widgets } from "./apiserver/workloads.js";

/** Compares the embedded API server, in a separate process, with the real API server. */
export const apiserver = [
  start,
  work(widgets, { objects: 1_000, name: "apiserver-1000", rss: { name: "apiserver-1000-rss", reach: 1 } }),
  work(configMaps, { objects: 1_000, name: "apiserver-1000-configs", onlyByName: true }),
  workWithData(widgets, { objects: 1_000, name: "apiserver-1000-data" }),
  work(checkedWidgets, { objects: 1_000, name: "apiserver-1000-schema" }),
  work(admittedWidgets, { objects: 1_000, name: "apiserver-1000-cel" }),
  work(largeConfigMaps, { objects: 200, name: "apiserver-large", rss: { name: "apiserver-large-rss", reach: 1 } }),
  work(widgets, {
    objects: 10_000,
    name: "apiserver-10000",
    rss: { name: "apiserver-rss", reach: 0.35 },
    onlyByName: true,
  }),
  workWithData(widgets, { objects: 10_000, name: "apiserver-10000-data", onlyByName: true }),
];
