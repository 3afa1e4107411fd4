import type { ApiObject } from "../api-object.js";

/** A write that has happened. */
export interface StoredEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly revision: number;
  /** After the write; of a delete, the last state with the revision of the delete. */
  readonly object: ApiObject;
  /** Before the write; absent of a create. */
  readonly previous?: ApiObject;
}

/** How long a version can be gone back to, as etcd is compacted by kube-apiserver: every five minutes. */
const keptMs = 5 * 60_000;
/** And how many at most: each keeps an object alive. */
const keptEvents = 10_000;

interface Kept {
  readonly event: StoredEvent;
  readonly at: number;
}

/** The last writes of one resource, for watches that resume and for lists of an older version. */
export class History {
  #kept: Kept[] = [];
  #start = 0;
  /** Up to this revision nothing is known. */
  #compacted: number;

  constructor(revision: number) {
    this.#compacted = revision;
  }

  /** Versions before this one are gone. */
  get compacted(): number {
    return this.#compacted;
  }

  add(event: StoredEvent, now: number): void {
    this.#kept.push({ event, at: now });
    this.#forget(now);
  }

  /** The events after a revision, oldest first; undefined when some of them are gone. */
  since(revision: number): StoredEvent[] | undefined {
    if (revision < this.#compacted) return undefined;
    const first = this.#kept.findLastIndex(({ event }, index) => index < this.#start || event.revision <= revision) + 1;
    return this.#kept.slice(Math.max(first, this.#start)).map(({ event }) => event);
  }

  /** Forgets all versions before a revision. */
  compact(revision: number): void {
    this.#compacted = Math.max(this.#compacted, revision);
    this.#kept = this.#kept.slice(this.#start).filter(({ event }) => event.revision > revision);
    this.#start = 0;
  }

  #forget(now: number): void {
    for (;;) {
      const oldest = this.#kept[this.#start];
      if (oldest === undefined) break;
      if (this.#kept.length - this.#start <= keptEvents && now - oldest.at <= keptMs) break;
      this.#compacted = oldest.event.revision;
      this.#start += 1;
    }
    // Moves the rest to the front now and then, so that each write costs little.
    if (this.#start > 1_000 && this.#start * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#start);
      this.#start = 0;
    }
  }
}
