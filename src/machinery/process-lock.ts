import { type Machine, thisMachine } from "./machine.js";
import { systemCode } from "./file-system.js";

/** Who has the lock: this process from now on, or another one that lives. */
export type LockOutcome =
  | {
      readonly kind: "taken";
      /** Lets the next one in. */
      readonly release: () => void;
    }
  | { readonly kind: "held"; readonly pid: number };

type LockMachine = Pick<Machine, "fs" | "pid" | "identify" | "token">;

/**
 * Takes a lock that a process has until it releases it, or ends: what a killed one has left behind does not count.
 *
 * @param file - in a folder that is there
 * @throws Error of the file system
 */
export function takeProcessLock(file: string, machine: LockMachine = thisMachine): LockOutcome {
  const { fs, pid } = machine;
  const own = JSON.stringify({ pid, start: machine.identify(pid) ?? "" });
  const draft = `${file}.${pid}-${machine.token()}`;
  fs.writeNew(draft, own, {});
  try {
    for (;;) {
      if (appear(draft, { file, text: own }, machine))
        return { kind: "taken", release: () => release(file, own, machine) };
      const text = readLock(file, machine);
      if (text === undefined) continue; // it was released in between
      const holder = parseHolder(text);
      if (holder !== undefined && machine.identify(holder.pid) === holder.start)
        return { kind: "held", pid: holder.pid };
      removeStale(file, text, machine);
    }
  } finally {
    fs.unlink(draft);
  }
}

/** A link appears whole or not at all, and never replaces another's. */
function appear(draft: string, lock: { readonly file: string; readonly text: string }, { fs }: LockMachine): boolean {
  try {
    fs.link(draft, lock.file);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(systemCode(error) ?? "")) throw error;
  }
  try {
    fs.writeNew(lock.file, lock.text, {}); // a file system without links
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Out of the way first: who has found the same one stale may have taken the lock since. */
function removeStale(file: string, text: string, machine: LockMachine): void {
  const { fs } = machine;
  const aside = `${file}.${machine.pid}-${machine.token()}`;
  try {
    fs.rename(file, aside);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return;
    throw error;
  }
  const moved = readLock(aside, machine);
  if (moved !== undefined && moved !== text) appear(aside, { file, text: moved }, machine);
  fs.unlink(aside);
}

function release(file: string, own: string, machine: LockMachine): void {
  if (readLock(file, machine) === own) machine.fs.unlink(file);
}

function readLock(file: string, { fs }: LockMachine): string | undefined {
  try {
    return fs.readFile(file).toString("utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function parseHolder(text: string): { readonly pid: number; readonly start: string } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("pid" in value) || !("start" in value)) return undefined;
    const { pid, start } = value;
    return typeof pid === "number" && pid > 0 && typeof start === "string" ? { pid, start } : undefined;
  } catch {
    return undefined; // not as we write it
  }
}
