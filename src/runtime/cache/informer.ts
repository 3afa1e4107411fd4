import type { Kind } from "../../kube/kind.js";
import type { KubeObject, ObjectKey } from "../../kube/objects.js";
import type { Logger } from "../logger.js";
import type { CacheForOptions } from "./cache-options.js";
import { ConditionWaiters } from "./condition-waiters.js";
import { FieldIndexes, type IndexFunction } from "./field-indexes.js";
import { toKeptObject } from "./informer-object.js";
import { OwnDeletions } from "./own-deletions.js";
import { compareResourceVersions, isNewer, isOlderOrSame } from "./resource-version.js";
import { createMatcher } from "./selection.js";
import { Store } from "./store.js";

/** What became of an object. The objects are the cache's own: they are not to be changed. */
export type ObjectChange<T> =
  | { readonly kind: "added"; readonly object: T }
  | { readonly kind: "updated"; readonly before: T; readonly object: T }
  | { readonly kind: "deleted"; readonly object: T };

export type ChangeHandler<T> = (change: ObjectChange<T>) => void;

/** What one list+watch covers: a namespace, or (undefined) everything. */
export type Scope = string | undefined;

/** Takes what one list+watch brings. Implemented by {@link Informer}. */
export interface ChangeSink<T> {
  /** A whole list, as of `resourceVersion`. */
  replace(scope: Scope, items: readonly T[], resourceVersion: string): void;
  apply(scope: Scope, type: "ADDED" | "MODIFIED" | "DELETED", object: T): void;
  /** Everything up to here has been told. */
  advance(scope: Scope, resourceVersion: string): void;
}

export interface InformerOptions<T extends KubeObject> {
  readonly kind: Kind<T>;
  readonly log: Logger;
}

/**
 * The known objects of one kind, and those who want to hear of changes. What is not newer than what is known changes
 * nothing, so that the same change may come from a watch, from a list and as the answer to an own write.
 */
export class Informer<T extends KubeObject> implements ChangeSink<T> {
  readonly kind: Kind<T>;
  readonly #log: Logger;
  /** What is to be watched. */
  #wanted: readonly Scope[] | undefined;
  /** What is being watched: more than is wanted while one scope takes over from another. */
  readonly #watched = new Set<Scope>();
  readonly #store = new Store<T>();
  readonly #indexes: FieldIndexes<T>;
  readonly #handlers = new Set<ChangeHandler<T>>();
  readonly #deletions = new OwnDeletions();
  /** Up to where the watch of each scope has told everything. Absent until its first list is complete. */
  readonly #seen = new Map<Scope, string>();
  readonly #waiters = new ConditionWaiters();
  #options: CacheForOptions<T> = {};
  #matches = createMatcher({});
  #isSynced = false;
  #isOptional = false;

  constructor({ kind, log }: InformerOptions<T>) {
    this.kind = kind;
    this.#log = log;
    this.#indexes = new FieldIndexes(log);
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
    this.#wanted = scopes;
    for (const scope of scopes) this.#watched.add(scope);
    this.#wake();
  }

