/**
 * `npm run load -- [--minutes 60] [--watches 100] [--writes 200] [--data] [--seed 1]` writes to `tsop apiserver`, reads
 * and watches. Exits with 0 if no request failed, no watch missed a change and the process does not grow, and with 1 if
 * not.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { showAmount } from "../soak/check-growth.js";
import { type LoadOptions, parseOptions } from "./options.js";
import { type LoadResult, runLoad } from "./run-load.js";
import { startMeasured } from "./server.js";

process.exitCode = await main();

async function main(): Promise<number> {
  let options: LoadOptions;
  try {
    options = parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort()).once("SIGTERM", () => stop.abort());
  const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-load-"));
  try {
    const server = await startMeasured(folder, options.data);
    void server.ended.then(() => stop.abort());
    try {
      const result = await runLoad(server, options, stop.signal);
      process.stdout.write(show(result));
      return result.problems.length === 0 && !stop.signal.aborted ? 0 : 1;
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function show({ writes, seconds, events, expired, growth, problems }: LoadResult): string {
  return [
    `${writes} writes in ${Math.round(seconds)} s (${Math.round(writes / seconds)} per second), ${events} events, ${expired} expired versions`,
    ...growth.map(({ what, from, to, slope, minutes, limit }) => {
      const [first, last, all, most] = [from, to, slope * minutes, limit].map((amount) => showAmount(what, amount));
      return `${what}: ${first} to ${last} in the last ${minutes.toFixed(1)} minutes, grows by ${all}, limit ${most}`;
    }),
    ...problems.map((problem) => `PROBLEM: ${problem}`),
    problems.length === 0 ? "passed" : "failed",
    "",
  ].join("\n");
}
