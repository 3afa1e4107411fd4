import { copyJson } from "../../core/json.js";
import type { Kind, KubeObject, ObjectKey } from "../../kube/objects.js";
import type { Logger } from "../logger.js";
import type { Basis } from "../own-writes/based-on.js";
import type { CacheForOptions } from "./cache-options.js";
import { FieldIndexes, type IndexFunction } from "./field-indexes.js";
import { toKeptObject } from "./informer-object.js";
import { type ChangeHandler, ChangeHandlers } from "./object-change.js";
import { OwnDeletions } from "./own-deletions.js";
import { isNewer, isOlderOrSame } from "./resource-version.js";
import { createMatcher } from "./selection.js";
import { Store } from "./store.js";
import { type Scope, WatchedScopes } from "./watched-scopes.js";

/** Takes what one list+watch brings. Implemented by {@link Informer}. */
export interface ChangeSink<T> {
  /** A whole list, as of `resourceVersion`. */
  replace(scope: Scope, items: readonly T[], resourceVersion: string): void;
  apply(scope: Scope, type: "ADDED" | "MODIFIED" | "DELETED", object: T): void;
  /** Everything up to here has been told. */
  advance(scope: Scope, resourceVersion: string): void;
}

/** How much of each object an informer has. */
export type InformerView = "whole" | "metadata";

export interface InformerOptions<T extends KubeObject> {
  readonly kind: Kind<T>;
  /** Default: whole objects. */
  readonly view?: InformerView;
  readonly log: Logger;
}

/** Who has written, and on what. */
export interface WriteOrigin {
  readonly by: object;
  readonly basis: Basis;
}

/**
 * The known objects of one kind, and those who want to hear of changes. What is not newer than what is known changes
 * nothing, so that the same change may come from a watch, from a list and as the answer to an own write.
 */
export class Informer<T extends KubeObject> implements ChangeSink<T> {
  readonly kind: Kind<T>;
  readonly view: InformerView;
  readonly #log: Logger;
  readonly #scopes = new WatchedScopes();
  readonly #store = new Store<T>();
  readonly #indexes: FieldIndexes<T>;
  readonly #handlers: ChangeHandlers<T>;
  readonly #deletions = new OwnDeletions();
  #options: CacheForOptions<T> = {};
  #matches = createMatcher({});
  #isOptional = false;

  constructor({ kind, view = "whole", log }: InformerOptions<T>) {
    this.kind = kind;
    this.view = view;
    this.#log = log;
    this.#indexes = new FieldIndexes(log);
    this.#handlers = new ChangeHandlers(log);
  }

  /** Whether its API server may do without the kind: then nobody is to wait for its first list. */
  get isOptional(): boolean {
    return this.#isOptional;
  }

  allowMissing(): void {
    this.#isOptional = true;
  }

  /** What is kept, and how. */
  get options(): CacheForOptions<T> {
    return this.#options;
  }

  /** To be called before the first list. @throws TsopError `cluster/invalid-request` when the labels are no selector */
  configure(options: CacheForOptions<T>): void {
    this.#matches = createMatcher(options);
    this.#options = options;
  }

  /** What there is to watch. Has to be known before the first list of a scope; what it leaves out stays until `drop`. */
  cover(scopes: readonly Scope[]): void {
    this.#scopes.cover(scopes);
  }

