import path from "node:path";
import { TsopError } from "../core/errors.js";
import { type FileSystem, nodeFileSystem, systemCode } from "./file-system.js";

/** The files below a folder as they are at one moment. Whoever has a snapshot reads, and changes nothing. */
export interface Snapshot {
  /** Undefined when there is no such file. @throws TsopError `files/read-failed` for a folder or an unreadable file */
  read(file: string): string | undefined;
  /** Whether anything is there: a file, a folder, a link. */
  exists(file: string): boolean;
  /** The names in a folder, sorted; none when there is no such folder. */
  list(folder: string): string[];
}

/** The files on the disk. Each is read once, when somebody wants it; `commit` refuses if it has changed since. */
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
  };
}

/** The files as they will be when the actions have been carried out. */
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
      for (const { kind, path: file } of actions) {
        if (path.posix.dirname(file) !== folder) continue;
        if (kind === "delete") names.delete(path.posix.basename(file));
        else names.add(path.posix.basename(file));
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
    ENOENT: "it is a symbolic link to nothing",
    EACCES: "permission denied",
    ELOOP: "it is a symbolic link to itself",
  };
  const reason = reasons[systemCode(error) ?? ""] ?? (error instanceof Error ? error.message : String(error));
  return new TsopError("files/read-failed", `cannot read ${file}: ${reason}`, {
    at: { file },
    hint: "Move it away or make it readable, then repeat the command.",
    cause: error,
  });
}

/** One change to one file, as a plan states it and `commit` carries it out. Paths are relative, with forward slashes. */
export type FileAction =
  | { readonly kind: "create"; readonly path: string; readonly content: string | Uint8Array; readonly mode?: number }
  | {
      readonly kind: "overwrite";
      readonly path: string;
      readonly content: string | Uint8Array;
      /** What the file held when the plan was made; `commit` refuses if it no longer does. */
      readonly before: string;
    }
  | { readonly kind: "delete"; readonly path: string; readonly before: string };
