/**
 * `npm run bench` lists the benchmarks. `npm run bench -- NAME…` runs some of them and prints a table, or an array with
 * `--output json`. A name can be the prefix of several names (`converge`, `manifests`), or `all`. `--runs N` sets the
 * number of counted turns per side. `--node FILE` adds a Node to run on, and can be repeated. `--record` writes
 * bench/results.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { catalog } from "./catalog.js";
import type { Benchmark } from "./harness/benchmark.js";
import { readDeployed } from "./harness/deployed.js";
import { readSetting } from "./harness/machine.js";
import { decidingRuns, type Failure, measure, type Measurement, peerOf } from "./harness/measure.js";
import { findNodes, givenNodes, oldestMajor } from "./harness/nodes.js";
import { parseOptions, type RunOptions } from "./harness/options.js";
import { showMeasurement, showResults, showSetting } from "./harness/report.js";
import { scaffoldIn } from "./runtime/operators.js";

const results = fileURLToPath(new URL("results.md", import.meta.url));

const entries = catalog.flatMap(({ rows, onlyByName = false }) => rows.map(({ name }) => ({ name, onlyByName })));
const args = process.argv.slice(2);
const request = parseOptions(args, entries);
switch (request.kind) {
  case "wrong":
    process.stderr.write(`${request.message}\n`);
    process.exitCode = 2;
    break;
  case "list":
    for (const benchmark of catalog) list(benchmark);
    break;
  case "run":
    await run(request).catch((error: unknown) => {
      const reason = error instanceof Error ? explain(error) : String(error);
      process.stderr.write(`${reason}\n`);
      process.exitCode = 1;
    });
    break;
}

async function run({ names, isAll, runs, output, record, nodes: given }: RunOptions): Promise<void> {
  const { major, flags } = inFolder((folder) => readDeployed(scaffoldIn(folder)));
  const nodes = given.length > 0 ? givenNodes(given) : findNodes([major, oldestMajor]);
  const setting = readSetting(nodes, flags);
  const progress = output === "json" ? process.stderr : process.stdout;
  progress.write(`${showSetting(setting)}\n`);
  const measurements: Measurement[] = [];
  const failures: Failure[] = [];
  for (const benchmark of catalog.filter(({ rows }) => rows.some(({ name }) => names.includes(name)))) {
    const counted = runs ?? Math.max(benchmark.runs ?? 0, decidingRuns);
    const rows = benchmark.rows.filter(({ name }) => names.includes(name));
    try {
      const made = await inFolder((folder) => measure({ ...benchmark, rows }, { folder, nodes, runs: counted }));
      measurements.push(...made);
      for (const each of made) progress.write(`${showMeasurement(each)}\n`);
    } catch (error) {
      const why = error instanceof Error ? explain(error) : String(error);
      failures.push(...rows.map((row) => ({ ...row, peer: peerOf(row, benchmark.peer), why })));
      for (const { name } of rows) process.stderr.write(`${name} failed: ${why}\n`);
      process.exitCode = 1;
    }
  }
  if (output === "json") process.stdout.write(`${JSON.stringify(measurements, undefined, 2)}\n`);
  if (!record) return;
  const command = `npm run bench -- ${args.join(" ")}`;
  writeFileSync(results, showResults({ setting, command, isAll, measurements, failures }));
  progress.write(`\nwritten: ${path.relative(process.cwd(), results)}\n`);
}

/** Calls a function with a temporary folder. */
function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-bench-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  let used: T;
  try {
    used = use(folder);
  } catch (error) {
    remove();
    throw error;
  }
  if (!(used instanceof Promise)) {
    remove();
    return used;
  }
  // `finally` does not change the value of the promise.
  return used.finally(remove) as T;
}

function list({ rows, peer, onlyByName = false }: Benchmark): void {
  for (const row of rows) {
    const cells = [row.name.padEnd(28), row.work, `against ${peerOf(row, peer)}`, `reach ${row.reach}x`];
    process.stdout.write(`${[...cells, ...(onlyByName ? ["only by name"] : [])].join("  ")}\n`);
  }
}

/** Returns the message with its causes. */
function explain({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${explain(cause)}` : message;
}