  /**
   * Ends a scope. Its objects, unless another scope has them, leave the cache without a word: they still exist, so nobody
   * is told that they were deleted.
   */
  drop(scope: Scope): void {
    this.#scopes.drop(scope);
    for (const object of [...this.#store.values(scope)]) {
      if (this.#scopes.seenIn(object.metadata.namespace) === undefined) this.#take(object);
    }
  }

  /** True once the first list of every scope is complete; scopes that are added later do not change that. */
  get isSynced(): boolean {
    return this.#scopes.isSynced;
  }

  /** True if the lists of all these scopes are complete. */
  hasListed(scopes: readonly Scope[]): boolean {
    return this.#scopes.hasListed(scopes);
  }

  /** The resourceVersion that a list of the cache can claim: the oldest of its scopes. */
  get resourceVersion(): string | undefined {
    return this.#scopes.resourceVersion;
  }

  get size(): number {
    return this.#store.size;
  }

  /** Resolves when {@link isSynced}; never, if that never comes. */
  waitForSync(): Promise<void> {
    return this.#scopes.waitForSync();
  }

  /** Resolves when the lists of these scopes are complete, or others are wanted. */
  waitForLists(scopes: readonly Scope[]): Promise<void> {
    return this.#scopes.waitForLists(scopes);
  }

  /** True if all objects of the namespace are in here, or (undefined) all that this process is to see. */
  covers(namespace: string | undefined): boolean {
    return namespace === undefined || this.#scopes.seenIn(namespace) !== undefined;
  }

  get(key: ObjectKey): T | undefined {
    return this.#store.get(key);
  }

  /** The objects of one namespace, or all of them. */
  values(namespace?: string): Iterable<T> {
    return this.#store.values(namespace);
  }

  get indexNames(): string[] {
    return this.#indexes.names;
  }

  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    this.#indexes.add(name, valuesOf, this.#store.values());
  }

  /** The objects that are found under all these values, by the name of the index. */
  select(wanted: Readonly<Record<string, string>>, namespace?: string): Iterable<T> {
    return this.#indexes.select(wanted, namespace);
  }

  /** What of an object, which the API server has answered with, this informer would have been sent: a copy. */
  viewOf(object: T): T {
    if (this.view === "whole") return copyJson(object);
    const { apiVersion, kind, metadata } = object;
    // Those who ask for metadata know that there is nothing else.
    return copyJson({ apiVersion, kind, metadata }) as T;
  }

  /** Whether an object is among those that are to be kept. */
  wants(object: T): boolean {
    return this.#matches(object);
  }

  /** Calls back for every object that is known, then for every change. Returns what ends that. */
  onChange(handler: ChangeHandler<T>): () => void {
    return this.#handlers.add(handler, this.#store.values());
  }

  replace(scope: Scope, items: readonly T[], resourceVersion: string): void {
    if (!this.#scopes.has(scope)) return;
    const hidden = this.#deletions.leftOut(scope, items);
    const missing = new Set(this.#store.values(scope));
    for (const item of items) {
      const { namespace, uid } = item.metadata;
      const known = this.#store.get(item.metadata);
      if (known !== undefined) missing.delete(known);
      if (hidden.has(uid)) continue;
      if (this.#scopes.isBehind(scope, namespace, resourceVersion)) continue;
      if (!this.#isOwnWriteAfter(scope, resourceVersion, known)) this.#put(item);
    }
    for (const known of missing) {
      if (this.#scopes.isBehind(scope, known.metadata.namespace, resourceVersion)) continue;
      if (!this.#isOwnWriteAfter(scope, resourceVersion, known)) this.#remove(known);
    }
    this.#scopes.setSeen(scope, resourceVersion);
  }

  apply(scope: Scope, type: "ADDED" | "MODIFIED" | "DELETED", object: T): void {
    const { resourceVersion, namespace } = object.metadata;
    if (!this.#scopes.has(scope)) return;
    const isKnown = isOlderOrSame(resourceVersion, this.#scopes.seenIn(namespace));
    this.advance(scope, resourceVersion);
    if (isKnown || this.#deletions.hides(type, object)) return;
    const known = this.#store.get(object.metadata);
    if (known !== undefined && isOlderOrSame(resourceVersion, known.metadata.resourceVersion)) return;
    if (type !== "DELETED") this.#put(object);
    else if (known !== undefined) this.#remove(known, toKeptObject(object, this.#options, this.#log));
  }

  advance(scope: Scope, resourceVersion: string | undefined): void {
    this.#scopes.advance(scope, resourceVersion);
  }

  /**
   * Takes the API server's answer to an own write, so that the next read of the cache sees it. An answer that the watch
   * has overtaken is left out: the object may be gone again by now. The watch's own copy then is no change any more.
   */
  observeWrite(object: T, origin?: WriteOrigin): void {
    const { namespace, resourceVersion } = object.metadata;
    if (!isNewer(resourceVersion, this.#scopes.seenIn(namespace)) || this.#deletions.hidesWrite(object)) return;
    const known = this.#store.get(object.metadata);
    if (known !== undefined && !isNewer(resourceVersion, known.metadata.resourceVersion)) return;
    const by = origin !== undefined && isFrom(known, object, origin.basis) ? origin.by : undefined;
    if (this.#matches(object)) {
      this.#put(object, by);
    } else if (known !== undefined) {
      this.#deletions.add(known, resourceVersion);
      this.#remove(known, known, by);
    }
  }

  /** Takes the news that this very object does not exist any more. */
  observeDeletion(object: KubeObject, origin?: WriteOrigin): void {
    const known = this.#store.get(object.metadata);
    if (known === undefined || known.metadata.uid !== object.metadata.uid) return; // the watch has told more
    const by = origin !== undefined && isFrom(known, object, origin.basis) ? origin.by : undefined;
    this.#deletions.add(known);
    this.#remove(known, known, by);
  }

  /**
   * A consistent list is the truth, even where an API server that was restored from a backup goes back in time. Only what
   * we wrote after it was made is newer; all else that we know, a watch has told.
   */
  #isOwnWriteAfter(scope: Scope, listed: string, known: T | undefined): boolean {
    const resourceVersion = known?.metadata.resourceVersion;
    return isNewer(resourceVersion, listed) && isNewer(resourceVersion, this.#scopes.seen(scope));
  }

  #put(sent: T, by?: object): void {
    const object = toKeptObject(sent, this.#options, this.#log);
    const known = this.#store.get(object.metadata);
    const before = known?.metadata.uid === object.metadata.uid ? known : undefined;
    if (before !== undefined) this.#indexes.remove(before);
    else if (known !== undefined) this.#remove(known);
    this.#store.set(object);
    this.#indexes.insert(object);
    if (before === undefined) this.#handlers.tell({ kind: "added", object }, by);
    else if (before.metadata.resourceVersion !== object.metadata.resourceVersion) {
      this.#handlers.tell({ kind: "updated", before, object }, by);
    }
  }

  #take(known: T): void {
    this.#store.delete(known.metadata);
    this.#indexes.remove(known);
  }

  /** Takes an object out, and tells so with its last state. */
  #remove(known: T, last = known, by?: object): void {
    this.#take(known);
    this.#handlers.tell({ kind: "deleted", object: last }, by);
  }
}

/** Whether the object differs from what was known by nothing but the write. Nobody is told of what lies between the two. */
function isFrom(known: KubeObject | undefined, { metadata }: KubeObject, basis: Basis): boolean {
  switch (basis.kind) {
    case "version":
      return known?.metadata.uid === metadata.uid && known?.metadata.resourceVersion === basis.resourceVersion;
    case "nothing":
      return known?.metadata.uid !== metadata.uid;
    case "unknown":
      return false;
  }
}
