import type { ApiObject } from "../api-object.js";
import type { StoredObjects } from "../resource.js";
import { History, type StoredEvent } from "./history.js";
import { SortedKeys } from "./sorted-keys.js";

export type StoreListener = (event: StoredEvent) => void;

/** Records a write before it counts; if it throws, the write fails. */
export type Journal = (storageKey: string, event: StoredEvent) => void;

/** The writes of a {@link Store}, which may take time. */
export interface StoreWriter {
  create(storageKey: string, object: ApiObject): Written | Promise<Written>;
  replace(storageKey: string, previous: ApiObject, object: ApiObject): Written | Promise<Written>;
  remove(storageKey: string, previous: ApiObject): Written | Promise<Written>;
}

/** The object as it is stored; undefined if another write came first. */
export type Written = ApiObject | undefined;

interface Collection {
  readonly objects: Map<string, ApiObject>;
  readonly keys: SortedKeys;
  readonly history: History;
  readonly listeners: Set<StoreListener>;
}

/**
 * All objects, with one revision for all writes, like in etcd. No method waits, so a write is complete before the next one
 * starts. A caller that waits between reading and writing passes the object that it read, for comparison.
 */
export class Store implements StoredObjects, StoreWriter {
  readonly #collections = new Map<string, Collection>();
  readonly #listeners = new Set<(storageKey: string, event: StoredEvent) => void>();
  readonly #now: () => number;
  /** The history has no versions before this one. */
  #known: number;
  /** Lists of versions before this one are refused. */
  #oldestListed = 0;
  #revision: number;
  #journal: Journal | undefined;

  /** @param saved - the revision of the last write of an earlier run, whose objects alone are known */
  constructor(now: () => number, saved?: number) {
    this.#now = now;
    this.#revision = saved ?? 1;
    this.#known = saved ?? 0;
  }

  /** The revision of the last write. */
  get revision(): number {
    return this.#revision;
  }

