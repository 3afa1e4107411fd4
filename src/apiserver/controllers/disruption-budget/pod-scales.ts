/** How many pods the controller of a pod wants. Source: the finders in kubernetes/pkg/controller/disruption/disruption.go. */
import type { Pod } from "../../../k8s/core/v1.js";
import { numberOf, objectOf } from "../../api-object.js";
import { storageKeyOf, type StoredObjects } from "../../resource.js";
import { readKind, type Stored, toApiObject } from "../shared/kind-objects.js";
import { controllerOf } from "../shared/owners.js";

const keys: Readonly<Record<string, string>> = {
  ReplicationController: storageKeyOf("", "replicationcontrollers"),
  ReplicaSet: storageKeyOf("apps", "replicasets"),
  Deployment: storageKeyOf("apps", "deployments"),
  StatefulSet: storageKeyOf("apps", "statefulsets"),
};

export const scaledKeys: ReadonlySet<string> = new Set(Object.values(keys));

export interface PodScale {
  readonly uid: string;
  readonly replicas: number;
}

/** Returns the scale of the controller; undefined for a pod without a controller, the reason if its scale is unknown. */
export function scaleOf(pod: Stored<Pod>, store: StoredObjects): PodScale | string | undefined {
  const { name } = pod.metadata;
  const reference = controllerOf(pod.metadata);
  if (reference === undefined) return undefined;
  const owner = ownerOf(pod, store);
  if (owner === undefined) return `found no controllers for pod "${name}"`;
  const root = owner.kind === "ReplicaSet" ? (ownerOf(owner, store) ?? owner) : owner;
  return { uid: root.metadata.uid, replicas: numberOf(objectOf(toApiObject(root), "spec"), "replicas") ?? 1 };
}

function ownerOf({ metadata }: Stored, store: StoredObjects): Stored | undefined {
  const reference = controllerOf(metadata);
  const key = reference === undefined ? undefined : keys[reference.kind];
  if (reference === undefined || key === undefined) return undefined;
  const owner = store.get(key, metadata.namespace, reference.name);
  return owner?.metadata.uid === reference.uid ? readKind(owner) : undefined;
}
