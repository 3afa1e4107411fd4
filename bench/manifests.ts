import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { type Benchmark, single, type SingleBenchmark, type SingleSides } from "./harness/benchmark.js";
import { controllerGen, findProgram } from "./harness/go-programs.js";
import type { NodeProgram } from "./harness/nodes.js";
import { goProject, typescriptProject } from "./manifests/projects.js";
import { timed, tsop, type TsopOptions } from "./timed.js";

/** Runs `tsop manifests` after removing the generated files and their record. */
export function ourFullRun(
  node: NodeProgram,
  project: string,
  options: TsopOptions = {},
  generators: readonly string[] = [],
): number {
  for (const made of ["config/crd/bases", "config/samples", "config/schemas", "config/rbac/role.yaml", ".tsop"]) {
    rmSync(path.join(project, made), { recursive: true, force: true });
  }
  return tsop(node, ["manifests", ...generators], project, options);
}

type Work = (node: NodeProgram, project: string, emptyFolder: () => string) => number;

/** Caches of previous runs help both sides: our compiled compiler, and their Go build cache. */
const warm: Work = (node, project) => ourFullRun(node, project);

/** Generates only the files that both sides generate: the peer generates no samples and no schemas for editors. */
const alike: Work = (node, project) => ourFullRun(node, project, {}, ["crd", "rbac"]);

/** Runs as after an installation: each run has its own empty caches. */
const cold: Work = (node, project, emptyFolder) =>
  ourFullRun(node, project, { env: { XDG_CACHE_HOME: emptyFolder(), NODE_COMPILE_CACHE: emptyFolder() } });

const unchanged: Work = (node, project) => tsop(node, ["manifests"], project);

function beside(kinds: number, work: Work) {
  return (folder: string): SingleSides => {
    const found = findProgram(controllerGen);
    const emptyFolder = (): string => mkdtempSync(path.join(folder, "cache-"));
    const projectOf = projects(folder, kinds);
    const ours = (node: NodeProgram): number => work(node, projectOf(node), emptyFolder);
    if ("missing" in found) return { ours, theirs: found };
    const goFolder = goProject(folder, kinds);
    const args = ["crd", "rbac:roleName=manager-role", "paths=./...", "output:crd:artifacts:config=crd"];
    const env = (): Record<string, string> => (work === cold ? { GOCACHE: emptyFolder() } : {});
    return {
      peer: `controller-gen ${found.version} on the same kinds in Go`,
      ours,
      theirs: () => timed(found.file, args, goFolder, env()),
    };
  };
}

/** Returns a separate project for each Node, because the cache of one Node does not help another. */
function projects(folder: string, kinds: number): (node: NodeProgram) => string {
  const made = new Map<string, string>();
  return ({ file, version }) => {
    const project = made.get(file) ?? typescriptProject(folder, `typescript-${kinds}-${version}`, kinds);
    made.set(file, project);
    return project;
  };
}

type OneBenchmark = Omit<SingleBenchmark, "peer">;

function against(benchmark: OneBenchmark): Benchmark {
  return single({ ...benchmark, peer: "controller-gen on the same kinds in Go" });
}

function rows(
  kinds: number,
  what: string,
  reach: number,
  nameOfUnchanged = `manifests-${kinds}-unchanged`,
): OneBenchmark[] {
  const work = `tsop manifests, ${what}`;
  return [
    { name: `manifests-${kinds}`, work, reach, setUp: beside(kinds, warm) },
    { name: `manifests-${kinds}-alike`, work: `tsop manifests crd rbac, ${what}`, reach, setUp: beside(kinds, alike) },
    {
      ...{ name: `manifests-${kinds}-cold`, work: `${work}, with empty caches`, reach, setUp: beside(kinds, cold) },
      // Go compilation takes most of the time, and it does not depend on the kinds.
      onlyByName: kinds > 1,
    },
    { name: nameOfUnchanged, work: `${work}, nothing changed`, reach: 0.3, setUp: beside(kinds, unchanged) },
  ];
}

const linear = single({
  name: "manifests-linear",
  work: "tsop manifests, 100 kinds",
  peer: "tsop manifests, 50 kinds",
  reach: 2,
  isPeerOnNode: true,
  setUp: (folder) => {
    const [all, half] = [projects(folder, 100), projects(folder, 50)];
    return { ours: (node) => ourFullRun(node, all(node)), theirs: (node) => ourFullRun(node, half(node)) };
  },
});

export const manifests: readonly Benchmark[] = [
  ...rows(1, "1 kind", 0.8).map(against),
  ...rows(5, "5 kinds", 0.8, "manifests-unchanged").map(against),
  ...rows(100, "100 kinds", 1).map(against),
  linear,
];