  storageKeys(): string[] {
    return [...this.#collections.keys()];
  }

  get(storageKey: string, namespace: string, name: string): ApiObject | undefined {
    return this.#collections.get(storageKey)?.objects.get(keyOf(namespace, name));
  }

  list(storageKey: string, namespace = ""): readonly ApiObject[] {
    const collection = this.#collections.get(storageKey);
    if (collection === undefined) return [];
    return keysOf(collection.keys, namespace)
      .map((key) => collection.objects.get(key))
      .filter((object) => object !== undefined);
  }

  count(storageKey: string): number {
    return this.#collections.get(storageKey)?.objects.size ?? 0;
  }

  /** Returns all objects of a resource at a revision, in order; undefined if that revision is gone. */
  listAt(storageKey: string, revision: number): readonly ApiObject[] | undefined {
    const collection = this.#collection(storageKey);
    const later = revision < this.#oldestListed ? undefined : collection.history.since(revision);
    if (later === undefined) return undefined;
    if (later.length === 0) return this.list(storageKey);
    const objects = new Map(collection.objects);
    for (const { object, previous } of later.toReversed()) {
      const key = keyOfObject(object);
      if (previous === undefined) objects.delete(key);
      else objects.set(key, previous);
    }
    const entries = [...objects].sort(([left], [right]) => (left < right ? -1 : 1));
    return entries.map(([, object]) => object);
  }

  /** Stores a new object, and returns it with its resource version; undefined if the name is taken. */
  create(storageKey: string, object: ApiObject): ApiObject | undefined {
    return this.#write(storageKey, "ADDED", undefined, object);
  }

  /** Replaces an object; returns undefined if `previous` is no longer the stored object. */
  replace(storageKey: string, previous: ApiObject, object: ApiObject): ApiObject | undefined {
    return this.#write(storageKey, "MODIFIED", previous, object);
  }

  /** Removes an object, and returns its last state with the revision of the delete; undefined as with `replace`. */
  remove(storageKey: string, previous: ApiObject): ApiObject | undefined {
    return this.#write(storageKey, "DELETED", previous, previous);
  }

  /** Returns the events after a revision; undefined if some of them are gone. */
  eventsSince(storageKey: string, revision: number): StoredEvent[] | undefined {
    return this.#collection(storageKey).history.since(revision);
  }

  /** Calls the listener at each write from now on; returns a function that unsubscribes it. */
  subscribe(storageKey: string, listener: StoreListener): () => void {
    const { listeners } = this.#collection(storageKey);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  subscribeToAll(listener: (storageKey: string, event: StoredEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sets the journal, in place of the previous one; `undefined` ends recording. */
  recordWith(journal: Journal | undefined): void {
    this.#journal = journal;
  }

  /** Discards all versions except the newest: watches and lists of older versions are answered 410. */
  compact(): void {
    this.#known = this.#revision;
    for (const { history } of this.#collections.values()) history.compact(this.#revision);
  }

  /** Discards the versions before a revision for lists alone. */
  expireBefore(revision: number): void {
    this.#oldestListed = revision;
  }

  /** Restores a saved object with its resource version; does not notify listeners. */
  restore(storageKey: string, object: ApiObject): void {
    const collection = this.#collection(storageKey);
    const key = keyOfObject(object);
    collection.objects.set(key, object);
    collection.keys.add(key);
  }

  /** Removes a saved object; does not notify listeners. */
  forget(storageKey: string, namespace: string, name: string): void {
    const collection = this.#collection(storageKey);
    const key = keyOf(namespace, name);
    collection.objects.delete(key);
    collection.keys.delete(key);
  }

  /** Takes over a write of another store, with the version that the object has there. */
  apply(storageKey: string, type: "PUT" | "DELETED", object: ApiObject): void {
    const previous = this.#collection(storageKey).objects.get(keyOfObject(object));
    if (type === "DELETED" && previous === undefined) return;
    this.advance(Number(object.metadata.resourceVersion));
    const event = { revision: this.#revision, object };
    if (previous === undefined) this.#commit(storageKey, { ...event, type: "ADDED" });
    else this.#commit(storageKey, { ...event, type: type === "PUT" ? "MODIFIED" : type, previous });
  }

  /** Raises the revision: there is no later write up to this one. */
  advance(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
  }

  #collection(storageKey: string): Collection {
    let collection = this.#collections.get(storageKey);
    if (collection === undefined) {
      const history = new History(this.#known);
      collection = { objects: new Map(), keys: new SortedKeys(), history, listeners: new Set() };
      this.#collections.set(storageKey, collection);
    }
    return collection;
  }

  #write(
    storageKey: string,
    type: StoredEvent["type"],
    previous: ApiObject | undefined,
    given: ApiObject,
  ): ApiObject | undefined {
    const collection = this.#collection(storageKey);
    const key = keyOfObject(previous ?? given);
    if (collection.objects.get(key) !== previous) return undefined;
    const revision = ++this.#revision;
    const object = { ...given, metadata: { ...given.metadata, resourceVersion: String(revision) } };
    const event = previous === undefined ? { type, revision, object } : { type, revision, object, previous };
    this.#journal?.(storageKey, event);
    this.#commit(storageKey, event);
    return object;
  }

  #commit(storageKey: string, event: StoredEvent): void {
    const collection = this.#collection(storageKey);
    const { type, object, previous } = event;
    const key = keyOfObject(object);
    if (type === "DELETED") {
      collection.objects.delete(key);
      collection.keys.delete(key);
    } else {
      collection.objects.set(key, object);
      if (previous === undefined) collection.keys.add(key);
    }
    collection.history.add(event, this.#now());
    for (const listener of collection.listeners) listener(event);
    for (const listener of this.#listeners) listener(storageKey, event);
  }
}

/** Returns the keys of a namespace; all keys if it is empty. */
function keysOf(keys: SortedKeys, namespace: string): readonly string[] {
  if (namespace === "") return keys.all;
  // "0" is the next character after "/".
  return keys.all.slice(keys.indexAfter(`${namespace}/`), keys.indexAfter(`${namespace}0`));
}

/** Returns `namespace/name`; `/name` for a cluster-scoped object. */
function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

export function keyOfObject({ metadata }: ApiObject): string {
  return keyOf(metadata.namespace ?? "", metadata.name ?? "");
}
