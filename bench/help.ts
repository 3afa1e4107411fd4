import { single } from "./benchmark.js";
import { bareNode, tsop } from "./timed.js";

export const help = single({
  name: "help",
  work: "tsop --help",
  peer: "node -e 0",
  reach: 2,
  setUp: (folder) => ({ ours: () => tsop(["--help"], folder), theirs: () => bareNode(folder) }),
});
