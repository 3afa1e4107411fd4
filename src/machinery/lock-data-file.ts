import { realpathSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { type LockMachine, type LockOutcome, takeProcessLock } from "./process-lock.js";

/**
 * Locks a data file. Otherwise, two servers would overwrite each other's data.
 *
 * @throws TsopError `files/write-failed`
 */
export function lockDataFile(dataFile: string, machine?: LockMachine): LockOutcome {
  try {
    return takeProcessLock(`${canonical(dataFile)}.lock`, machine);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TsopError("files/write-failed", `cannot keep data in ${dataFile}: ${why}`, { cause });
  }
}

/** Returns the canonical path of a file, because one file can have several names. */
function canonical(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.join(realpathSync(path.dirname(file)), path.basename(file)); // the file does not exist yet
  }
}
