/**
 * `npm run soak -- [--minutes 5] [--seed N] [--output json]` runs an operator in two replicas, behind faulty
 * connections, on an API server that restarts. It kills and freezes the replicas from time to time while their objects
 * change. Exits with 0 if nothing was lost, no two leaders worked at the same time, and no process grows. Otherwise
 * exits with 1 and prints the location of the logs.
 */
import { setMaxListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { assetsFolder } from "../../test/support/control-plane.js";
import { parseOptions, type SoakOptions } from "./options.js";
import { showReport } from "./report.js";
import { runSoak } from "./soak.js";
import { Timeline } from "./timeline.js";

process.exitCode = await main();

async function main(): Promise<number> {
  let options: SoakOptions;
  try {
    options = parseOptions(process.argv.slice(2), () => Math.floor(Math.random() * 2 ** 32));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  if (assetsFolder === undefined) {
    return refuse(
      "set KUBEBUILDER_ASSETS to a folder with etcd, kube-apiserver and kubectl, for example the folder that setup-envtest creates",
    );
  }
  const stop = new AbortController();
  setMaxListeners(0, stop.signal); // each waiting write adds a listener
  let signalled: NodeJS.Signals | undefined;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      signalled = name;
      stop.abort();
    });
  }
  let crash: Error | undefined;
  process.on("uncaughtException", (error) => {
    crash ??= error;
    stop.abort(); // and stop everything first
  });
  const folder = mkdtempSync(path.join(os.tmpdir(), `tsop-soak-${options.seed}-`));
  const timeline = new Timeline();
  const progress = (text: string): void => void process.stderr.write(`${text}\n`);
  progress(`seed ${options.seed}`);
  const result = await runSoak({ options, folder, timeline, signal: stop.signal, progress });
  if (crash !== undefined) {
    progress(`${crash.stack ?? crash.message}
logs: ${folder}`);
    return 1;
  }
  if (result?.folder === undefined) rmSync(folder, { recursive: true, force: true });
  if (result === undefined) return signalled === "SIGTERM" ? 143 : 130;
  if (options.output === "json") process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
  else process.stdout.write(showReport(result, timeline.happenings, timeline.startedAt));
  return result.violations.length === 0 ? 0 : 1;
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}
