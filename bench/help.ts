import type { Benchmark } from "./benchmark.js";
import { bareNode, tsop } from "./timed.js";

export const help: Benchmark = {
  name: "help",
  work: "tsop --help",
  peer: "node -e 0",
  reach: 2,
  unit: "ms",
  setUp: (folder) => Promise.resolve({ ours: () => tsop(["--help"], folder), theirs: () => bareNode(folder) }),
};
