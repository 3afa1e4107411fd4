import { randomBytes } from "node:crypto";
import { type Clock, systemClock } from "../core/clock.js";
import { TsopError } from "../core/errors.js";
import type {
  Applicable,
  ApplyOptions,
  Creatable,
  DeleteOptions,
  GetOptions,
  ListOptions,
  LiveClient,
  Patch,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "../kube/client.js";
import { copyObject, freezeObject } from "../kube/json.js";
import { isPlainObject, type JsonObject } from "../kube/json-value.js";
import type { Kind } from "../kube/kind.js";
import type { KubeObject, ObjectKey, ObjectList } from "../kube/objects.js";
import { applied, applyConflicts, withoutFields } from "./in-memory/apply.js";
import { deleteObject, type Half, prepareNew, prepareUpdate, store } from "./in-memory/lifecycle.js";
import { patched } from "./in-memory/patch.js";
import { alreadyExists, conflict, notFound } from "./in-memory/refusals.js";
import { isSelected } from "./in-memory/select.js";
import { MemoryStore } from "./in-memory/store.js";
import { watchStore } from "./in-memory/watch.js";

export interface MemoryClientOptions {
  /** Objects that are there from the start, with their status. */
  readonly objects?: readonly KubeObject[];
  /** Where `creationTimestamp` and `deletionTimestamp` come from. Default: the system's clock. */
  readonly clock?: Clock;
}

/**
 * A client without a cluster, for the tests of reconcilers: objects are kept in memory, and treated as the API server
 * treats them as far as a reconciler notices. It gives out copies with uid, resourceVersion, generation and timestamps;
 * refuses stale updates; keeps the status apart from the rest; knows finalizers, owner references (dependents go with their
 * last owner), generateName, selectors, merge and JSON patches, server-side apply with conflicts, dry runs and watches.
 *
 * It has no schemas: nothing is validated, defaulted or pruned, lists are applied whole, strategic patches are refused.
 * Every kind has a status subresource; an object is cluster-scoped if it has no namespace.
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
export function createMemoryClient({ objects = [], clock = systemClock }: MemoryClientOptions = {}): LiveClient {
  const memory = new MemoryStore(clock);
  for (const object of objects) {
    const { status } = object as KubeObject & { status?: unknown };
    const prepared = prepareNew(object, memory);
    memory.put(status === undefined ? prepared : ({ ...prepared, status: copyObject(status) } as KubeObject));
  }
  return new MemoryClient(memory);
}

const defaultManager = "tsop";

class MemoryClient implements LiveClient {
  readonly #memory: MemoryStore;
  readonly status: LiveClient["status"];

  constructor(memory: MemoryStore) {
    this.#memory = memory;
    this.status = {
      update: (object, options) => this.#update(object, "status", options),
      patch: (kind, key, patch, options) => this.#patch(kind, key, patch, "status", options),
      apply: (object, options) => this.#apply(object, "status", options),
    };
  }

  async get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: GetOptions = {}): Promise<T | undefined> {
    await turn(options);
    const object = this.#memory.find(kind, key);
    return object === undefined ? undefined : hand<T>(object, options);
  }

  async getOrThrow<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: GetOptions = {}): Promise<T> {
    const object = await this.get(kind, key, options);
    if (object === undefined) throw notFound(kind, key.name);
    return object;
  }

  async list<T extends KubeObject>(kind: Kind<T>, options: ListOptions = {}): Promise<ObjectList<T>> {
    await turn(options);
    const all = this.#memory
      .all()
      .filter((object) => isSelected(object, kind, options))
      .toSorted(byKey);
    const start = options.continue === undefined || options.continue === "" ? 0 : Number(options.continue);
    const end = options.limit === undefined ? all.length : Math.min(start + options.limit, all.length);
    const rest = all.length - end;
    return {
      metadata: {
        resourceVersion: String(this.#memory.resourceVersion),
        ...(rest > 0 ? { continue: String(end), remainingItemCount: rest } : {}),
      },
      items: all.slice(start, end).map((object) => hand<T>(object, options)),
    };
  }

  watch<T extends KubeObject>(kind: Kind<T>, options: WatchOptions = {}): AsyncIterable<WatchEvent<T>> {
    return watchStore(this.#memory, kind, options);
  }

  async create<T extends KubeObject>(object: T | Creatable<T>, options: WriteOptions = {}): Promise<T> {
    await turn(options);
    const { name, generateName = "" } = object.metadata;
    const isNamed = name !== undefined && name !== "";
    const named =
      isNamed || generateName === "" ? name : `${generateName}${randomBytes(3).toString("hex").slice(0, 5)}`;
    // It is a whole object now, but for a name that may be missing: prepareNew() refuses that.
    const whole = { ...object, metadata: { ...object.metadata, name: named } } as KubeObject;
    const prepared = prepareNew(whole, this.#memory);
    if (this.#memory.find(prepared, prepared.metadata) !== undefined)
      throw alreadyExists(prepared, prepared.metadata.name);
    return this.#finish<T>(undefined, prepared, options);
  }

  update<T extends KubeObject>(object: T, options?: WriteOptions): Promise<T> {
    return this.#update(object, "main", options);
  }

  patch<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, patch: Patch, options?: WriteOptions): Promise<T> {
    return this.#patch(kind, key, patch, "main", options);
  }

  apply<T extends KubeObject>(object: T | Applicable<T>, options?: ApplyOptions): Promise<T> {
    return this.#apply(object, "main", options);
  }

  async delete<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: DeleteOptions = {}): Promise<void> {
    await turn(options);
    const object = this.#memory.find(kind, key);
    if (object === undefined) return;
    const { uid, resourceVersion } = options.preconditions ?? {};
    if (uid !== undefined && uid !== object.metadata.uid) throw conflict(kind, key.name, "has another UID");
    if (resourceVersion !== undefined && resourceVersion !== object.metadata.resourceVersion) {
      throw conflict(kind, key.name, "has another resourceVersion");
    }
    if (options.dryRun !== true) deleteObject(object, this.#memory, options.propagationPolicy === "Orphan");
  }

  async #update<T extends KubeObject>(object: T, half: Half, options: WriteOptions = {}): Promise<T> {
    await turn(options);
    const before = this.#memory.find(object, object.metadata);
    if (before === undefined) throw notFound(object, object.metadata.name);
    return this.#finish<T>(before, prepareUpdate(before, object, half), options);
  }

  async #patch<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    patch: Patch,
    half: Half,
    options: WriteOptions = {},
  ): Promise<T> {
    await turn(options);
    const before = this.#memory.find(kind, key);
    if (before === undefined) throw notFound(kind, key.name);
    const wanted = patched(before, patch);
    const isSame = (["apiVersion", "kind"] as const).every((field) => wanted[field] === before[field]);
    if (
      !isSame ||
      wanted.metadata.name !== before.metadata.name ||
      wanted.metadata.namespace !== before.metadata.namespace
    ) {
      throw new TsopError(
        "cluster/invalid-request",
        `a patch cannot change what ${kind.kind} ${key.name} is or is called`,
        {
          hint: "Leave apiVersion, kind, metadata.name and metadata.namespace alone.",
        },
      );
    }
    return this.#finish<T>(before, prepareUpdate(before, wanted, half), options);
  }

  async #apply<T extends KubeObject>(object: T | Applicable<T>, half: Half, options: ApplyOptions = {}): Promise<T> {
    await turn(options);
    const { name } = object.metadata;
    const before = this.#memory.find(object, object.metadata);
    if (before === undefined && half === "status") throw notFound(object, name);
    const manager = `${options.fieldManager ?? defaultManager}${half === "status" ? " (status)" : ""}`;
    // An object is a JSON object; its type does not say so.
    const fields = ownHalf(copyObject(object) as unknown as JsonObject, half);
    const managers = before === undefined ? new Map<string, object>() : new Map(this.#memory.appliedOf(before));
    const input = { current: (before ?? {}) as unknown as JsonObject, applied: managers, manager, fields };
    const conflicts = applyConflicts(input);
    if (conflicts.length > 0 && options.force !== true) {
      throw conflict(object, name, `cannot be applied: ${conflicts.length} conflict(s): ${conflicts.join(", ")}`);
    }
    const after = applied(input) as unknown as KubeObject;
    if (conflicts.length > 0) for (const [other, set] of managers) managers.set(other, withoutFields(set, fields));
    managers.set(manager, fields);
    const prepared = before === undefined ? prepareNew(after, this.#memory) : prepareUpdate(before, after, half);
    if (options.dryRun === true) return hand<T>(prepared, {});
    return hand<T>(store(before, prepared, this.#memory, managers), {});
  }

  #finish<T extends KubeObject>(before: KubeObject | undefined, after: KubeObject, { dryRun }: WriteOptions): T {
    return hand<T>(dryRun === true ? after : store(before, after, this.#memory), {});
  }
}

/** Every call takes a turn of the event loop, as one over a network does, and none begins after its signal. */
async function turn({ signal }: { readonly signal?: AbortSignal }): Promise<void> {
  await Promise.resolve();
  signal?.throwIfAborted();
}

/** The store gives objects of the kind that was asked for. */
function hand<T extends KubeObject>(object: KubeObject, { shared }: GetOptions): T {
  return (shared === true ? freezeObject(object) : object) as T;
}

/** What an apply is about: the identity, and the status or everything else. */
function ownHalf(object: JsonObject, half: Half): JsonObject {
  const { status, ...main } = object;
  if (half === "main") return withoutServerFields(main);
  const { apiVersion, kind, metadata } = main;
  const { name, namespace } = isPlainObject(metadata) ? metadata : {};
  return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, status };
}

function withoutServerFields({ metadata, ...rest }: JsonObject): JsonObject {
  if (!isPlainObject(metadata)) return rest;
  const serverFields = [
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "managedFields",
  ];
  const own = Object.fromEntries(Object.entries(metadata).filter(([key]) => !serverFields.includes(key)));
  return { ...rest, metadata: own };
}

function byKey(a: KubeObject, b: KubeObject): number {
  const [left, right] = [a, b].map(({ metadata }) => `${metadata.namespace ?? ""}/${metadata.name}`);
  return (left ?? "") < (right ?? "") ? -1 : 1;
}
