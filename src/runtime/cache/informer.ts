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

/** Receives the results of one list+watch. {@link Informer} implements it. */
export interface ChangeSink<T> {
  /** Receives a complete list, as of `resourceVersion`. */
  replace(scope: Scope, items: readonly T[], resourceVersion: string): void;
  apply(scope: Scope, type: "ADDED" | "MODIFIED" | "DELETED", object: T): void;
  /** Reports that all changes up to this version have been delivered. */
  advance(scope: Scope, resourceVersion: string): void;
}

/** The part of each object that an informer contains. */
export type InformerView = "whole" | "metadata";

export interface InformerOptions<T extends KubeObject> {
  readonly kind: Kind<T>;
  /** Default: whole objects. */
  readonly view?: InformerView;
  readonly log: Logger;
}

/** The writer of an object, and the version that the write was based on. */
export interface WriteOrigin {
  readonly by: object;
  readonly basis: Basis;
}

/**
 * The known objects of one kind, with subscribers to their changes. Ignores data that is not newer than the known
 * state, so that the same change may come from a watch, from a list, and as the response to a write of this process.
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

  /** Whether the kind is optional in the cluster. Callers then must not wait for its first list. */
  get isOptional(): boolean {
    return this.#isOptional;
  }

  allowMissing(): void {
    this.#isOptional = true;
  }

  /** The options of the cache. */
  get options(): CacheForOptions<T> {
    return this.#options;
  }

  /**
   * Sets the options. Must be called before the first list. @throws TsopError `cluster/invalid-request` if `labels`
   * is not a selector
   */
  configure(options: CacheForOptions<T>): void {
    this.#matches = createMatcher(options);
    this.#options = options;
  }

  /**
   * Sets the scopes to watch. Must be called before the first list of a scope. Scopes that are no longer included
   * remain until `drop`.
   */
  cover(scopes: readonly Scope[]): void {
    this.#scopes.cover(scopes);
  }

  /**
   * Ends a scope. Its objects, unless another scope contains them, leave the cache without a delete event, because they
   * still exist.
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

  /** Returns true if the lists of all these scopes are complete. */
  hasListed(scopes: readonly Scope[]): boolean {
    return this.#scopes.hasListed(scopes);
  }

  /** The resourceVersion of a list from the cache: the oldest of its scopes. */
  get resourceVersion(): string | undefined {
    return this.#scopes.resourceVersion;
  }

  get size(): number {
    return this.#store.size;
  }

  /** Resolves when {@link isSynced} becomes true. */
  waitForSync(): Promise<void> {
    return this.#scopes.waitForSync();
  }

  /** Resolves when the lists of these scopes are complete, or when other scopes replace them. */
  waitForLists(scopes: readonly Scope[]): Promise<void> {
    return this.#scopes.waitForLists(scopes);
  }

  /**
   * Returns true if the informer contains all objects of the namespace, or (undefined) of all namespaces that this
   * process watches.
   */
  covers(namespace: string | undefined): boolean {
    return namespace === undefined || this.#scopes.isListedIn(namespace);
  }

  get(key: ObjectKey): T | undefined {
    return this.#store.get(key);
  }

  /** Returns the objects of one namespace, or all objects. */
  values(namespace?: string): Iterable<T> {
    return this.#store.values(namespace);
  }

  get indexNames(): string[] {
    return this.#indexes.names;
  }

  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    this.#indexes.add(name, valuesOf, this.#store.values());
  }

  /** Returns the objects that match all these values, by the name of the index. */
  select(wanted: Readonly<Record<string, string>>, namespace?: string): Iterable<T> {
    return this.#indexes.select(wanted, namespace);
  }

  /** Returns the part of an object from the API server that this informer would have received: a copy. */
  viewOf(object: T): T {
    if (this.view === "whole") return copyJson(object);
    const { apiVersion, kind, metadata } = object;
    // Callers that request metadata know that the object has no other fields.
    return copyJson({ apiVersion, kind, metadata }) as T;
  }

  /** Returns whether the informer's options select an object. */
  wants(object: T): boolean {
    return this.#matches(object);
  }

  /** Calls the handler for every known object, then for every change. Returns a function that ends the subscription. */
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
   * Applies the API server's response to a write of this process, so that the next read of the cache sees it. Ignores a
   * response that is older than the watch, because the object may already be deleted. The watch's own event for this
   * write then changes nothing.
   */
  observeWrite(object: T, origin?: WriteOrigin): void {
    const { namespace, resourceVersion } = object.metadata;
    const seen = this.#scopes.seenIn(namespace);
    if (seen === undefined && this.#matches(object)) this.#scopes.awaitVersion(namespace, resourceVersion);
    if (!isNewer(resourceVersion, seen) || this.#deletions.hidesWrite(object)) return;
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

  /** Applies the information that this object no longer exists. */
  observeDeletion(object: KubeObject, origin?: WriteOrigin): void {
    const known = this.#store.get(object.metadata);
    if (known === undefined || known.metadata.uid !== object.metadata.uid) return; // the watch is further ahead
    const by = origin !== undefined && isFrom(known, object, origin.basis) ? origin.by : undefined;
    this.#deletions.add(known);
    this.#remove(known, known, by);
  }

  /**
   * Returns true if the known object is a write of this process that is newer than the list. A consistent list
   * overrides everything else that is known, because it comes from the watch: an API server that was restored from a
   * backup can go back in time.
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

  /** Removes an object, and reports its deletion with its last state. */
  #remove(known: T, last = known, by?: object): void {
    this.#take(known);
    this.#handlers.tell({ kind: "deleted", object: last }, by);
  }
}

/** Returns whether the object differs from the known one only by the write. States in between are never reported. */
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
