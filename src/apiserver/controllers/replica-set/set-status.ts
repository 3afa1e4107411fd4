/** Source: kubernetes/pkg/controller/replicaset/replica_set_utils.go. */
import type { ReplicaSetStatus } from "../../../k8s/apps/v1.js";
import type { Pod } from "../../../k8s/core/v1.js";
import { selects } from "../../selectors/selected-labels.js";
import type { Stored } from "../shared/kind-objects.js";
import { isAvailable, isReady } from "../shared/pod-state.js";

export interface SetState {
  readonly old: ReplicaSetStatus;
  readonly generation: number;
  readonly replicas: number;
  readonly minReadySeconds: number;
  readonly templateLabels: Readonly<Record<string, string>>;
  readonly active: readonly Stored<Pod>[];
  /** Absent for ReplicationControllers, which do not count them. */
  readonly terminating?: number;
  /** Why pods could not be created or deleted. */
  readonly failure?: string;
  readonly now: number;
  readonly time: string;
}

export function setStatus(state: SetState): ReplicaSetStatus {
  const { active, minReadySeconds, templateLabels, now } = state;
  const count = (holds: (pod: Stored<Pod>) => boolean): number => active.filter(holds).length;
  const conditions = conditionsOf(state);
  return {
    replicas: active.length,
    ...nonzero(
      "fullyLabeledReplicas",
      count((pod) => selects({ matchLabels: templateLabels }, pod.metadata.labels)),
    ),
    ...nonzero("readyReplicas", count(isReady)),
    ...nonzero(
      "availableReplicas",
      count((pod) => isAvailable(pod, minReadySeconds, now)),
    ),
    ...(state.terminating === undefined ? {} : { terminatingReplicas: state.terminating }),
    observedGeneration: state.generation,
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

function nonzero(name: string, count: number): Record<string, number> {
  return count === 0 ? {} : { [name]: count };
}

function conditionsOf({ old, active, replicas, failure, time }: SetState): NonNullable<ReplicaSetStatus["conditions"]> {
  const others = (old.conditions ?? []).filter(({ type }) => type !== "ReplicaFailure");
  if (failure === undefined) return others;
  const known = old.conditions?.find(({ type }) => type === "ReplicaFailure");
  const reason = active.length < replicas ? "FailedCreate" : "FailedDelete";
  const failed = { type: "ReplicaFailure", status: "True", reason, message: failure, lastTransitionTime: time };
  return [...others, known ?? failed];
}
