import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { stateFolder, statePath } from "../../machinery/project-state.js";

/**
 * Provides a temporary path for the file in which a container tool reports its result, and deletes the file afterwards.
 * The file is in the project, because an engine that was installed as a snap, or that runs in a virtual machine, cannot
 * see the folder for temporary files.
 */
export async function withResultFile<T>(
  root: string,
  use: (file: string, read: () => string | undefined) => Promise<T>,
): Promise<T> {
  const name = `image-result-${randomBytes(6).toString("hex")}`;
  const file = statePath(root, name);
  try {
    return await use(path.join(stateFolder, name), () => readResult(file)); // tools run in the project folder
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
