import { type Dirent, readdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";

/** The origin of sources: a folder on disk, or a map in a test. Paths are relative, with forward slashes. */
export interface SourceHost {
  /**
   * Returns the TypeScript files of a project that can contain types, controllers and webhooks; no tests or generated files.
   */
  files(): readonly string[];
  /** Returns the same files of the extension API server. Default: the project has none. */
  serverFiles?(): readonly string[];
  /** Returns the text of a file, or undefined if it does not exist. */
  read(file: string): string | undefined;
  /** Returns the real path of a file, for linked packages. Default: the given path. */
  realpath?(file: string): string;
}

const folders = ["api", "controllers", "webhooks", "src"];
const mainFile = "main.ts";

/** The folders and files of a project that contain only sources. */
export const sourcePlaces: readonly string[] = [...folders, mainFile];

/** Those of the extension API server, a program of its own. */
export const serverPlaces: readonly string[] = ["apiserver", "apiserver.ts"];

const skipped = new Set(["node_modules", "dist", "coverage"]);

export function diskHost(root: string): SourceHost {
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(path.join(root, file), "utf8").replace(/^\ufeff/, "");
    } catch (cause) {
      if (cause instanceof Error && "code" in cause && ["ENOENT", "EISDIR", "ENOTDIR"].includes(String(cause.code)))
        return undefined;
      throw cause;
    }
  };
  const filesIn = (places: readonly string[]): string[] =>
    places.flatMap((place) => {
      if (!place.endsWith(".ts")) return listFolder(root, place);
      return read(place) === undefined ? [] : [place];
    });
  return {
    read,
    realpath: (file) => realpathOf(root, file),
    files: () => filesIn(sourcePlaces),
    serverFiles: () => filesIn(serverPlaces),
  };
}

/**
 * Returns the sources of the extension API server as those of a project. The operator's are then read as imported files.
 *
 * @param generated - the folder of modules that tsop generates from the types: they count as present
 */
export function serverHost(host: SourceHost, generated: string): SourceHost {
  return {
    ...host,
    files: () => host.serverFiles?.() ?? [],
    read: (file) => host.read(file) ?? (file.startsWith(`${generated}/`) && file.endsWith(".ts") ? "" : undefined),
  };
}

/** Returns all TypeScript files of a project, also tests and scripts; no packages, declarations or output. */
export function allSources(root: string, folder = ""): string[] {
  return readEntries(path.join(root, folder)).flatMap((entry) => {
    const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : allSources(root, file);
    return /\.[mc]?tsx?$/.test(entry.name) && !/\.d\.[mc]?ts$/.test(entry.name) ? [file] : [];
  });
}

function isSkipped(name: string): boolean {
  return skipped.has(name) || name.startsWith(".");
}

function realpathOf(root: string, file: string): string {
  try {
    return path.relative(root, realpathSync(path.join(root, file))).replaceAll(path.sep, "/");
  } catch {
    return file;
  }
}

function listFolder(root: string, folder: string): string[] {
  const entries = readEntries(path.join(root, folder)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : listFolder(root, file);
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

/** Returns whether a file can be a source of an operator, by its name: no declarations, no tests. */
export function isSource(name: string): boolean {
  return /\.m?ts$/.test(name) && !/\.(?:d|test|spec)\.m?ts$/.test(name);
}
