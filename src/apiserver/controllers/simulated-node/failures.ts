import type { Deployment } from "../../../k8s/apps/v1.js";
import type { Pod } from "../../../k8s/core/v1.js";
import type { StoredObjects } from "../../resource.js";
import { storageKeyOf } from "../../resource.js";
import { readKind, type Stored } from "../shared/kind-objects.js";
import { controllerOf } from "../shared/owners.js";

/**
 * Set on a pod, its template or a workload that it belongs to, it keeps the pod from becoming ready. The value is the waiting
 * reason of its containers.
 */
const failAnnotation = "simulate.tsop.dev/fail";

const resources: Readonly<Record<string, string>> = {
  Deployment: storageKeyOf("apps", "deployments"),
  ReplicaSet: storageKeyOf("apps", "replicasets"),
  StatefulSet: storageKeyOf("apps", "statefulsets"),
  DaemonSet: storageKeyOf("apps", "daemonsets"),
  Job: storageKeyOf("batch", "jobs"),
  CronJob: storageKeyOf("batch", "cronjobs"),
  ReplicationController: storageKeyOf("", "replicationcontrollers"),
};

/** The storage keys of the workloads whose annotation their pods follow. */
export const workloadKeys: ReadonlySet<string> = new Set(Object.values(resources));

export function ownFailure({ metadata }: Stored): string | undefined {
  const reason = metadata.annotations?.[failAnnotation] ?? "";
  return reason === "" ? undefined : reason;
}

/** Returns why a pod must not become ready; undefined if it may. */
export function failureOf(pod: Stored<Pod>, store: StoredObjects): string | undefined {
  let current: Stored | undefined = pod;
  while (current !== undefined) {
    const owner: Stored | undefined = ownerOf(current, store);
    // A ReplicaSet keeps annotations that its Deployment has lost.
    const failure = current.kind === "ReplicaSet" && owner !== undefined ? undefined : ownFailure(current);
    if (failure !== undefined) return failure;
    current = owner;
  }
  return undefined;
}

function ownerOf({ metadata }: Stored, store: StoredObjects): Stored | undefined {
  const controller = controllerOf(metadata);
  const storageKey = controller === undefined ? undefined : resources[controller.kind];
  if (controller === undefined || storageKey === undefined) return undefined;
  const owner = store.get(storageKey, metadata.namespace, controller.name);
  return owner?.metadata.uid === controller.uid ? readKind(owner) : undefined;
}

/** Returns whether a workload's annotations, or those of its template, keep all its pods from becoming ready. */
export function isStuck(workload: Stored<Deployment>): boolean {
  const { annotations = {} } = workload.spec.template.metadata ?? {};
  return ownFailure(workload) !== undefined || (annotations[failAnnotation] ?? "") !== "";
}
