/**
 * The data of a server in a file of JSON lines: a head, each object at the time when the file was started, and then each write. A
 * write counts once its line is in the file, so a killed server loses no write that it has acknowledged. A power failure
 * loses the writes that are not on the disk yet.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { TsopError } from "../../core/errors.js";
import type { JsonObject } from "../../core/json.js";
import type { StoredEvent } from "./history.js";
import type { SavedHead, SavedLine } from "./saved-data.js";
import type { Store } from "./store.js";

/** The number of bytes to add to a file before it is rewritten without outdated lines. */
const addedBytes = 4 * 1024 * 1024;

/**
 * The time between two checks that the open file has its name. A file without a name, or without its lines, is found at
 * once. A file that was moved contains all writes until then.
 */
const checkMs = 100;

/** The file operations of a data file, and its clock. */
export const dataFileSystem = {
  /** Creates a file that only its owner can read. An existing file or link with this name is an error. Each write appends. */
  createNew: (file: string): number => openSync(file, "ax", 0o600),
  append: (descriptor: number, bytes: Buffer): void => {
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
  },
  truncate: (descriptor: number, size: number): void => ftruncateSync(descriptor, size),
  sync: (descriptor: number): void => fsyncSync(descriptor),
  rename: (from: string, to: string): void => renameSync(from, to),
  close: (descriptor: number): void => closeSync(descriptor),
  remove: (file: string): void => rmSync(file, { force: true }),
  /** Returns whether the open file still has a name, and at least this size. */
  isWhole: (descriptor: number, least: number): boolean => {
    const { nlink, size } = fstatSync(descriptor);
    return nlink > 0 && size >= least;
  },
  /** Returns whether the open file has this name. */
  isAt: (descriptor: number, file: string): boolean => {
    const found = statSync(file, { throwIfNoEntry: false });
    const open = fstatSync(descriptor);
    return found?.ino === open.ino && found.dev === open.dev;
  },
  /** The time in milliseconds. */
  now: (): number => performance.now(),
};

/** Keeps a file up to date with a store. */
export class DataFile {
  readonly #file: string;
  readonly #store: Store;
  readonly #identity: JsonObject;
  readonly #files: typeof dataFileSystem;
  #descriptor: number | undefined;
  /** The size up to the end of the last complete line. */
  #size = 0;
  /** The size at which the file is rewritten. */
  #limit = 0;
  /** Whether an incomplete line may follow. */
  #isTorn = false;
  /** The time of the next check that the file has its name. */
  #checkAt = 0;

  private constructor(file: string, store: Store, { identity, files }: DataFileParts) {
    this.#file = file;
    this.#store = store;
    this.#identity = identity;
    this.#files = files;
    this.#begin();
    store.recordWith((storageKey, event) => this.#record(storageKey, event));
  }

  /**
   * Writes the stored objects, and from then on each write. Also stores the identity.
   *
   * @throws TsopError `files/write-failed`
   */
  static open(file: string, store: Store, identity: JsonObject, files = dataFileSystem): DataFile {
    try {
      return new DataFile(file, store, { identity, files });
    } catch (cause) {
      throw writeFailed(`cannot store data in ${file}`, cause);
    }
  }

  /**
   * Stops recording, and leaves a file without outdated lines.
   *
   * @throws TsopError `files/write-failed` if the file does not exist and cannot be recreated
   */
  stop(): void {
    this.#store.recordWith(undefined);
    this.#checkAt = 0;
    try {
      this.#begin();
    } catch (cause) {
      // A file with outdated lines is complete, too.
      if (!this.#isInPlace()) throw writeFailed(`cannot store data in ${this.#file}`, cause);
    } finally {
      this.#close();
    }
  }

  /** Records a write. An error rejects the write. */
  #record(storageKey: string, { type, revision, object }: StoredEvent): void {
    const { namespace = "", name = "" } = object.metadata;
    try {
      this.#prepare();
      this.#append(
        type === "DELETED" ? { storageKey, revision, removed: { namespace, name } } : { storageKey, revision, object },
      );
    } catch (cause) {
      throw writeFailed(`cannot write the data file ${this.#file}`, cause);
    }
  }

  /** Makes sure that a line can be appended to the file. */
  #prepare(): void {
    if (!this.#isInPlace()) {
      this.#begin();
      return;
    }
    if (this.#isTorn && this.#descriptor !== undefined) {
      this.#files.truncate(this.#descriptor, this.#size);
      this.#isTorn = false;
    }
    if (this.#size <= this.#limit) return;
    try {
      this.#begin();
    } catch {
      // A disk without space for two files may have space for a line.
      this.#limit = this.#size + addedBytes;
    }
  }

  #append(line: SavedLine): void {
    if (this.#descriptor === undefined) throw new Error("the file is closed");
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    this.#isTorn = true;
    this.#files.append(this.#descriptor, bytes);
    this.#isTorn = false;
    this.#size += bytes.length;
  }

  /** Returns whether the file is still in place: another process may have moved or emptied it. */
  #isInPlace(): boolean {
    if (this.#descriptor === undefined) return false;
    try {
      if (!this.#files.isWhole(this.#descriptor, this.#size)) return false;
      const now = this.#files.now();
      if (now < this.#checkAt) return true;
      if (!this.#files.isAt(this.#descriptor, this.#file)) return false;
      this.#checkAt = now + checkMs;
      return true;
    } catch {
      return false;
    }
  }

  /** Replaces the file with one without history; on failure, the existing file remains. */
  #begin(): void {
    // Write it next to the existing file, so that a killed server leaves the old file or the new one, never half of one.
    const staged = `${this.#file}.${randomBytes(8).toString("hex")}.tmp`;
    const descriptor = this.#files.createNew(staged);
    let size: number;
    try {
      const bytes = this.#whole();
      size = bytes.length;
      this.#files.append(descriptor, bytes);
      this.#files.sync(descriptor);
      this.#files.rename(staged, this.#file);
    } catch (error) {
      this.#files.close(descriptor);
      this.#files.remove(staged);
      throw error;
    }
    this.#close();
    this.#descriptor = descriptor;
    [this.#size, this.#limit, this.#isTorn] = [size, size + Math.max(addedBytes, size), false];
  }

  #whole(): Buffer {
    const { revision } = this.#store;
    const lines = this.#store
      .storageKeys()
      .flatMap((storageKey) => this.#store.list(storageKey).map((object) => JSON.stringify({ storageKey, object })));
    const head: SavedHead = {
      format: "tsop-apiserver",
      version: 2,
      revision,
      objects: lines.length,
      identity: this.#identity,
    };
    return Buffer.from([JSON.stringify(head), ...lines, ""].join("\n"));
  }

  #close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) this.#files.close(descriptor);
  }
}

interface DataFileParts {
  readonly identity: JsonObject;
  readonly files: typeof dataFileSystem;
}

function writeFailed(what: string, cause: unknown): TsopError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new TsopError("files/write-failed", `${what}: ${why}`, { cause });
}
