import { mkdirSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { type Machine, thisMachine } from "../../machinery/machine.js";
import { type LockOutcome, takeProcessLock } from "../../machinery/process-lock.js";

const lockFile = ".tsop/dev.lock";

/**
 * Makes sure that nobody else runs `tsop dev` in a project: two would overwrite each other's bundle and kubeconfig.
 *
 * @returns what lets the next one in
 * @throws TsopError `dev/already-running`
 */
export function lockProject(root: string, machine: Machine = thisMachine): () => void {
  const outcome = take(path.join(root, lockFile), machine);
  if (outcome.kind === "taken") return outcome.release;
  throw new TsopError("dev/already-running", `tsop dev runs in this project already, as process ${outcome.pid}`, {
    hint: `End it first (Ctrl-C there, or \`kill ${outcome.pid}\`). Its kubeconfig is .tsop/kubeconfig.`,
  });
}

function take(file: string, machine: Machine): LockOutcome {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    return takeProcessLock(file, machine);
  } catch (cause) {
    throw new TsopError("files/write-failed", `cannot write ${lockFile}: ${String(cause)}`, { cause });
  }
}
