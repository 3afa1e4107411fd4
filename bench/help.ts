import { type Benchmark, single } from "./harness/benchmark.js";
import { findProgram, kubebuilder } from "./harness/go-programs.js";
import { bareNode, timed, tsop } from "./timed.js";

const work = "tsop --help";

export const help: readonly Benchmark[] = [
  single({
    ...{ name: "help", work, peer: "node -e 0", reach: 2, isPeerOnNode: true },
    setUp: (folder) => ({
      ours: (node) => tsop(node, ["--help"], folder),
      theirs: (node) => bareNode(node, folder),
    }),
  }),
  single({
    // The start of Node alone takes about three times as long as kubebuilder.
    ...{ name: "help-kubebuilder", work, peer: "kubebuilder --help", reach: 6 },
    setUp: (folder) => {
      const found = findProgram(kubebuilder);
      const ours = (node: Parameters<typeof tsop>[0]): number => tsop(node, ["--help"], folder);
      if ("missing" in found) return { ours, theirs: found };
      const theirs = (): number => timed(found.file, ["--help"], folder);
      return { peer: `kubebuilder ${found.version} --help`, ours, theirs };
    },
  }),
];
