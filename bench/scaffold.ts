import { mkdtempSync } from "node:fs";
import path from "node:path";
import { type Benchmark, single } from "./harness/benchmark.js";
import { findProgram, kubebuilder } from "./harness/go-programs.js";
import type { NodeProgram } from "./harness/nodes.js";
import { bareNode, timed, tsop } from "./timed.js";

/** As after publication, when a scaffold refers to tsop by version. Packing the package itself is measured separately. */
const byVersion = ["--tsop", "0.1.0"];
const work = "tsop init + tsop create api, without the install";
const init = ["init", "--domain", "abc.com", "--owner", "zhangsan"];
const createApi = ["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar"];

export const scaffold: readonly Benchmark[] = [
  single({
    ...{ name: "scaffold", work, peer: "node -e 0", reach: 8, isPeerOnNode: true },
    setUp: besideNode(byVersion),
  }),
  single({
    // The additional cost of a scaffold from a checkout or a tarball.
    ...{ name: "scaffold-vendored", peer: "node -e 0", reach: 16, isPeerOnNode: true },
    work: "tsop init that packs itself into vendor/ + tsop create api, without the install",
    setUp: besideNode([]),
  }),
  single({
    // It ends with `go mod tidy`, which finds each module on this machine after the first run.
    ...{ name: "scaffold-kubebuilder", work, reach: 1.5 },
    peer: "kubebuilder init + kubebuilder create api, without downloads and make",
    setUp: (folder) => {
      const found = findProgram(kubebuilder);
      const ours = (node: NodeProgram): number => scaffoldOurs(node, folder, byVersion);
      if ("missing" in found) return { ours, theirs: found };
      const peer = `kubebuilder ${found.version}: init + create api, without downloads and make`;
      return { peer, ours, theirs: () => scaffoldTheirs(found.file, folder) };
    },
  }),
];

function besideNode(flags: readonly string[]) {
  return (folder: string) => ({
    ours: (node: NodeProgram) => scaffoldOurs(node, folder, flags),
    theirs: (node: NodeProgram) => bareNode(node, folder),
  });
}

function scaffoldOurs(node: NodeProgram, folder: string, flags: readonly string[]): number {
  const project = mkdtempSync(path.join(folder, "project-"));
  return tsop(node, [...init, ...flags, "--no-install"], project) + tsop(node, createApi, project);
}

function scaffoldTheirs(program: string, folder: string): number {
  const project = mkdtempSync(path.join(folder, "go-project-"));
  const own = ["--repo", "abc.com/project", "--fetch-deps=false", "--skip-go-version-check"];
  const answers = ["--resource", "--controller", "--make=false"];
  return timed(program, [...init, ...own], project) + timed(program, [...createApi, ...answers], project);
}
