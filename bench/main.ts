/**
 * `npm run bench` lists the benchmarks; `npm run bench -- NAME…` (or `all`) runs some and prints a table, or with
 * `--output json` an array. `--runs N` sets the number of counted runs of each side (default 7).
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Benchmark, measure, type Measurement } from "./benchmark.js";
import { help } from "./help.js";
import { manifests } from "./manifests.js";
import { scaffold, scaffoldVendored } from "./scaffold.js";

const benchmarks: readonly Benchmark[] = [help, scaffold, scaffoldVendored, ...manifests];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { output: { type: "string", default: "table" }, runs: { type: "string", default: "7" } },
});

const unknown = positionals.filter(
  (name) => name !== "all" && !benchmarks.some((benchmark) => benchmark.name === name),
);
const runs = Number(values.runs);
if (unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
  process.stderr.write(
    unknown.length > 0 ? `no such benchmark: ${unknown.join(", ")}\n` : `--runs ${values.runs} is no number\n`,
  );
  process.exitCode = 2;
} else if (positionals.length === 0) {
  for (const { name, work, peer, reach } of benchmarks) print([name, work, `against ${peer}`, `reach ${reach}x`]);
} else {
  const chosen = positionals.includes("all") ? benchmarks : benchmarks.filter(({ name }) => positionals.includes(name));
  const measurements: Measurement[] = [];
  for (const benchmark of chosen) {
    const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-bench-"));
    try {
      const measurement = await measure(benchmark, folder, runs);
      measurements.push(measurement);
      if (values.output !== "json") printMeasurement(measurement);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (values.output === "json") process.stdout.write(`${JSON.stringify(measurements, undefined, 2)}\n`);
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
