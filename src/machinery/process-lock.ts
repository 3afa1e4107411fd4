import { field, readJson } from "../core/json-fields.js";
import { type Machine, thisMachine } from "./machine.js";
import { publish, systemCode } from "./file-system.js";

/** The holder of the lock: this process, or another running process. */
export type LockOutcome =
  | {
      readonly kind: "taken";
      /** Releases the lock. */
      readonly release: () => void;
    }
  | {
      readonly kind: "held";
      readonly pid: number;
      /**
       * The other machine, if the process does not run on this machine: then this machine cannot see whether it is
       * still running.
       */
      readonly host?: string;
    };

/** The functions of the machine that a lock needs. */
export type LockMachine = Pick<Machine, "fs" | "pid" | "host" | "identify" | "token">;

/**
 * Takes a lock that a process holds until it releases the lock or ends. Ignores the lock of a killed process. In a
 * folder that several machines share, process IDs of another machine have no meaning; a lock of another machine is
 * valid until a user removes it.
 *
 * @param file - a path in an existing folder
 * @throws Error of the file system
 */
export function takeProcessLock(file: string, machine: LockMachine = thisMachine): LockOutcome {
  const { fs, pid } = machine;
  const own = JSON.stringify({ pid, start: machine.identify(pid) ?? "", host: machine.host });
  const draft = `${file}.${pid}-${machine.token()}`;
  fs.writeNew(draft, own, {});
  try {
    for (;;) {
      if (appear(draft, { file, text: own }, machine))
        return { kind: "taken", release: () => release(file, own, machine) };
      const text = readLock(file, machine);
      if (text === undefined) continue; // it was released in the meantime
      const holder = parseHolder(text);
      if (holder?.host !== undefined && holder.host !== machine.host)
        return { kind: "held", pid: holder.pid, host: holder.host };
      if (holder !== undefined && machine.identify(holder.pid) === holder.start)
        return { kind: "held", pid: holder.pid };
      removeStale(file, text, machine);
    }
  } finally {
    fs.unlink(draft);
  }
}

function appear(draft: string, lock: { readonly file: string; readonly text: string }, { fs }: LockMachine): boolean {
  try {
    publish(fs, draft, lock, {});
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Moves a stale lock aside first: another process may have found the same stale lock and may have taken the lock since. */
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

interface Holder {
  readonly pid: number;
  readonly start: string;
  readonly host: string | undefined;
}

/** Returns undefined for an invalid format. */
function parseHolder(text: string): Holder | undefined {
  const value = readJson(text);
  const [pid, start, host] = ["pid", "start", "host"].map((name) => field(value, name));
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0 || typeof start !== "string") return undefined;
  return host === undefined || typeof host === "string" ? { pid, start, host } : undefined;
}
