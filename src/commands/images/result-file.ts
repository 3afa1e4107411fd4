import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { stateFolder, statePath } from "../../machinery/project-state.js";

/**
 * A place for a file that a container tool writes what it made into, gone afterwards. It is in the project, since an engine that was
 * installed as a snap, or runs in a machine of its own, does not see the folder for temporary files.
 */
export async function withResultFile<T>(
  root: string,
  use: (file: string, read: () => string | undefined) => Promise<T>,
): Promise<T> {
  const name = `image-result-${randomBytes(6).toString("hex")}`;
  const file = statePath(root, name);
  try {
    return await use(path.join(stateFolder, name), () => readResult(file)); // tools run in the project
  } finally {
    rmSync(file, { force: true });
  }
}

function readResult(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch {
    return undefined; // the tool has not written it
  }
}
