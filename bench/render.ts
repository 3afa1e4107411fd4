import { single } from "./harness/benchmark.js";
import { findProgram, kustomize } from "./harness/go-programs.js";
import type { NodeProgram } from "./harness/nodes.js";
import { thisNode, timed, tsop } from "./timed.js";

export const render = single({
  name: "render",
  work: "tsop render of a scaffold",
  peer: "kustomize build",
  reach: 4,
  setUp: (folder) => {
    tsop(thisNode, ["init", "--domain", "abc.com", "--tsop", "0.1.0", "--no-install"], folder);
    tsop(thisNode, ["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar"], folder);
    tsop(thisNode, ["manifests"], folder);
    const found = findProgram(kustomize);
    const ours = (node: NodeProgram): number => tsop(node, ["render"], folder);
    if ("missing" in found) return { ours, theirs: found };
    const theirs = (): number => timed(found.file, ["build", "config/default"], folder);
    return { peer: `kustomize ${found.version} build`, ours, theirs };
  },
});
