import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { type Machine, thisMachine } from "../../machinery/machine.js";

const lockFile = ".tsop/dev.lock";

/**
 * Makes sure that nobody else runs `tsop dev` in a project: two would overwrite each other's bundle and kubeconfig. What a
 * killed one has left behind does not count.
 *
 * @returns what lets the next one in
 * @throws TsopError `dev/already-running`
 */
export function lockProject(root: string, machine: Pick<Machine, "pid" | "identify"> = thisMachine): () => void {
  const file = path.join(root, lockFile);
  const own = JSON.stringify({ pid: machine.pid, start: machine.identify(machine.pid) ?? "" });
  const holder = readHolder(file);
  if (holder !== undefined && machine.identify(holder.pid) === holder.start) {
    throw new TsopError("dev/already-running", `tsop dev runs in this project already, as process ${holder.pid}`, {
      hint: `End it first (Ctrl-C there, or \`kill ${holder.pid}\`). Its kubeconfig is .tsop/kubeconfig.`,
    });
  }
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, own);
  } catch (cause) {
    throw new TsopError("files/write-failed", `cannot write ${lockFile}: ${String(cause)}`, { cause });
  }
  return () => rmSync(file, { force: true });
}

function readHolder(file: string): { readonly pid: number; readonly start: string } | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof value !== "object" || value === null || !("pid" in value) || !("start" in value)) return undefined;
    const { pid, start } = value;
    return typeof pid === "number" && pid > 0 && typeof start === "string" ? { pid, start } : undefined;
  } catch {
    return undefined; // not there, or not as we write it
  }
}
