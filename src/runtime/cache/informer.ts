import type { Kind } from "../../kube/kind.js";
import type { KubeObject, ObjectKey } from "../../kube/objects.js";
import type { Logger } from "../logger.js";
import { compareResourceVersions } from "./resource-version.js";
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
  #scopes: readonly Scope[] | undefined;
  readonly #store = new Store<T>();
  readonly #handlers = new Set<ChangeHandler<T>>();
  /** Up to where the watch of each scope has told everything. Absent until its first list is complete. */
  readonly #seen = new Map<Scope, string>();
  readonly #whenSynced: (() => void)[] = [];

  constructor({ kind, log }: InformerOptions<T>) {
    this.kind = kind;
    this.#log = log;
  }

  /** What there is to watch. Has to be known before the first list. */
  cover(scopes: readonly Scope[]): void {
    this.#scopes = scopes;
  }

  /** True once the first list of every scope is complete. */
  get isSynced(): boolean {
    return this.#scopes?.every((scope) => this.#seen.has(scope)) ?? false;
  }

  /** The resourceVersion that a list of the cache can claim: the oldest of its scopes. */
  get resourceVersion(): string | undefined {
    return [...this.#seen.values()].sort((a, b) => compareResourceVersions(a, b) ?? 0)[0];
  }

  /** Resolves when {@link isSynced}; never, if that never comes. */
  async waitForSync(): Promise<void> {
    if (!this.isSynced) await new Promise<void>((resolve) => this.#whenSynced.push(resolve));
  }

  /** True if all objects of the namespace are in here, or (undefined) all that this process is to see. */
  covers(namespace: string | undefined): boolean {
    return (
      namespace === undefined || (this.#scopes?.some((scope) => scope === undefined || scope === namespace) ?? false)
    );
  }

  get(key: ObjectKey): T | undefined {
    return this.#store.get(key);
  }

  /** The objects of one namespace, or all of them. */
  values(namespace?: string): Iterable<T> {
    return this.#store.values(namespace);
  }

  /** Calls back for every object that is known, then for every change. */
  onChange(handler: ChangeHandler<T>): void {
    for (const object of this.#store.values()) this.#tell(handler, { kind: "added", object });
    this.#handlers.add(handler);
  }

  replace(scope: Scope, items: readonly T[], resourceVersion: string): void {
    const listed = new Store<T>();
    for (const item of items) {
      listed.set(item);
      if (!this.#isOwnWriteAfter(scope, resourceVersion, this.#store.get(item.metadata))) this.#put(item);
    }
    for (const known of [...this.#store.values(scope)]) {
      if (listed.get(known.metadata) !== undefined) continue;
      if (!this.#isOwnWriteAfter(scope, resourceVersion, known)) this.#remove(known);
    }
    this.#setSeen(scope, resourceVersion);
  }

  apply(scope: Scope, type: "ADDED" | "MODIFIED" | "DELETED", object: T): void {
    const { resourceVersion } = object.metadata;
    if (isOlderOrSame(resourceVersion, this.#seen.get(scope))) return;
    this.advance(scope, resourceVersion);
    const known = this.#store.get(object.metadata);
    if (known !== undefined && isOlderOrSame(resourceVersion, known.metadata.resourceVersion)) return;
    if (type !== "DELETED") this.#put(object);
    else if (known !== undefined) this.#remove(object);
  }

  advance(scope: Scope, resourceVersion: string | undefined): void {
    if (resourceVersion === undefined || isOlderOrSame(resourceVersion, this.#seen.get(scope))) return;
    this.#setSeen(scope, resourceVersion);
  }

  /**
   * Takes the API server's answer to an own write, so that the next read of the cache sees it. An answer that the watch
   * has overtaken is left out: the object may be gone again by now. The watch's own copy then is no change any more.
   */
  observeWrite(object: T): void {
    const { namespace, resourceVersion } = object.metadata;
    const scope = this.#scopes?.includes(undefined) === true ? undefined : namespace;
    if (!isNewer(resourceVersion, this.#seen.get(scope))) return;
    const known = this.#store.get(object.metadata);
    if (known === undefined || isNewer(resourceVersion, known.metadata.resourceVersion)) this.#put(object);
  }

  #setSeen(scope: Scope, resourceVersion: string): void {
    this.#seen.set(scope, resourceVersion);
    if (this.isSynced) for (const resolve of this.#whenSynced.splice(0)) resolve();
  }

  /**
   * A consistent list is the truth, even where an API server that was restored from a backup goes back in time. Only what
   * we wrote after it was made is newer; all else that we know, a watch has told.
   */
  #isOwnWriteAfter(scope: Scope, listed: string, known: T | undefined): boolean {
    const resourceVersion = known?.metadata.resourceVersion;
    return isNewer(resourceVersion, listed) && isNewer(resourceVersion, this.#seen.get(scope));
  }

  #put(object: T): void {
    delete object.metadata.managedFields; // often half of an object, and nothing that a reconciler reads
    const before = this.#store.get(object.metadata);
    if (before === undefined || before.metadata.uid !== object.metadata.uid) {
      if (before !== undefined) this.#remove(before);
      this.#store.set(object);
      this.#tellAll({ kind: "added", object });
    } else {
      this.#store.set(object);
      if (before.metadata.resourceVersion === object.metadata.resourceVersion) return;
      this.#tellAll({ kind: "updated", before, object });
    }
  }

  #remove(object: T): void {
    this.#store.delete(object.metadata);
    this.#tellAll({ kind: "deleted", object });
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

function isOlderOrSame(a: string | undefined, b: string | undefined): boolean {
  return (compareResourceVersions(a, b) ?? 1) <= 0;
}

function isNewer(a: string | undefined, b: string | undefined): boolean {
  return (compareResourceVersions(a, b) ?? 0) > 0;
}
