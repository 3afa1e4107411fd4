/**
 * Deletes objects that have lost all their owners, and keeps owners waiting for their dependents.
 * Source: kubernetes/pkg/controller/garbagecollector.
 */
import { parseApiVersion } from "../../core/gvk.js";
import type { ApiObject, ObjectMeta, OwnerReference } from "../api-object.js";
import { definitionsKey } from "../custom-resources/definition.js";
import type { ServedResource } from "../resource.js";
import type { StoredEvent } from "../storage/history.js";
import type { ControllerObjects, Stoppable } from "./controller-objects.js";
import { OwnerGraph } from "./owner-graph.js";
import type { WorkQueue } from "./work-queue.js";

const orphanFinalizer = "orphan";
const foregroundFinalizer = "foregroundDeletion";

export class GarbageCollector implements Stoppable {
  readonly #objects: ControllerObjects;
  readonly #graph = new OwnerGraph();
  /** Dependents of owners whose kind is not served: the kind may be installed later, and the owner may exist. */
  readonly #undecided = new Set<string>();
  readonly #queue: WorkQueue;
  readonly #assumesOwners: boolean;

  /** @param assumesOwners - whether an owner that never existed counts as existing */
  constructor(objects: ControllerObjects, assumesOwners = false) {
    this.#objects = objects;
    this.#assumesOwners = assumesOwners;
    this.#queue = objects.queues.create((uid) => this.#collect(uid));
    const { store } = objects.parts;
    for (const storageKey of store.storageKeys()) {
      for (const object of store.list(storageKey)) this.#observe(storageKey, { type: "ADDED", revision: 0, object });
    }
    this.#queue.feedBy(store.subscribeToAll((storageKey, event) => this.#observe(storageKey, event)));
  }

  stop(): void {
    this.#queue.stop();
  }

  #observe(storageKey: string, { type, object, previous }: StoredEvent): void {
    const { uid, deletionTimestamp, finalizers = [] } = object.metadata;
    if (uid === undefined) return;
    const owners = ownersOf(object);
    if (storageKey === definitionsKey) {
      for (const undecided of this.#undecided) this.#queue.add(undecided);
      this.#undecided.clear();
    }
    if (type === "DELETED") {
      this.#graph.remove(uid);
      for (const dependent of this.#graph.dependents(uid)) this.#queue.add(dependent);
      // An owner may be waiting for this object.
      for (const owner of owners) this.#queue.add(owner.uid);
      return;
    }
    const { name = "", namespace = "" } = object.metadata;
    this.#graph.set(
      uid,
      { storageKey, namespace, name },
      owners.map((owner) => owner.uid),
    );
    const isWaiting =
      deletionTimestamp !== undefined &&
      (finalizers.includes(orphanFinalizer) || finalizers.includes(foregroundFinalizer));
    if (owners.length > 0 || isWaiting) this.#queue.add(uid);
    for (const owner of ownersOf(previous ?? object)) {
      if (isBlocking(owner) && !owners.some((each) => each.uid === owner.uid && isBlocking(each)))
        this.#queue.add(owner.uid);
    }
  }

