import os from "node:os";
import { TsopError } from "../../core/errors.js";
import { thisMachine } from "../../machinery/machine.js";
import { lockDataFile } from "../../machinery/lock-data-file.js";

/**
 * Locks a file for this process. A process is known by the name of its host, without the namespace of its process ID: a container
 * that is killed and restarted in its Pod finds its own lock, and takes it.
 *
 * @throws TsopError `apiserver/data-file-in-use`, `files/write-failed`
 */
export function lockFile(file: string): () => void {
  const outcome = lockDataFile(file, { ...thisMachine, host: os.hostname() });
  if (outcome.kind === "taken") return outcome.release;
  const { pid, host } = outcome;
  const where = host === undefined ? `process ${pid}` : `process ${pid} on ${host}`;
  throw new TsopError("apiserver/data-file-in-use", `another extension API server (${where}) uses this file`, {
    at: { file },
    hint:
      host === undefined
        ? "Run one replica, and give all kinds of a server the same storage object."
        : `Run one replica, in a StatefulSet. If ${host} no longer runs, delete ${file}.lock.`,
  });
}
