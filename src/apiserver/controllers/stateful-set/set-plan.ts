/** The next step of a StatefulSet. Source: kubernetes/pkg/controller/statefulset/stateful_set_control.go. */
import type { StatefulSet } from "../../../k8s/apps/v1.js";
import type { Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { hasFinished, isAvailable, isEnding, isReady } from "../shared/pod-state.js";
import { resolvePercent } from "../shared/amount-of-pods.js";
import { revisionLabel } from "../shared/revision-history.js";
import { firstOrdinal, ordinalOf } from "./set-pod.js";

export interface SetRound {
  readonly set: Stored<StatefulSet>;
  readonly pods: readonly Stored<Pod>[];
  /** The names of the revisions. */
  readonly current: string;
  readonly update: string;
  readonly now: number;
}

export type Step =
  | { readonly type: "create"; readonly ordinal: number; readonly revision: "current" | "update" }
  | { readonly type: "delete"; readonly pod: Stored<Pod>; readonly why: "failed" | "scaled" | "updated" };

/** Returns the steps that the set takes now: with ordered pods, one. */
export function nextSteps(round: SetRound): Step[] {
  const { set, pods } = round;
  if (set.metadata.deletionTimestamp !== undefined) return [];
  const { replicas = 1, podManagementPolicy } = set.spec;
  const isOrdered = podManagementPolicy !== "Parallel";
  const start = firstOrdinal(set);
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod), pod]));
  const steps: Step[] = [];
  for (let ordinal = start; ordinal < start + replicas; ordinal += 1) {
    const outcome = replicaStep(round, byOrdinal.get(ordinal), ordinal);
    if (outcome.step !== undefined) steps.push(outcome.step);
    if (isOrdered && (outcome.step !== undefined || outcome.waits)) return steps;
  }
  if (steps.length > 0) return steps;
  const removed = condemnedSteps(round, isOrdered);
  return removed ?? updateSteps(round, byOrdinal);
}

function replicaStep(
  round: SetRound,
  pod: Stored<Pod> | undefined,
  ordinal: number,
): { readonly step?: Step; readonly waits: boolean } {
  if (pod === undefined) {
    return {
      step: { type: "create", ordinal, revision: isCurrentNeeded(round, ordinal) ? "current" : "update" },
      waits: true,
    };
  }
  if (isEnding(pod)) return { waits: true };
  if (hasFinished(pod)) return { step: { type: "delete", pod, why: "failed" }, waits: true };
  return { waits: !isUp(round, pod) };
}

/** Pods below the partition of a rolling update keep the earlier template. */
function isCurrentNeeded({ set }: SetRound, ordinal: number): boolean {
  const { type, rollingUpdate } = set.spec.updateStrategy ?? {};
  return type === "RollingUpdate" && ordinal < firstOrdinal(set) + (rollingUpdate?.partition ?? 0);
}

/** Returns whether a pod runs and is available. */
export function isUp({ set, now }: Pick<SetRound, "set" | "now">, pod: Stored<Pod>): boolean {
  return pod.status.phase === "Running" && isReady(pod) && isAvailable(pod, set.spec.minReadySeconds ?? 0, now);
}

/** Returns the deletion of pods beyond the replicas; undefined if there are none. */
function condemnedSteps(round: SetRound, isOrdered: boolean): Step[] | undefined {
  const { set, pods } = round;
  const condemned = pods.filter((pod) => isCondemned(set, pod)).toSorted((a, b) => ordinal(set, b) - ordinal(set, a));
  if (condemned.length === 0) return undefined;
  const standing = condemned.filter((pod) => !isEnding(pod));
  if (!isOrdered) return standing.map((pod) => ({ type: "delete", pod, why: "scaled" }));
  const [first] = condemned;
  if (first === undefined || isEnding(first)) return [];
  const unhealthy = firstUnhealthy(round);
  if (!isUp(round, first) && first !== unhealthy) return [];
  return [{ type: "delete", pod: first, why: "scaled" }];
}

function firstUnhealthy(round: SetRound): Stored<Pod> | undefined {
  const { set, pods } = round;
  const sorted = pods.toSorted((a, b) => ordinal(set, a) - ordinal(set, b));
  return sorted.find((pod) => !isUp(round, pod) || isEnding(pod));
}

function isCondemned(set: Stored<StatefulSet>, pod: Stored<Pod>): boolean {
  const place = ordinal(set, pod) - firstOrdinal(set);
  return place < 0 || place >= (set.spec.replicas ?? 1);
}

function ordinal(set: Stored<StatefulSet>, pod: Stored<Pod>): number {
  return ordinalOf(set, pod) ?? 0;
}

/** Returns the deletion of pods of an earlier revision: from the last ordinal to the partition. */
function updateSteps(round: SetRound, byOrdinal: ReadonlyMap<number | undefined, Stored<Pod>>): Step[] {
  const { set, update } = round;
  const { replicas = 1, updateStrategy = {} } = set.spec;
  if (updateStrategy.type === "OnDelete") return [];
  const { partition = 0, maxUnavailable = 1 } = updateStrategy.rollingUpdate ?? {};
  const most = Math.max(1, resolvePercent(maxUnavailable, replicas, "up"));
  const start = firstOrdinal(set);
  const ordinals = Array.from({ length: replicas }, (_, index) => start + replicas - 1 - index);
  const all = ordinals.map((each) => byOrdinal.get(each));
  const unavailable = all.filter((pod) => pod === undefined || isEnding(pod) || !isUp(round, pod)).length;
  return all
    .slice(0, Math.max(0, replicas - partition))
    .filter((pod) => pod !== undefined && pod.metadata.labels?.[revisionLabel] !== update && !isEnding(pod))
    .slice(0, Math.max(0, most - unavailable))
    .flatMap((pod) => (pod === undefined ? [] : [{ type: "delete" as const, pod, why: "updated" as const }]));
}
