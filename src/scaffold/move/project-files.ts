/** The files of a project, for commands that look at all of them. */
import { TsopError } from "../../core/errors.js";
import type { Snapshot } from "../../machinery/snapshot.js";

/** Folders that contain no files of the user's. Folders whose names begin with a dot are theirs only if they are known. */
const skipped = new Set(["node_modules", "dist", "coverage"]);
const known = new Set([".github", ".devcontainer", ".vscode", ".gitlab"]);

/** The size limit of a file that tsop searches, in characters. */
const maxLength = 1_000_000;

/** Lists the files below a folder, sorted. Omits links to folders, and files that are not readable. */
export function listFiles(files: Snapshot, folder = "."): string[] {
  return files.list(folder).flatMap((name) => {
    const file = folder === "." ? name : `${folder}/${name}`;
    if (skipped.has(name) || (name.startsWith(".") && files.list(file).length > 0 && !known.has(name))) return [];
    const below = listFiles(files, file);
    if (below.length > 0) return below;
    return readText(files, file) === undefined ? [] : [file];
  });
}

/** Returns the text of a file; undefined if it is missing, not readable, or a folder. */
export function readText(files: Snapshot, file: string): string | undefined {
  try {
    return files.read(file);
  } catch (error) {
    if (error instanceof TsopError) return undefined;
    throw error;
  }
}

/** Returns the text of a file that a user writes. Undefined for binary, generated and very long files. */
export function readOwnText(files: Snapshot, file: string): string | undefined {
  if (/^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|PROJECT)$/.test(file)) return undefined;
  const text = readText(files, file);
  return text === undefined || text.length > maxLength || text.includes("\0") ? undefined : text;
}
