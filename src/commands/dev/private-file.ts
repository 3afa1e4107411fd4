import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../core/errors.js";

/** Writes a file that nobody else may read, whatever it was before. */
export function writePrivateFile(file: string, text: string): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "", { mode: 0o600 });
    chmodSync(file, 0o600); // the mode above is for a new file only
    writeFileSync(file, text);
  } catch (cause) {
    throw new TsopError("files/write-failed", `cannot write ${file}: ${String(cause)}`, { cause });
  }
}
