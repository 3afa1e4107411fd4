import type { ApiObject } from "../api-object.js";

/** A completed write. */
export interface StoredEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly revision: number;
  /** The object after the write; for a delete, the last state with the revision of the delete. */
  readonly object: ApiObject;
  /** The object before the write; absent for a create. */
  readonly previous?: ApiObject;
}

/** How long the history keeps a version: five minutes, like kube-apiserver's compaction of etcd. */
const keptMs = 5 * 60_000;
/** The most events that the history keeps: each keeps an object in memory. */
const keptEvents = 10_000;

interface Kept {
  readonly event: StoredEvent;
  readonly at: number;
}

/** The last writes of one resource, for watches that resume and for lists of an older version. */
export class History {
  #kept: Kept[] = [];
  #start = 0;
  /** The history has no events up to this revision. */
  #compacted: number;

  constructor(revision: number) {
    this.#compacted = revision;
  }

  /** Versions before this one are discarded. */
  get compacted(): number {
    return this.#compacted;
  }

  add(event: StoredEvent, now: number): void {
    this.#kept.push({ event, at: now });
    this.#forget(now);
  }

  /** Returns the events after a revision, oldest first; undefined if some of them are gone. */
  since(revision: number): StoredEvent[] | undefined {
    if (revision < this.#compacted) return undefined;
    const first = this.#kept.findLastIndex(({ event }, index) => index < this.#start || event.revision <= revision) + 1;
    return this.#kept.slice(Math.max(first, this.#start)).map(({ event }) => event);
  }

  /** Discards all versions before a revision. */
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
    // Move the rest to the front only now and then, so that each write costs little.
    if (this.#start > 1_000 && this.#start * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#start);
      this.#start = 0;
    }
  }
}
