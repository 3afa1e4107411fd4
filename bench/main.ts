/**
 * `npm run bench` lists the benchmarks; `npm run bench -- NAME…` runs some and prints a table, or with `--output json` an
 * array. A name may be the beginning of several (`converge`, `manifests`), or `all`. `--runs N` sets the number of counted
 * runs of each side.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { apiserver } from "./apiserver.js";
import { type Benchmark, measure, type Measurement, type Row } from "./benchmark.js";
import { dev } from "./dev.js";
import { help } from "./help.js";
import { memoryClient } from "./memory-client.js";
import { manifests } from "./manifests.js";
import { render } from "./render.js";
import { runtime } from "./runtime.js";
import { scaffold, scaffoldVendored } from "./scaffold.js";

const benchmarks: readonly Benchmark[] = [
  help,
  scaffold,
  scaffoldVendored,
  render,
  ...manifests,
  ...runtime,
  ...apiserver,
  memoryClient,
  dev,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { output: { type: "string", default: "table" }, runs: { type: "string" } },
});

const names = benchmarks.flatMap(({ rows }) => rows.map(({ name }) => name));
const chosen = new Map(positionals.map((given) => [given, namesOf(given)]));
const isChosen = ({ name }: Row): boolean => [...chosen.values()].some((each) => each.includes(name));
const unknown = positionals.filter((given) => chosen.get(given)?.length === 0);
const runs = values.runs === undefined ? undefined : Number(values.runs);
if (unknown.length > 0 || (runs !== undefined && !(Number.isInteger(runs) && runs > 0))) {
  process.stderr.write(
    unknown.length > 0 ? `no such benchmark: ${unknown.join(", ")}\n` : `--runs ${values.runs} is no number\n`,
  );
  process.exitCode = 2;
} else if (positionals.length === 0) {
  for (const { rows, peer } of benchmarks) {
    for (const { name, work, reach } of rows) print([name, work, `against ${peer}`, `reach ${reach}x`]);
  }
} else {
  const all: Measurement[] = [];
  for (const benchmark of benchmarks.filter(({ rows }) => rows.some(isChosen))) {
    const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-bench-"));
    try {
      const measurements = await measure(benchmark, folder, runs ?? benchmark.runs ?? 7);
      const wanted = measurements.filter(isChosen);
      all.push(...wanted);
      if (values.output !== "json") wanted.forEach(printMeasurement);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (values.output === "json") process.stdout.write(`${JSON.stringify(all, undefined, 2)}\n`);
}

function namesOf(given: string): string[] {
  if (given === "all") return names;
  return names.includes(given) ? [given] : names.filter((name) => name.startsWith(`${given}-`));
}

function printMeasurement({ name, peer, ours, theirs, unit, ratio, reach, reached }: Measurement): void {
  print([
    name,
    peer,
    `${ours.toFixed(0)} ${unit}`,
    `${theirs.toFixed(0)} ${unit}`,
    `${ratio.toFixed(2)}x`,
    `reach ${reach}x ${reached ? "yes" : "NO"}`,
  ]);
}

function print(cells: readonly string[]): void {
  const widths = [24, 48, 12, 12, 8];
  process.stdout.write(
    `${cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join(" ")
      .trimEnd()}\n`,
  );
}
