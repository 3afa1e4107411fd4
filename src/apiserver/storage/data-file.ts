/**
 * What a server stores, in a file of lines of JSON: a head, each object as it was when the file was begun, and from then on
 * each write. A write counts when its line is in the file, so a server that is killed has lost nothing that it answered;
 * what is not on the disk itself yet is lost with the machine's power.
 */
import { appendFileSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { TsopError } from "../../core/errors.js";
import type { JsonObject } from "../json.js";
import type { StoredEvent } from "./history.js";
import type { SavedHead, SavedLine } from "./saved-data.js";
import type { Store } from "./store.js";

/** So much may be added to a file, before it is written anew without what is out of date. */
const addedBytes = 4 * 1024 * 1024;

/** Keeps a file up to date with a store. */
export class DataFile {
  readonly #file: string;
  readonly #store: Store;
  readonly #identity: JsonObject;
  #descriptor: number;
  #bytes = 0;
  #limit = 0;
  /** Whether its last line may be half of one. */
  #isTorn = false;

  private constructor(file: string, store: Store, identity: JsonObject) {
    this.#file = file;
    this.#store = store;
    this.#identity = identity;
    this.#descriptor = this.#begin();
    store.recordWith((storageKey, event) => this.#record(storageKey, event));
  }

  /**
   * Writes what is there, and each write from now on. The identity is kept beside the objects.
   *
   * @throws TsopError `files/write-failed`
   */
  static open(file: string, store: Store, identity: JsonObject): DataFile {
    try {
      return new DataFile(file, store, identity);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new TsopError("files/write-failed", `cannot keep data in ${file}: ${why}`, { cause });
    }
  }

  /** Writes nothing more; the file has no line in vain then. */
  stop(): void {
    this.#store.recordWith(undefined);
    closeSync(this.#descriptor);
    closeSync(this.#begin());
  }

  #record(storageKey: string, { type, revision, object }: StoredEvent): void {
    if (this.#isTorn || this.#bytes > this.#limit) {
      closeSync(this.#descriptor);
      this.#descriptor = this.#begin();
    }
    const { namespace = "", name = "" } = object.metadata;
    this.#append(
      type === "DELETED" ? { storageKey, revision, removed: { namespace, name } } : { storageKey, revision, object },
    );
  }

  #append(line: SavedLine): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    this.#isTorn = true;
    appendFileSync(this.#descriptor, bytes);
    this.#isTorn = false;
    this.#bytes += bytes.length;
  }

  /** Puts a file without history in the place of the one that is there; returns the descriptor to go on with. */
  #begin(): number {
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
    const bytes = Buffer.from([JSON.stringify(head), ...lines, ""].join("\n"));
    // Beside it, so that a server that is killed leaves the file from before or the new one, never half of one.
    const staged = `${this.#file}.${process.pid}.tmp`;
    const descriptor = openSync(staged, "w", 0o600);
    try {
      appendFileSync(descriptor, bytes);
      fsyncSync(descriptor);
      renameSync(staged, this.#file);
    } catch (error) {
      closeSync(descriptor);
      rmSync(staged, { force: true });
      throw error;
    }
    [this.#bytes, this.#limit, this.#isTorn] = [0, Math.max(addedBytes, bytes.length), false];
    return descriptor;
  }
}
