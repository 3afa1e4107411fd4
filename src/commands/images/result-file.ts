import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * A place for a file that a container tool writes what it made into, gone afterwards. It is in the project, since an engine that was
 * installed as a snap, or runs in a machine of its own, does not see the folder for temporary files.
 */
export async function withResultFile<T>(
  root: string,
  use: (file: string, read: () => string | undefined) => Promise<T>,
): Promise<T> {
  const name = path.join(".tsop", `image-result-${process.pid}`); // tools run in the project
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    return await use(name, () => readResult(file));
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
