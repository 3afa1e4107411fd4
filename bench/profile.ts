/**
 * Profiles a full `tsop manifests`: `node scripts/run.mjs bench/profile.ts [--kinds 5] [--top 25]`. Caches are warm.
 * The times are from V8's sampling profiler, which slows the program down slightly.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ourFullRun } from "./manifests.js";
import { typescriptProject } from "./manifests/projects.js";
import { thisNode } from "./timed.js";

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly children?: readonly number[];
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  /** The time deltas in microseconds. */
  readonly timeDeltas: readonly number[];
}

const { values } = parseArgs({
  options: { kinds: { type: "string", default: "5" }, top: { type: "string", default: "25" } },
});
const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-profile-"));
try {
  const project = typescriptProject(folder, "project", Number(values.kinds));
  for (let run = 0; run < 4; run++) ourFullRun(thisNode, project);
  const flags = ["--cpu-prof", "--cpu-prof-interval=200", `--cpu-prof-dir=${path.join(folder, "profiles")}`];
  const total = ourFullRun(thisNode, project, { flags });
  const [file = ""] = readdirSync(path.join(folder, "profiles"));
  // Node writes this format.
  const profile = JSON.parse(readFileSync(path.join(folder, "profiles", file), "utf8")) as Profile;
  process.stdout.write(`${values.kinds} kinds: ${total.toFixed(0)} ms\n`);
  const { self, inclusive } = sum(profile);
  print("in the function itself", self, Number(values.top));
  print("with all that it calls", inclusive, Number(values.top));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function sum({ nodes, samples, timeDeltas }: Profile): Record<"self" | "inclusive", Map<string, number>> {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName === "" ? "(top level)" : functionName}  ${path.basename(url)}:${lineNumber + 1}`,
    ]),
  );
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const self = new Map<string, number>();
  const inclusive = new Map<string, number>();
  for (const [index, sample] of samples.entries()) {
    const took = timeDeltas[index] ?? 0;
    const stack = new Set<string>();
    for (let at: number | undefined = sample; at !== undefined; at = parents.get(at)) stack.add(names.get(at) ?? "");
    const [top = ""] = stack;
    self.set(top, (self.get(top) ?? 0) + took);
    for (const name of stack) inclusive.set(name, (inclusive.get(name) ?? 0) + took);
  }
  return { self, inclusive };
}

function print(title: string, times: ReadonlyMap<string, number>, count: number): void {
  process.stdout.write(`\n${title}\n`);
  for (const [name, took] of [...times].toSorted(([, a], [, b]) => b - a).slice(0, count)) {
    process.stdout.write(`${(took / 1000).toFixed(1).padStart(8)} ms  ${name}\n`);
  }
}
