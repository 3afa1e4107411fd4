import type { StatefulSetStatus } from "../../../k8s/apps/v1.js";
import type { Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { isEnding, isReady } from "../shared/pod-state.js";
import { revisionLabel } from "../shared/revision-history.js";
import { ordinalOf } from "./set-pod.js";
import { isUp, type SetRound } from "./set-plan.js";

/** Returns the status of a StatefulSet. A rolling update is over when all pods are updated and ready. */
export function statefulSetStatus(round: SetRound, collisionCount: number): StatefulSetStatus {
  const { set, current, update } = round;
  const pods = round.pods.filter((pod) => ordinalOf(set, pod) !== undefined);
  const count = (holds: (pod: Stored<Pod>) => boolean): number => pods.filter(holds).length;
  const has = (revision: string) => (pod: Stored<Pod>) =>
    !isEnding(pod) && pod.metadata.labels?.[revisionLabel] === revision;
  const ready = count((pod) => pod.status.phase === "Running" && isReady(pod));
  const updated = count(has(update));
  const { replicas = 1, updateStrategy } = set.spec;
  const isOver =
    updateStrategy?.type === "RollingUpdate" && [updated, ready, pods.length].every((each) => each === replicas);
  const { conditions } = set.status;
  return {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: pods.length,
    ...nonzero("readyReplicas", ready),
    availableReplicas: count((pod) => isUp(round, pod)),
    ...nonzero("currentReplicas", isOver ? updated : count(has(current))),
    ...nonzero("updatedReplicas", updated),
    currentRevision: isOver ? update : current,
    updateRevision: update,
    collisionCount,
    ...(conditions === undefined ? {} : { conditions }),
  };
}

function nonzero(name: string, count: number): Record<string, number> {
  return count === 0 ? {} : { [name]: count };
}
