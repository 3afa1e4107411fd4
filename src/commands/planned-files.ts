import path from "node:path";
import type { FileAction } from "../machinery/snapshot.js";
import { diskFiles } from "../render/disk-files.js";
import type { Files } from "../render/folder.js";

/** Returns the files as rendering sees them after the plan is applied. The root must be a real path. */
export function plannedFiles(root: string, actions: readonly FileAction[]): Files {
  const planned = new Map(actions.map((action) => [path.join(root, action.path), action]));
  const folders = new Set(
    actions.filter(({ kind }) => kind !== "delete").flatMap((action) => foldersOf(root, action.path)),
  );
  return {
    resolve: (location) => {
      const action = planned.get(location);
      if (action?.kind === "delete") return undefined;
      if (action !== undefined) return { path: location, isFolder: false };
      return folders.has(location) ? { path: location, isFolder: true } : diskFiles.resolve(location);
    },
    read: (location) => {
      const action = planned.get(location);
      if (action === undefined || action.kind === "delete") return diskFiles.read(location);
      return typeof action.content === "string" ? Buffer.from(action.content) : action.content;
    },
    list: (location) => diskFiles.list(location),
  };
}

/** Returns the planned texts by path; undefined for a file that the plan deletes. */
export function textsOf(actions: readonly FileAction[]): ReadonlyMap<string, string | undefined> {
  return new Map(
    actions.map((action) => [action.path, action.kind === "delete" ? undefined : action.content.toString()] as const),
  );
}

function foldersOf(root: string, file: string): string[] {
  const parts = path.posix.dirname(file).split("/");
  return parts.map((_, index) => path.join(root, ...parts.slice(0, index + 1)));
}
