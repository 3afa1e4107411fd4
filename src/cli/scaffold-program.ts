/**
 * Runs one step of a replay, the first argument as JSON. It is the scaffold program of a version: scripts/scaffold-history.ts
 * bundles it into the history, with which later versions create the scaffold of this version.
 */
import { TsopError } from "../core/errors.js";
import type { Context, Progress } from "../commands/context.js";
import { thisScaffolder } from "../commands/update/replay.js";
import type { ReplayStep } from "../commands/update/replay-steps.js";

const nothing = (): void => undefined;
const progress: Progress = { isLog: false, step: nothing, update: nothing, done: nothing };

/** Returns the exit status. A step writes files below the working folder, and shows and asks nothing. */
export async function runStep(json: string, cwd: string): Promise<number> {
  const step = JSON.parse(json) as ReplayStep; // a later tsop has printed it
  const context: Context = {
    cwd,
    env: process.env,
    output: { note: nothing, warn: nothing, progress: () => progress },
    report: nothing,
    // A step looks for a git repository, and the folder of a replay is none.
    exec: () => Promise.resolve({ exitCode: 128, terminatedBy: undefined, stdout: "", stderr: "" }),
    runFilter: refuse,
    runInForeground: refuse,
    startProcess: refuse,
    importModule: refuse,
    atExit: () => nothing,
    live: { format: "text", isColoured: false, line: nothing },
    stdin: refuse,
    signal: new AbortController().signal,
    confirm: undefined,
  };
  try {
    await thisScaffolder("").run(step, context);
    return 0;
  } catch (error) {
    if (!(error instanceof TsopError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function refuse(): never {
  throw new Error("a step of a replay uses only files");
}
