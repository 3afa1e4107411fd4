/** Queues the owners of a kind when they change, and when an object changes that they control or may adopt. */
import type { ApiObject } from "../../api-object.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import type { WorkQueue } from "../work-queue.js";
import { type KindObject, type KindObjects, readKind, type Stored } from "./kind-objects.js";
import { controllerOf } from "./owners.js";

export interface Followed<Type extends KindObject> {
  readonly owners: KindObjects<Type>;
  /** The kind of the owners: `ReplicaSet`. */
  readonly kind: string;
  /** The storage keys of the objects that owners control. */
  readonly dependents: readonly string[];
  /** Whether the owner may adopt an object without a controller. Absent: it adopts none. */
  readonly mayAdopt?: (owner: Stored<Type>, labels: Readonly<Record<string, string>>) => boolean;
  /** `again`: processes the owner again after a time. */
  sync(owner: Stored<Type>, again: (ms: number) => void): Promise<void>;
}

export function followOwners<Type extends KindObject>(
  objects: ControllerObjects,
  followed: Followed<Type>,
): Stoppable & { readonly queue: WorkQueue } {
  const { store } = objects.parts;
  const { owners, kind, dependents, mayAdopt } = followed;
  const queue = objects.queues.create(async (key) => {
    const [namespace = "", name = ""] = key.split("/");
    const owner = owners.get(namespace, name);
    if (owner !== undefined) await followed.sync(owner, (ms) => queue.addAfter(key, ms));
  });
  for (const { metadata } of owners.list()) queue.add(`${metadata.namespace}/${metadata.name}`);
  queue.feedBy(
    store.subscribeToAll((storageKey, { type, object, previous }) => {
      if (storageKey === owners.storageKey) {
        if (type !== "DELETED") queue.add(`${object.metadata.namespace ?? ""}/${object.metadata.name ?? ""}`);
      } else if (dependents.includes(storageKey)) {
        observe(object);
        if (previous !== undefined && previous.metadata.ownerReferences !== object.metadata.ownerReferences) {
          observe(previous);
        }
      }
    }),
  );
  return { queue, stop: () => queue.stop() };

  function observe(dependent: ApiObject): void {
    const { metadata } = readKind(dependent);
    const controller = controllerOf(metadata);
    if (controller === undefined) observeOrphan(metadata);
    else if (controller.kind === kind) queue.add(`${metadata.namespace}/${controller.name}`);
  }

  function observeOrphan({ namespace, labels = {} }: Stored["metadata"]): void {
    if (mayAdopt === undefined) return;
    for (const owner of owners.list(namespace)) {
      if (mayAdopt(owner, labels)) queue.add(`${namespace}/${owner.metadata.name}`);
    }
  }
}
