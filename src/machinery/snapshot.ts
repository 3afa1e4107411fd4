import path from "node:path";
import { TsopError } from "../core/errors.js";
import { type FileSystem, nodeFileSystem, systemCode } from "./file-system.js";

/** The files below a folder at one moment, read-only. */
export interface Snapshot {
  /** Returns undefined if the file does not exist. @throws TsopError `files/read-failed` for a folder or an unreadable file */
  read(file: string): string | undefined;
  /** Returns whether a file, a folder, or a link exists at the path. */
  exists(file: string): boolean;
  /** Returns the names in a folder, sorted; none if the folder does not exist. */
  list(folder: string): string[];
  /** Returns a file as it is on disk. A snapshot of texts in memory has none. */
  raw?(file: string): RawFile | undefined;
}

/** The bytes and the permission bits of a file. */
export interface RawFile {
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** Creates a snapshot of the disk. Reads each file once, on demand. `commit` fails if the file has changed since. */
export function diskSnapshot(root: string, fs: FileSystem = nodeFileSystem): Snapshot {
  const texts = new Map<string, string | undefined>();
  const lstat = (file: string): ReturnType<FileSystem["lstat"]> => {
    try {
      return fs.lstat(path.join(root, file));
    } catch (error) {
      throw readFailed(file, error);
    }
  };
  const readFromDisk = (file: string): string | undefined => {
    try {
      return fs.readFile(path.join(root, file)).toString("utf8");
    } catch (error) {
      if (systemCode(error) === "ENOENT" && lstat(file) === undefined) return undefined;
      if (systemCode(error) === "ENOTDIR") return undefined;
      throw readFailed(file, error);
    }
  };
  return {
    read: (file) => {
      if (!texts.has(file)) texts.set(file, readFromDisk(file));
      return texts.get(file);
    },
    exists: (file) => lstat(file) !== undefined,
    list: (folder) => (lstat(folder)?.kind === "folder" ? fs.readdir(path.join(root, folder)).toSorted() : []),
    raw: (file) => {
      const facts = lstat(file);
      return facts?.kind === "file" ? { bytes: fs.readFile(path.join(root, file)), mode: facts.mode } : undefined;
    },
  };
}

/** Returns the files as they are after the actions. */
export function snapshotAfter(files: Snapshot, actions: readonly FileAction[]): Snapshot {
  const changed = new Map(actions.map((action) => [action.path, action]));
  return {
    read: (file) => {
      const action = changed.get(file);
      if (action === undefined) return files.read(file);
      return action.kind === "delete" ? undefined : textOf(action.content);
    },
    exists: (file) => {
      const action = changed.get(file);
      return action === undefined ? files.exists(file) : action.kind !== "delete";
    },
    list: (folder) => {
      const names = new Set(files.list(folder));
      const prefix = folder === "." ? "" : `${folder}/`;
      for (const { kind, path: file } of actions) {
        if (!file.startsWith(prefix)) continue;
        const [name = "", ...below] = file.slice(prefix.length).split("/");
        if (kind !== "delete") names.add(name);
        else if (below.length === 0) names.delete(name);
      }
      return [...names].toSorted();
    },
  };
}

export function textOf(content: string | Uint8Array): string {
  return typeof content === "string" ? content : Buffer.from(content).toString("utf8");
}

function readFailed(file: string, error: unknown): TsopError {
  const reasons: Readonly<Record<string, string>> = {
    EISDIR: "it is a folder",
    ENOENT: "it is a symbolic link to a missing file",
    EACCES: "permission denied",
    ELOOP: "it is a symbolic link to itself",
  };
  const reason = reasons[systemCode(error) ?? ""] ?? (error instanceof Error ? error.message : String(error));
  return new TsopError("files/read-failed", `cannot read ${file}: ${reason}`, {
    at: { file },
    hint: "Move it, or make it readable, then repeat the command.",
    cause: error,
  });
}

/** A change of one file, which a plan contains and `commit` applies. Paths are relative, with forward slashes. */
export type FileAction =
  | { readonly kind: "create"; readonly path: string; readonly content: string | Uint8Array; readonly mode?: number }
  | {
      readonly kind: "overwrite";
      readonly path: string;
      readonly content: string | Uint8Array;
      /** The content of the file at the time of the plan. `commit` fails if it has changed. */
      readonly before: string;
    }
  | { readonly kind: "delete"; readonly path: string; readonly before: string };
