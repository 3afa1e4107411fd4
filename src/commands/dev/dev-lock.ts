import { TsopError } from "../../core/errors.js";
import { type Machine, thisMachine } from "../../machinery/machine.js";
import { type LockOutcome, takeProcessLock } from "../../machinery/process-lock.js";
import { stateFolder, statePath } from "../../machinery/project-state.js";

const lockFile = "dev.lock";

/**
 * Locks the project for `tsop dev`: two instances would overwrite each other's bundle and kubeconfig.
 *
 * @returns a function that releases the lock
 * @throws TsopError `dev/already-running`
 */
export function lockProject(root: string, machine: Machine = thisMachine): () => void {
  const outcome = take(root, machine);
  if (outcome.kind === "taken") return outcome.release;
  const { pid, host } = outcome;
  const on = host === undefined ? "" : ` on ${host}`;
  throw new TsopError("dev/already-running", `tsop dev already runs in this project, as process ${pid}${on}`, {
    hint:
      host === undefined
        ? `Stop it first (Ctrl-C there, or \`kill ${pid}\`). Its kubeconfig is .tsop/kubeconfig.`
        : `Stop it on that machine. tsop cannot check from here whether it still runs; if it does not, delete ${stateFolder}/${lockFile}.`,
  });
}

function take(root: string, machine: Machine): LockOutcome {
  const file = statePath(root, lockFile);
  try {
    return takeProcessLock(file, machine);
  } catch (cause) {
    throw new TsopError("files/write-failed", `cannot write ${stateFolder}/${lockFile}: ${String(cause)}`, { cause });
  }
}