  /**
   * Ends a scope. Its objects, unless another scope has them, leave the cache without a word: they still exist, so nobody
   * is told that they were deleted.
   */
  drop(scope: Scope): void {
    this.#watched.delete(scope);
    this.#seen.delete(scope);
    for (const object of [...this.#store.values(scope)]) {
      if (this.#seenIn(object.metadata.namespace) === undefined) this.#take(object);
    }
  }

  /** True once the first list of every scope is complete; scopes that are added later do not change that. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** True if the lists of all these scopes are complete. */
  hasListed(scopes: readonly Scope[]): boolean {
    return scopes.every((scope) => this.#seen.has(scope));
  }

  /** The resourceVersion that a list of the cache can claim: the oldest of its scopes. */
  get resourceVersion(): string | undefined {
    return [...this.#seen.values()].sort((a, b) => compareResourceVersions(a, b) ?? 0)[0];
  }

  get size(): number {
    return this.#store.size;
  }

  /** Resolves when {@link isSynced}; never, if that never comes. */
  waitForSync(): Promise<void> {
    return this.#waiters.until(() => this.#isSynced);
  }

  /** Resolves when the lists of these scopes are complete, or others are wanted. */
  waitForLists(scopes: readonly Scope[]): Promise<void> {
    return this.#waiters.until(() => this.#wanted !== scopes || this.hasListed(scopes));
  }

  /** True if all objects of the namespace are in here, or (undefined) all that this process is to see. */
  covers(namespace: string | undefined): boolean {
    return namespace === undefined || this.#seenIn(namespace) !== undefined;
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

  /** Calls back for every object that is known, then for every change. */
  onChange(handler: ChangeHandler<T>): void {
    for (const object of this.#store.values()) this.#tell(handler, { kind: "added", object });
    this.#handlers.add(handler);
  }

  replace(scope: Scope, items: readonly T[], resourceVersion: string): void {
    if (!this.#watched.has(scope)) return;
    const hidden = this.#deletions.leftOut(scope, items);
    const missing = new Set(this.#store.values(scope));
    for (const item of items) {
      const { namespace, uid } = item.metadata;
      const known = this.#store.get(item.metadata);
      if (known !== undefined) missing.delete(known);
      if (uid !== undefined && hidden.has(uid)) continue;
      if (this.#isBehind(scope, namespace, resourceVersion)) continue;
      if (!this.#isOwnWriteAfter(scope, resourceVersion, known)) this.#put(item);
    }
    for (const known of missing) {
      if (this.#isBehind(scope, known.metadata.namespace, resourceVersion)) continue;
      if (!this.#isOwnWriteAfter(scope, resourceVersion, known)) this.#remove(known);
    }
    this.#setSeen(scope, resourceVersion);
  }

  apply(scope: Scope, type: "ADDED" | "MODIFIED" | "DELETED", object: T): void {
    const { resourceVersion, namespace } = object.metadata;
    if (!this.#watched.has(scope)) return;
    const isKnown = isOlderOrSame(resourceVersion, this.#seenIn(namespace));
    this.advance(scope, resourceVersion);
    if (isKnown || this.#deletions.hides(type, object)) return;
    const known = this.#store.get(object.metadata);
    if (known !== undefined && isOlderOrSame(resourceVersion, known.metadata.resourceVersion)) return;
    if (type !== "DELETED") this.#put(object);
    else if (known !== undefined) this.#remove(known, toKeptObject(object, this.#options, this.#log));
  }

  advance(scope: Scope, resourceVersion: string | undefined): void {
    if (resourceVersion === undefined || !this.#watched.has(scope)) return;
    if (!isOlderOrSame(resourceVersion, this.#seen.get(scope))) this.#setSeen(scope, resourceVersion);
  }

  /**
   * Takes the API server's answer to an own write, so that the next read of the cache sees it. An answer that the watch
   * has overtaken is left out: the object may be gone again by now. The watch's own copy then is no change any more.
   */
  observeWrite(object: T): void {
    const { namespace, resourceVersion } = object.metadata;
    if (!isNewer(resourceVersion, this.#seenIn(namespace)) || this.#deletions.hidesWrite(object)) return;
    const known = this.#store.get(object.metadata);
    if (known !== undefined && !isNewer(resourceVersion, known.metadata.resourceVersion)) return;
    if (this.#matches(object)) {
      this.#put(object);
    } else if (known !== undefined) {
      this.#deletions.add(known, resourceVersion);
      this.#remove(known);
    }
  }

  /** Takes the news that this very object, which an own deletion was sent for, does not exist any more. */
  observeDeletion(object: T): void {
    const known = this.#store.get(object.metadata);
    if (known === undefined || known.metadata.uid !== object.metadata.uid) return; // the watch has told more
    this.#deletions.add(known);
    this.#remove(known);
  }

  #setSeen(scope: Scope, resourceVersion: string): void {
    const isFirst = !this.#seen.has(scope);
    this.#seen.set(scope, resourceVersion);
    if (isFirst) this.#wake();
  }

  #wake(): void {
    this.#isSynced ||= this.#wanted !== undefined && this.hasListed(this.#wanted);
    this.#waiters.look();
  }

  /** Up to where everything is known of a namespace. Two scopes have it while one takes over from the other. */
  #seenIn(namespace: string | undefined): string | undefined {
    const everywhere = this.#seen.get(undefined);
    const here = namespace === undefined ? undefined : this.#seen.get(namespace);
    return everywhere === undefined || isNewer(here, everywhere) ? here : everywhere;
  }

  /** True if a list of one scope is older than what another scope has told of the namespace already. */
  #isBehind(scope: Scope, namespace: string | undefined, listed: string): boolean {
    const other = scope === undefined ? namespace : undefined;
    if (other === scope || !this.#seen.has(other)) return false;
    return isNewer(this.#seen.get(other), listed);
  }

  /**
   * A consistent list is the truth, even where an API server that was restored from a backup goes back in time. Only what
   * we wrote after it was made is newer; all else that we know, a watch has told.
   */
  #isOwnWriteAfter(scope: Scope, listed: string, known: T | undefined): boolean {
    const resourceVersion = known?.metadata.resourceVersion;
    return isNewer(resourceVersion, listed) && isNewer(resourceVersion, this.#seen.get(scope));
  }

  #put(sent: T): void {
    const object = toKeptObject(sent, this.#options, this.#log);
    const before = this.#store.get(object.metadata);
    if (before !== undefined && before.metadata.uid !== object.metadata.uid) {
      this.#remove(before);
      this.#keep(object);
      this.#tellAll({ kind: "added", object });
    } else if (before === undefined) {
      this.#keep(object);
      this.#tellAll({ kind: "added", object });
    } else {
      this.#indexes.remove(before);
      this.#keep(object);
      if (before.metadata.resourceVersion === object.metadata.resourceVersion) return;
      this.#tellAll({ kind: "updated", before, object });
    }
  }

  #keep(object: T): void {
    this.#store.set(object);
    this.#indexes.insert(object);
  }

  #take(known: T): void {
    this.#store.delete(known.metadata);
    this.#indexes.remove(known);
  }

  /** Takes an object out, and tells so with its last state. */
  #remove(known: T, last = known): void {
    this.#take(known);
    this.#tellAll({ kind: "deleted", object: last });
  }

  #tellAll(change: ObjectChange<T>): void {
    for (const handler of this.#handlers) this.#tell(handler, change);
  }

  #tell(handler: ChangeHandler<T>, change: ObjectChange<T>): void {
    try {
      handler(change);
    } catch (error) {
      const { namespace, name } = change.object.metadata;
      this.#log.error("a handler of a change failed", { kind: this.kind.kind, namespace, name, error });
    }
  }
}