  async #collect(uid: string): Promise<void> {
    const object = this.#find(uid);
    if (object === undefined) return;
    const { deletionTimestamp, finalizers = [] } = object.metadata;
    if (deletionTimestamp !== undefined) {
      if (finalizers.includes(orphanFinalizer)) return this.#orphan(object);
      if (finalizers.includes(foregroundFinalizer)) return this.#deleteDependents(object);
      return;
    }
    await this.#judge(object);
  }

  /** Removes the references to an owner from its dependents, then the owner's finalizer. */
  async #orphan(owner: ApiObject): Promise<void> {
    const { uid = "" } = owner.metadata;
    for (const dependent of this.#dependents(uid)) await this.#dropReferences(dependent, new Set([uid]));
    await this.#dropFinalizer(owner, orphanFinalizer);
  }

  /** Deletes the dependents that block their owner; the deletion of the last one frees the owner. */
  async #deleteDependents(owner: ApiObject): Promise<void> {
    const { uid = "" } = owner.metadata;
    const blocking = this.#dependents(uid).filter((dependent) =>
      ownersOf(dependent).some((each) => each.uid === uid && isBlocking(each)),
    );
    for (const dependent of this.#dependents(uid)) {
      if (dependent.metadata.deletionTimestamp === undefined) this.#queue.add(dependent.metadata.uid ?? "");
    }
    if (blocking.length === 0) await this.#dropFinalizer(owner, foregroundFinalizer);
  }

  async #judge(object: ApiObject): Promise<void> {
    const owners = ownersOf(object);
    if (owners.length === 0) return;
    const { uid = "" } = object.metadata;
    const isOpen = ({ uid, apiVersion, kind }: OwnerReference): boolean =>
      !this.#graph.hadObject(uid) && (this.#assumesOwners || !this.#objects.servesKind(apiVersion, kind));
    if (owners.some(isOpen)) {
      this.#undecided.add(uid);
      return;
    }
    const solid = owners.filter((owner) => this.#stateOf(object, owner) === "solid");
    const others = owners.filter((owner) => !solid.includes(owner));
    if (solid.length > 0) {
      if (others.length > 0) await this.#dropReferences(object, new Set(others.map(({ uid }) => uid)));
      return;
    }
    const isAwaited = others.some((owner) => this.#stateOf(object, owner) === "waiting");
    const dependents = this.#dependents(uid);
    if (!isAwaited || dependents.length === 0) return this.#delete(object, policyOf(object));
    // A dependent that is waiting itself may own the owner: without this, the circle would wait for ever.
    if (dependents.some(isWaitingForDependents)) await this.#unblockOwners(object);
    await this.#delete(object, "Foreground");
  }

  #stateOf(dependent: ApiObject, owner: OwnerReference): "solid" | "waiting" | "absent" {
    const found = this.#find(owner.uid);
    if (found === undefined || !isReferredTo(found, owner, dependent)) return "absent";
    return isWaitingForDependents(found) ? "waiting" : "solid";
  }

  async #delete(object: ApiObject, propagationPolicy: "Background" | "Foreground" | "Orphan"): Promise<void> {
    const resource = this.#resourceOf(object);
    if (resource !== undefined) await this.#objects.delete(resource, object, { propagationPolicy });
  }

  async #dropReferences(object: ApiObject, uids: ReadonlySet<string>): Promise<void> {
    await this.#keep(object, "ownerReferences", ({ ownerReferences = [] }) =>
      ownerReferences.filter(({ uid }) => !uids.has(uid)),
    );
  }

  async #unblockOwners(object: ApiObject): Promise<void> {
    await this.#keep(object, "ownerReferences", ({ ownerReferences = [] }) =>
      ownerReferences.map((each) => ({ ...each, blockOwnerDeletion: false })),
    );
  }

  async #dropFinalizer(object: ApiObject, finalizer: string): Promise<void> {
    await this.#keep(object, "finalizers", ({ finalizers = [] }) => finalizers.filter((each) => each !== finalizer));
  }

  /** Keeps the chosen entries of a list in the metadata; removes an empty list. */
  async #keep<Field extends "finalizers" | "ownerReferences">(
    object: ApiObject,
    field: Field,
    choose: (metadata: ObjectMeta) => NonNullable<ObjectMeta[Field]>,
  ): Promise<void> {
    const resource = this.#resourceOf(object);
    if (resource === undefined) return;
    await this.#objects.update(resource, object, (copy) => {
      const kept = choose(copy.metadata);
      if (kept.length > 0) copy.metadata[field] = kept;
      else Reflect.deleteProperty(copy.metadata, field);
      return copy;
    });
  }

  #dependents(uid: string): ApiObject[] {
    return this.#graph
      .dependents(uid)
      .map((each) => this.#find(each))
      .filter((each) => each !== undefined);
  }

  #resourceOf({ metadata }: ApiObject): ServedResource | undefined {
    return this.#objects.resource(this.#graph.place(metadata.uid ?? "")?.storageKey ?? "");
  }

  #find(uid: string): ApiObject | undefined {
    const place = this.#graph.place(uid);
    const found = place && this.#objects.parts.store.get(place.storageKey, place.namespace, place.name);
    return found?.metadata.uid === uid ? found : undefined;
  }
}

function isWaitingForDependents({ metadata }: ApiObject): boolean {
  const { deletionTimestamp, finalizers = [] } = metadata;
  return deletionTimestamp !== undefined && finalizers.includes(foregroundFinalizer);
}

function ownersOf({ metadata }: ApiObject): readonly OwnerReference[] {
  return metadata.ownerReferences ?? [];
}

/** Returns whether the reference points to this object: the owner is cluster-scoped, or in the dependent's own namespace. */
function isReferredTo(found: ApiObject, owner: OwnerReference, dependent: ApiObject): boolean {
  const { namespace = "", name } = found.metadata;
  const isNear = namespace === "" || namespace === dependent.metadata.namespace;
  return (
    isNear &&
    name === owner.name &&
    found.kind === owner.kind &&
    parseApiVersion(found.apiVersion).group === parseApiVersion(owner.apiVersion).group
  );
}

function isBlocking({ blockOwnerDeletion }: OwnerReference): boolean {
  return blockOwnerDeletion === true;
}

function policyOf({ metadata }: ApiObject): "Background" | "Foreground" | "Orphan" {
  const { finalizers = [] } = metadata;
  if (finalizers.includes(orphanFinalizer)) return "Orphan";
  return finalizers.includes(foregroundFinalizer) ? "Foreground" : "Background";
}
