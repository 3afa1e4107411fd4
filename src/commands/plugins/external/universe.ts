/** The files of a project that external plugins get. */
import { TsopError } from "../../../core/errors.js";
import { type FileAction, type Snapshot, textOf } from "../../../machinery/snapshot.js";
import type { Universe } from "./response.js";

/** The folders that no scaffold needs: packages, generated files, and the states of git and tsop. */
const skipped: ReadonlySet<string> = new Set(["node_modules", ".git", ".tsop", "dist", "coverage"]);

/** Returns the text files of a folder after the actions. Leaves out binary files and links. */
export function universeOf(files: Snapshot, actions: readonly FileAction[]): Universe {
  const universe = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const name of files.list(folder)) {
      const file = folder === "." ? name : `${folder}/${name}`;
      if (skipped.has(name)) continue;
      const text = readText(files, file);
      if (text === undefined) visit(file);
      else if (!/[\0\uFFFD]/.test(text)) universe.set(file, text);
    }
  };
  visit(".");
  for (const action of actions) {
    if (action.kind === "delete") universe.delete(action.path);
    else if (typeof action.content === "string") universe.set(action.path, textOf(action.content));
  }
  return universe;
}

/** Returns undefined for a folder, or a file that cannot be read. */
function readText(files: Snapshot, file: string): string | undefined {
  try {
    return files.read(file);
  } catch (error) {
    if (error instanceof TsopError) return undefined;
    throw error;
  }
}
