/**
 * Keeps the number of pods of ReplicaSets and ReplicationControllers. Source: kubernetes/pkg/controller/replicaset/replica_set.go.
 */
import { isSameJson } from "../../../core/json.js";
import type { ReplicaSet } from "../../../k8s/apps/v1.js";
import type { Pod, ReplicationController } from "../../../k8s/core/v1.js";
import type { LabelSelector } from "../../../k8s/meta/v1.js";
import { timeText } from "../../objects/write.js";
import { selects } from "../../selectors/selected-labels.js";
import type { StatusError } from "../../status-error.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { followOwners } from "../shared/follow-owners.js";
import { KindObjects, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { claim, controllerOf } from "../shared/owners.js";
import { PodControl, rejectionOf } from "../shared/pod-control.js";
import { hasFinished, isActive, isEnding, nextAvailableIn } from "../shared/pod-state.js";
import { inDeletionOrder } from "./deletion-order.js";
import { setStatus } from "./set-status.js";

/** The most pods that a controller creates or deletes at a time. */
const burst = 500;

export function controlReplicaSets(objects: ControllerObjects): Stoppable {
  const sets = new KindObjects<ReplicaSet>(objects, kinds.replicaSets);
  const selectorOf = ({ spec }: Stored<ReplicaSet>): LabelSelector => spec.selector;
  return controlSets(objects, { sets, kind: "ReplicaSet", component: "replicaset-controller", selectorOf });
}

export function controlReplicationControllers(objects: ControllerObjects): Stoppable {
  const sets = new KindObjects<ReplicationController>(objects, kinds.replicationControllers);
  const selectorOf = ({ spec }: Stored<ReplicationController>): LabelSelector => ({ matchLabels: spec.selector ?? {} });
  return controlSets(objects, { sets, kind: "ReplicationController", component: "replication-controller", selectorOf });
}

interface SetKind<Type extends ReplicaSet | ReplicationController> {
  readonly sets: KindObjects<Type>;
  readonly kind: Type["kind"];
  readonly component: string;
  readonly selectorOf: (set: Stored<Type>) => LabelSelector;
}

function controlSets<Type extends ReplicaSet | ReplicationController>(
  objects: ControllerObjects,
  { sets, kind, component, selectorOf }: SetKind<Type>,
): Stoppable {
  const control = new PodControl(objects, component);
  const { pods } = control;
  const { now } = objects.parts;
  return followOwners(objects, {
    ...{ owners: sets, kind, dependents: [pods.storageKey] },
    mayAdopt: (set, labels) => selects(selectorOf(set), labels),
    sync,
  });

  async function sync(set: Stored<Type>, again: (ms: number) => void): Promise<void> {
    const { namespace, uid, generation = 0 } = set.metadata;
    const matches = ({ metadata }: Stored<Pod>): boolean => selects(selectorOf(set), metadata.labels);
    const all = pods.list(namespace);
    const active = await claim({ owner: set, from: pods, candidates: all.filter(isActive), matches });
    const terminating = all.filter(
      (pod) => isEnding(pod) && !hasFinished(pod) && controllerOf(pod.metadata)?.uid === uid && matches(pod),
    );
    const { replicas = 1, minReadySeconds = 0, template } = set.spec;
    const failure = set.metadata.deletionTimestamp === undefined ? await manage(set, active, replicas) : undefined;
    const time = now();
    const status = setStatus({
      ...{ old: set.status, generation, replicas, minReadySeconds, active, now: time, time: timeText(time) },
      templateLabels: template?.metadata?.labels ?? {},
      ...(kind === "ReplicaSet" ? { terminating: terminating.length } : {}),
      ...(failure === undefined ? {} : { failure: failure.message }),
    });
    const wait = nextAvailableIn(active, minReadySeconds, time);
    if (wait !== undefined) again(wait);
    if (!isSameJson(status, set.status)) await sets.update(set, (copy) => (copy.status = status), "status");
    if (failure !== undefined) throw failure;
  }

  /** Returns why pods could not be created or deleted. */
  function manage(
    set: Stored<Type>,
    active: readonly Stored<Pod>[],
    replicas: number,
  ): Promise<StatusError | undefined> {
    return rejectionOf(async () => {
      if (active.length < replicas) await createPods(set, Math.min(replicas - active.length, burst));
      else if (active.length > replicas) await deletePods(set, active, Math.min(active.length - replicas, burst));
    });
  }

  async function createPods(set: Stored<Type>, count: number): Promise<void> {
    const { template } = set.spec;
    if (template === undefined) return;
    for (let created = 0; created < count; created += 1) await control.create({ owner: set, template });
  }

  async function deletePods(set: Stored<Type>, active: readonly Stored<Pod>[], count: number): Promise<void> {
    const order = inDeletionOrder(active, relatedPods(set), now());
    for (const pod of order.slice(0, count)) await control.delete(set, pod);
  }

  /** Returns the pods of all sets with the same controller. */
  function relatedPods({ metadata }: Stored<Type>): Stored<Pod>[] {
    const controller = controllerOf(metadata)?.uid;
    const siblings = sets.list(metadata.namespace).filter((each) => {
      const isSelf = each.metadata.uid === metadata.uid;
      return isSelf || (controller !== undefined && controllerOf(each.metadata)?.uid === controller);
    });
    return pods
      .list(metadata.namespace)
      .filter((pod) => siblings.some((each) => selects(selectorOf(each), pod.metadata.labels)));
  }
}
