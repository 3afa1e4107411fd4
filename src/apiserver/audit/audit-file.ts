/** The file of an audit log. */
import { closeSync, openSync, writeSync } from "node:fs";
import { TsopError } from "../../core/errors.js";
import type { AuditLog } from "./audit-log.js";

/** The file operations of an audit log. */
export const auditFileSystem = {
  /** Creates a file that only its owner can read: requests contain secrets. Appends to an existing one. */
  open: (file: string): number => openSync(file, "a", 0o600),
  /** Returns the number of bytes that it wrote, which may be fewer. */
  write: (descriptor: number, bytes: Buffer): number => writeSync(descriptor, bytes),
  close: (descriptor: number): void => closeSync(descriptor),
};

/** Appends lines to a file, each before the next request is handled: a slow disk delays requests, and loses nothing. */
export class AuditFile implements AuditLog {
  readonly #file: string;
  readonly #files: typeof auditFileSystem;
  readonly #descriptor: number;
  /** The lines that the disk has not accepted yet. */
  #waiting: Buffer[] = [];

  private constructor(file: string, files: typeof auditFileSystem) {
    this.#file = file;
    this.#files = files;
    this.#descriptor = files.open(file);
  }

  /** @throws TsopError `files/write-failed` */
  static open(file: string, files = auditFileSystem): AuditFile {
    try {
      return new AuditFile(file, files);
    } catch (cause) {
      throw writeFailed(file, cause);
    }
  }

  /** @throws TsopError `files/write-failed` if the disk does not accept the lines of earlier events */
  ready(): void {
    try {
      this.#flush();
    } catch (cause) {
      throw writeFailed(this.#file, cause);
    }
  }

  write(line: string): void {
    this.#waiting.push(Buffer.from(line));
    try {
      this.#flush();
    } catch {
      // The server accepts no further request until the disk accepts the line.
    }
  }

  /** @throws TsopError `files/write-failed` if the disk does not accept all lines */
  close(): void {
    try {
      this.ready();
    } finally {
      this.#files.close(this.#descriptor);
    }
  }

  #flush(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const written = this.#files.write(this.#descriptor, first);
      if (written < first.length) this.#waiting[0] = first.subarray(written);
      else this.#waiting.shift();
    }
  }
}

function writeFailed(file: string, cause: unknown): TsopError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new TsopError("files/write-failed", `cannot write the audit log ${file}: ${why}`, {
    hint: "Free space on the disk, or name another file with --audit-log.",
    cause,
  });
}
