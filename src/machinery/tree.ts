import path from "node:path";
import { TsopError } from "../core/errors.js";
import type { FileAction } from "./action.js";
import { type FileSystem, nodeFileSystem, systemCode } from "./file-system.js";

/** A file as a reader sees it. */
interface Entry {
  /** Undefined for a file that is not on the disk. */
  readonly before: string | undefined;
  /** Undefined for a file that is deleted. */
  content: string | Uint8Array | undefined;
  mode: number | undefined;
}

/**
 * The files below a folder, and on top of them changes that exist only in memory. What changed comes out as the actions
 * that `commit` carries out. A file is read from the disk once; `commit` refuses if it has changed since.
 */
export class Tree {
  readonly root: string;
  readonly #fs: FileSystem;
  readonly #entries = new Map<string, Entry>();

  constructor(root: string, fs: FileSystem = nodeFileSystem) {
    this.root = root;
    this.#fs = fs;
  }

  /** Undefined when there is no such file. @throws TsopError `files/read-failed` for a folder or an unreadable file */
  read(file: string): string | undefined {
    const { content } = this.#entry(file);
    return content === undefined || typeof content === "string" ? content : Buffer.from(content).toString("utf8");
  }

  /** Whether anything is there: a file, a folder, a link. */
  exists(file: string): boolean {
    const entry = this.#entries.get(file);
    return entry === undefined ? this.#lstat(file) !== undefined : entry.content !== undefined;
  }

  /** The names in a folder, sorted; none when there is no such folder. */
  list(folder: string): string[] {
    const facts = this.#lstat(folder);
    const names = new Set(facts?.kind === "folder" ? this.#fs.readdir(path.join(this.root, folder)) : []);
    for (const [file, entry] of this.#entries) {
      if (path.posix.dirname(file) !== folder) continue;
      if (entry.content === undefined) names.delete(path.posix.basename(file));
      else names.add(path.posix.basename(file));
    }
    return [...names].toSorted();
  }

  /** Makes a new file. To be called only when `exists` says no. */
  create(file: string, content: string | Uint8Array, mode?: number): void {
    const entry = this.#entry(file);
    if (entry.content !== undefined) throw new Error(`${file} exists`);
    entry.content = content;
    entry.mode = mode;
  }

  /** Changes a file that is there. The same content is no change. */
  overwrite(file: string, content: string | Uint8Array): void {
    const entry = this.#entry(file);
    if (entry.content === undefined) throw new Error(`${file} does not exist`);
    entry.content = content;
  }

  /** Makes the file, or changes it. */
  write(file: string, content: string): void {
    if (this.exists(file)) this.overwrite(file, content);
    else this.create(file, content);
  }

  delete(file: string): void {
    const entry = this.#entry(file);
    if (entry.content === undefined) throw new Error(`${file} does not exist`);
    entry.content = undefined;
  }

  /** What differs from the disk, in the order in which it was first touched. */
  actions(): FileAction[] {
    return [...this.#entries].flatMap(([file, entry]) => toAction(file, entry) ?? []);
  }

  #entry(file: string): Entry {
    const known = this.#entries.get(file);
    if (known !== undefined) return known;
    const before = this.#readFromDisk(file);
    const entry: Entry = { before, content: before, mode: undefined };
    this.#entries.set(file, entry);
    return entry;
  }

  #readFromDisk(file: string): string | undefined {
    try {
      return this.#fs.readFile(path.join(this.root, file)).toString("utf8");
    } catch (error) {
      if (systemCode(error) === "ENOENT" && this.#lstat(file) === undefined) return undefined;
      if (systemCode(error) === "ENOTDIR") return undefined;
      throw readFailed(file, error);
    }
  }

  #lstat(file: string): ReturnType<FileSystem["lstat"]> {
    try {
      return this.#fs.lstat(path.join(this.root, file));
    } catch (error) {
      throw readFailed(file, error);
    }
  }
}

function toAction(file: string, { before, content, mode }: Entry): FileAction | undefined {
  if (content === undefined) return before === undefined ? undefined : { kind: "delete", path: file, before };
  if (before === undefined) {
    return { kind: "create", path: file, content, ...(mode === undefined ? {} : { mode }) };
  }
  return content === before ? undefined : { kind: "overwrite", path: file, content, before };
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
