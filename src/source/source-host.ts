import { type Dirent, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Where sources come from: a folder on disk, or a map in a test. Paths are relative, with forward slashes. */
export interface SourceHost {
  /** The TypeScript files of a project that can hold types, controllers and webhooks; no tests, nothing generated. */
  files(): readonly string[];
  /** The text of a file; undefined when there is none. */
  read(file: string): string | undefined;
}

const folders = ["api", "controllers", "webhooks", "src"];
const skipped = new Set(["node_modules", "dist", "coverage"]);

export function diskHost(root: string): SourceHost {
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(path.join(root, file), "utf8").replace(/^\ufeff/, "");
    } catch (cause) {
      if (cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "EISDIR"))
        return undefined;
      throw cause;
    }
  };
  return {
    read,
    files: () => [
      ...folders.flatMap((folder) => listFolder(root, folder)),
      ...(read("main.ts") === undefined ? [] : ["main.ts"]),
    ],
  };
}

function listFolder(root: string, folder: string): string[] {
  const entries = readEntries(path.join(root, folder)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith(".") ? [] : listFolder(root, file);
    return isSource(entry.name) ? [file] : [];
  });
}

function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR")) return [];
    throw cause;
  }
}

function isSource(name: string): boolean {
  return /\.m?ts$/.test(name) && !/\.(?:d|test|spec)\.m?ts$/.test(name);
}
