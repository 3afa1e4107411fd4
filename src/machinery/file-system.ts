import fs from "node:fs";

/**
 * The functions that change files. `commit` and `recover` take them as a parameter, so that a test can make any call
 * fail, or make it the last call before a kill.
 */
export interface FileSystem {
  /** Returns undefined if nothing exists at the path. */
  lstat(file: string): FileFacts | undefined;
  realpath(file: string): string;
  readFile(file: string): Buffer;
  /** Creates a file that must not exist yet. */
  writeNew(file: string, data: string | Uint8Array, options: WriteNewOptions): void;
  /** Gives a file a second name that must not exist yet: the only exclusive way to make a *complete* file appear. */
  link(existing: string, file: string): void;
  rename(from: string, to: string): void;
  unlink(file: string): void;
  chmod(file: string, mode: number): void;
  /** Throws EACCES if the file is not writable, even if its folder is. */
  assertWritable(file: string): void;
  mkdir(folder: string): void;
  rmdir(folder: string): void;
  readdir(folder: string): string[];
}

export interface WriteNewOptions {
  readonly mode?: number;
  /** Whether to wait until the data have reached the disk. Default false. */
  readonly sync?: boolean;
}

export interface FileFacts {
  readonly kind: "file" | "folder" | "link" | "other";
  /** The permission bits. */
  readonly mode: number;
  /** The time in milliseconds since 1970. */
  readonly modifiedAt: number;
}

export const nodeFileSystem: FileSystem = {
  lstat,
  realpath: (file) => fs.realpathSync(file),
  readFile: (file) => fs.readFileSync(file),
  writeNew: (file, data, { mode = 0o666, sync = false }) =>
    fs.writeFileSync(file, data, { flag: "wx", mode, flush: sync }),
  link: (existing, file) => fs.linkSync(existing, file),
  rename: (from, to) => fs.renameSync(from, to),
  unlink: (file) => fs.unlinkSync(file),
  chmod: (file, mode) => fs.chmodSync(file, mode),
  assertWritable: (file) => fs.accessSync(file, fs.constants.W_OK),
  mkdir: (folder) => fs.mkdirSync(folder),
  rmdir: (folder) => fs.rmdirSync(folder),
  readdir: (folder) => fs.readdirSync(folder),
};

function lstat(file: string): FileFacts | undefined {
  let stats: fs.Stats | undefined;
  try {
    stats = fs.lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (systemCode(error) === "ENOTDIR") return undefined; // nothing can exist below a file
    throw error;
  }
  return stats === undefined
    ? undefined
    : { kind: kindOf(stats), mode: stats.mode & 0o7777, modifiedAt: stats.mtimeMs };
}

function kindOf(stats: fs.Stats): FileFacts["kind"] {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : "other";
}

/**
 * Renames a finished draft to its final name, where it appears completely or not at all. Never replaces another file.
 *
 * @param text - the content of the draft: on a file system without links, it is written again
 * @throws Error EEXIST where there is a file of that name
 */
export function publish(
  fileSystem: Pick<FileSystem, "link" | "writeNew">,
  draft: string,
  { file, text }: { readonly file: string; readonly text: string },
  options: WriteNewOptions,
): void {
  try {
    fileSystem.link(draft, file);
  } catch (error) {
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(systemCode(error) ?? "")) throw error;
    fileSystem.writeNew(file, text, options);
  }
}

/** Returns the code of a system error such as `ENOENT`, or undefined for any other value. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : undefined;
}
