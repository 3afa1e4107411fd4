import type { DaemonSetStatus } from "../../../k8s/apps/v1.js";
import { isAvailable, isReady } from "../shared/pod-state.js";
import { fitOf } from "./daemon-pod.js";
import { type DaemonRound, isUpdated, podsOn } from "./daemon-plan.js";

export function daemonSetStatus(round: DaemonRound, collisionCount: number): DaemonSetStatus {
  const { set, nodes, now } = round;
  const placed = nodes.map((node) => ({ ...fitOf(set, node), pod: podsOn(round, node.metadata.name)[0] }));
  const wanted = placed.filter(({ starts }) => starts);
  const current = wanted.map(({ pod }) => pod).filter((pod) => pod !== undefined);
  const available = current.filter((pod) => isAvailable(pod, set.spec.minReadySeconds ?? 0, now)).length;
  const { conditions } = set.status;
  return {
    observedGeneration: set.metadata.generation ?? 0,
    desiredNumberScheduled: wanted.length,
    currentNumberScheduled: current.length,
    numberMisscheduled: placed.filter(({ starts, pod }) => !starts && pod !== undefined).length,
    numberReady: current.filter(isReady).length,
    ...nonzero("updatedNumberScheduled", current.filter((pod) => isUpdated(round, pod)).length),
    ...nonzero("numberAvailable", available),
    ...nonzero("numberUnavailable", wanted.length - available),
    ...(collisionCount === 0 ? {} : { collisionCount }),
    ...(conditions === undefined ? {} : { conditions }),
  };
}

function nonzero(name: string, count: number): Record<string, number> {
  return count === 0 ? {} : { [name]: count };
}
