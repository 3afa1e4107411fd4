/** Samples of each built-in kind that the server serves. */
import { admissionSamples } from "./admission.js";
import { coreSamples } from "./core.js";
import { deviceSamples } from "./devices.js";
import { groupSamples } from "./groups.js";
import type { Sample } from "./sample.js";
import { storageSamples } from "./storage.js";
import { workloadSamples } from "./workloads.js";

export const samples: readonly Sample[] = [
  ...coreSamples,
  ...workloadSamples,
  ...storageSamples,
  ...groupSamples,
  ...admissionSamples,
  ...deviceSamples,
];
