import { apiserver } from "./apiserver.js";
import { dev } from "./dev.js";
import type { Benchmark } from "./harness/benchmark.js";
import { help } from "./help.js";
import { image } from "./image.js";
import { manifests } from "./manifests.js";
import { memoryClient } from "./memory-client.js";
import { render } from "./render.js";
import { runtime } from "./runtime.js";
import { scaffold } from "./scaffold.js";

export const catalog: readonly Benchmark[] = [
  ...help,
  ...scaffold,
  render,
  ...manifests,
  ...runtime,
  ...apiserver,
  memoryClient,
  dev,
  ...image,
];
