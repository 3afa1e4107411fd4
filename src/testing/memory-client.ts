import { randomBytes } from "node:crypto";
import { type Clock, systemClock } from "../core/clock.js";
import { checkExact } from "../kube/access.js";
import type {
  Applicable,
  ApplyOptions,
  Creatable,
  DeleteAllOfOptions,
  DeleteOptions,
  GetOptions,
  LiveClient,
  Patch,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "../kube/client.js";
import { checkIdentity, checkKind } from "../kube/given-object.js";
import { freezeObject } from "../kube/json.js";
import type { Kind } from "../kube/kind.js";
import type { KubeObject, ObjectKey, ObjectList } from "../kube/objects.js";
import type { CachedListOptions, ManagerClient } from "../runtime/manager-client.js";
import { namespaceMissing, segment } from "../kube/resource-path.js";
import type { SubresourceAccess } from "../kube/subresource.js";
import { applyFields, type Half, ownersAfterUpdate, type Writer } from "./in-memory/apply.js";
import { checkPreconditions, deleteObject, storeOrRemove } from "./in-memory/deletion.js";
import { prepareNew, prepareSeed, prepareUpdate, toWire } from "./in-memory/lifecycle.js";
import { metadataOf } from "./in-memory/metadata.js";
import { pageOf } from "./in-memory/page.js";
import { patched } from "./in-memory/patch.js";
import {
  alreadyExists,
  applyConflict,
  conflict,
  immutableUid,
  notFound,
  versionOnCreate,
} from "./in-memory/refusals.js";
import { createIndexMatcher, type MemoryIndex, namesOf } from "./in-memory/indexes.js";
import { checkPatched, fieldsToApply } from "./in-memory/request.js";
import { parseSelector } from "./in-memory/select.js";
import { type Entry, MemoryStore } from "./in-memory/store.js";
import { memorySubresource } from "./in-memory/subresources.js";
import { watchStore } from "./in-memory/watch.js";

/**
 * What a memory client begins with.
 *
 * @example
 * ```ts
 * import { ConfigMap } from "tsop/k8s/core/v1";
 * import { createMemoryClient, type MemoryClientOptions } from "tsop/testing";
 *
 * const metadata = { namespace: "default", name: "a" };
 * const options: MemoryClientOptions = { objects: [{ apiVersion: "v1", kind: "ConfigMap", metadata }] };
 * export const list = await createMemoryClient(options).list(ConfigMap);
 * ```
 */
export interface MemoryClientOptions {
  /**
   * Objects that are there from the start: with their status, and with the uid, generation, creationTimestamp and
   * deletionTimestamp that they name. Their fields count as set by the manager `before-first-apply`, the API server's name
   * for whoever wrote before anybody applied. Default: none.
   */
  readonly objects?: readonly KubeObject[];
  /** The indexes that the manager's cache has, for reads by them. Default: none. */
  readonly indexes?: readonly MemoryIndex[];
  /** Where timestamps and the `timeoutSeconds` of watches come from. Default: the system's clock. */
  readonly clock?: Clock;
}

/**
 * A client without a cluster, for the tests of reconcilers: objects are kept in memory, and treated as the API server
 * treats them as far as a reconciler notices. It gives out copies with uid, resourceVersion, generation and timestamps;
 * refuses stale updates; keeps the status apart from the rest; knows finalizers, owner references (dependents go with their
 * last owner, at once), generateName, selectors, merge and JSON patches, server-side apply with conflicts, dry runs,
 * watches, scales (`spec.replicas`), evictions (no budget stands in their way) and tokens of service accounts. Refusals are
 * {@link ApiError}s with the code, the reason and the details of the API server's.
 *
 * It has no schemas and no discovery. Nothing is validated, defaulted or pruned; every kind has a status subresource and
 * counts generations; an object without a namespace is cluster-scoped; each apiVersion of a kind is a kind of its own.
 * An apply takes lists whole, but for `metadata.finalizers`, `metadata.ownerReferences` and `status.conditions`, which
 * are merged by item. Who owns which field is known, but not shown in `metadata.managedFields`.
 *
 * @throws TsopError `cluster/invalid-request` when an object is given twice or is deleted already; the client's methods
 * throw it for strategic merge patches, for other subresources and for selecting by another field than `metadata.name` and
 * `metadata.namespace`
 *
 * @example
 * ```ts
 * import { ConfigMap } from "tsop/k8s/core/v1";
 * import { createMemoryClient } from "tsop/testing";
 *
 * const client = createMemoryClient();
 * await client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "default" } });
 * export const created = await client.getOrThrow(ConfigMap, { namespace: "default", name: "a" });
 * ```
 */
export function createMemoryClient({
  objects = [],
  indexes = [],
  clock = systemClock,
}: MemoryClientOptions = {}): LiveClient & ManagerClient {
  const memory = new MemoryStore(clock);
  for (const given of objects) {
    checkIdentity("createMemoryClient()", given);
    const object = prepareSeed(toWire(given), memory);
    const seeds = (["main", "status"] as const).map((half) => ({ manager: "before-first-apply", half }));
    const owners = seeds.flatMap((seed) => ownersAfterUpdate(undefined, object, { ...seed, operation: "Update" }));
    memory.put({ object, owners });
  }
  return new MemoryClient(memory, indexes);
}

const defaultManager = "tsop";

class MemoryClient implements LiveClient, ManagerClient {
  readonly #memory: MemoryStore;
  readonly #indexes: readonly MemoryIndex[];
  readonly status: LiveClient["status"];
  readonly metadata: LiveClient["metadata"] = metadataOf(this);
  // By its name it is a client of bodies of that type.
  readonly subResource = ((name: string) => memorySubresource(this, name, this.#memory.clock)) as SubresourceAccess;

  constructor(memory: MemoryStore, indexes: readonly MemoryIndex[]) {
    this.#memory = memory;
    this.#indexes = indexes;
    this.status = {
      update: (object, options) => this.#update(object, "status", options),
      patch: (kind, key, patch, options) => this.#patch(kind, key, patch, { half: "status", ...options }),
      apply: (object, options) => this.#apply(object, "status", options),
    };
  }

  async get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: GetOptions = {}): Promise<T | undefined> {
    await turn(options);
    checkKind(kind);
    segment(key.name, "name");
    const entry = this.#memory.find(kind, key);
    return entry === undefined ? undefined : hand<T>(entry.object, options);
  }

  async getOrThrow<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: GetOptions = {}): Promise<T> {
    const object = await this.get(kind, key, options);
    if (object === undefined) throw notFound(kind, key.name);
    return object;
  }

  async list<T extends KubeObject>(kind: Kind<T>, options: CachedListOptions = {}): Promise<ObjectList<T>> {
    await turn(options);
    checkKind(kind);
    const isIndexed = createIndexMatcher(kind, options.indexes, this.#indexes);
    const selected = this.#memory.select(parseSelector(kind, options)).filter(isIndexed);
    const { metadata, items } = pageOf(selected, this.#memory.resourceVersion, options);
    return { metadata, items: items.map((object) => hand<T>(object, options)) };
  }

  indexesOf<T extends KubeObject>(kind: Kind<T>): readonly string[] {
    return namesOf(kind, this.#indexes);
  }

  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions = {}): AsyncIterable<WatchEvent<T>> {
    return watchStore(this.#memory, kind, options);
  }

  async create<T extends KubeObject>(object: T | Creatable<T>, options: WriteOptions = {}): Promise<T> {
    await turn(options);
    checkIdentity("create", object);
    const given = toWire(object);
    const { resourceVersion = "" } = given.metadata;
    if (resourceVersion !== "") throw versionOnCreate();
    // It is a whole object now: checkIdentity() wants a name, or one to generate.
    const named = { ...given, metadata: { ...given.metadata, name: this.#nameOf(given) } } as KubeObject;
    const prepared = prepareNew(named, this.#memory);
    const { name } = prepared.metadata;
    if (this.#memory.find(prepared, prepared.metadata) !== undefined) throw alreadyExists(prepared, name);
    return this.#store<T>(undefined, prepared, "main", options);
  }

  update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T> {
    return this.#update(object, "main", options);
  }

  patch<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, patch: Patch, options?: WriteOptions): Promise<T> {
    return this.#patch(kind, key, patch, { half: "main", ...options });
  }

  apply<T extends KubeObject>(object: T | Applicable<T>, options?: ApplyOptions): Promise<T> {
    return this.#apply(object, "main", options);
  }

  async delete<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: DeleteOptions = {}): Promise<void> {
    await turn(options);
    checkKind(kind);
    segment(key.name, "name");
    const entry = this.#memory.find(kind, key);
    if (entry === undefined) return;
    checkPreconditions(entry.object, options.preconditions);
    if (options.dryRun === true) return;
    deleteObject(entry.object, this.#memory, options.propagationPolicy ?? "Background");
  }

  async deleteAllOf<T extends KubeObject>(kind: Kind<T>, options: DeleteAllOfOptions = {}): Promise<void> {
    await turn(options);
    checkKind(kind);
    const selected = this.#memory.select(parseSelector(kind, options));
    const { namespace = "", dryRun = false, propagationPolicy = "Background" } = options;
    if (namespace === "" && selected.some(({ metadata }) => (metadata.namespace ?? "") !== "")) {
      throw namespaceMissing(kind.kind);
    }
    for (const { metadata } of dryRun ? [] : selected) {
      // One may have gone with another that owned it.
      const entry = this.#memory.find(kind, metadata);
      if (entry !== undefined) deleteObject(entry.object, this.#memory, propagationPolicy);
    }
  }

  async #update<T extends KubeObject>(object: T, half: Half, options: WriteOptions = {}): Promise<T> {
    await turn(options);
    checkIdentity("update", object);
    checkExact(object);
    const wanted = toWire(object);
    const before = this.#find(wanted, wanted.metadata);
    return this.#store<T>(before, prepareUpdate(before.object, wanted, half), half, options);
  }

  async #patch<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    patch: Patch,
    { half, ...options }: WriteOptions & { readonly half: Half },
  ): Promise<T> {
    await turn(options);
    checkKind(kind);
    const before = this.#find(kind, key);
    const wanted = checkPatched(before.object, patched(before.object, toWire(patch)));
    return this.#store<T>(before, prepareUpdate(before.object, withVersionOf(before, wanted), half), half, options);
  }

  async #apply<T extends KubeObject>(object: T | Applicable<T>, half: Half, options: ApplyOptions = {}): Promise<T> {
    await turn(options);
    checkIdentity("apply", object);
    // An Applicable has an object's identity, and of the rest any part.
    const fields = fieldsToApply(toWire(object) as unknown as KubeObject, half);
    const { name, uid } = fields.metadata;
    segment(name, "name");
    const before = half === "status" ? this.#find(fields, fields.metadata) : this.#memory.find(fields, fields.metadata);
    if (before === undefined && uid !== undefined) {
      const why = `the provided object specified uid ${uid}, and no existing object was found`;
      throw conflict(fields, name, `uid mismatch: ${why}`);
    }
    const result = applyFields(before, fields, writerOf(options, "Apply", half));
    if (uid !== undefined && before !== undefined && uid !== before.object.metadata.uid) throw immutableUid(fields);
    if (result.conflicts.length > 0 && options.force !== true) throw applyConflict(result.conflicts);
    const after =
      before === undefined
        ? prepareNew(result.object, this.#memory)
        : prepareUpdate(before.object, withVersionOf(before, result.object), half);
    if (options.dryRun === true) return hand<T>(after, {});
    return hand<T>(storeOrRemove({ object: after, owners: result.owners }, this.#memory), {});
  }

  #store<T extends KubeObject>(before: Entry | undefined, after: KubeObject, half: Half, options: WriteOptions): T {
    if (options.dryRun === true) return hand<T>(after, {});
    const owners = ownersAfterUpdate(before, after, writerOf(options, "Update", half));
    return hand<T>(storeOrRemove({ object: after, owners }, this.#memory), {});
  }

  #find(identity: Pick<KubeObject, "apiVersion" | "kind">, key: ObjectKey): Entry {
    segment(key.name, "name");
    const entry = this.#memory.find(identity, key);
    if (entry === undefined) throw notFound(identity, key.name);
    return entry;
  }

  /** The name, or one that is free and begins with `generateName`. */
  #nameOf({ apiVersion, kind, metadata }: Creatable<KubeObject>): string {
    const { name = "", generateName = "", namespace = "" } = metadata;
    if (name !== "" || generateName === "") return name;
    for (;;) {
      const generated = `${generateName}${randomBytes(3).toString("hex").slice(0, 5)}`;
      if (this.#memory.find({ apiVersion, kind }, { namespace, name: generated }) === undefined) return generated;
    }
  }
}

/** Every call takes a turn of the event loop, as one over a network does, and none begins after its signal. */
async function turn({ signal }: { readonly signal?: AbortSignal }): Promise<void> {
  await Promise.resolve();
  signal?.throwIfAborted();
}

function writerOf({ fieldManager }: WriteOptions, operation: Writer["operation"], half: Half): Writer {
  return { manager: fieldManager ?? defaultManager, operation, half };
}

/** A patch speaks of the object as it is now, unless it names a resourceVersion. */
function withVersionOf(before: Entry, wanted: KubeObject): KubeObject {
  const resourceVersion = wanted.metadata.resourceVersion ?? before.object.metadata.resourceVersion ?? "";
  return { ...wanted, metadata: { ...wanted.metadata, resourceVersion } };
}

/** The store gives objects of the kind that was asked for. */
function hand<T extends KubeObject>(object: KubeObject, { shared }: GetOptions): T {
  return (shared === true ? freezeObject(object) : object) as T;
}
