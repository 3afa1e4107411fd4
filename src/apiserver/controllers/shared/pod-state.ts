/** The state of pods, as controllers see it. Source: kubernetes/pkg/api/v1/pod/util.go, pkg/controller/controller_utils.go. */
import type { Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "./kind-objects.js";

export function hasFinished({ status }: Stored<Pod>): boolean {
  return status.phase === "Succeeded" || status.phase === "Failed";
}

export function isEnding({ metadata }: Stored<Pod>): boolean {
  return metadata.deletionTimestamp !== undefined;
}

export function isActive(pod: Stored<Pod>): boolean {
  return !hasFinished(pod) && !isEnding(pod);
}

export function isReady(pod: Stored<Pod>): boolean {
  return readyCondition(pod)?.status === "True";
}

/** Returns the milliseconds until a pod counts as available; 0 if it does already, undefined if it is not ready. */
export function availableIn(pod: Stored<Pod>, minReadySeconds: number, now: number): number | undefined {
  const ready = readyCondition(pod);
  if (ready?.status !== "True") return undefined;
  if (minReadySeconds === 0) return 0;
  const since = Date.parse(ready.lastTransitionTime ?? "");
  return Number.isNaN(since) ? undefined : Math.max(0, since + minReadySeconds * 1000 - now);
}

/** Returns the milliseconds until the next of the pods counts as available; undefined if none will without a change. */
export function nextAvailableIn(
  pods: readonly Stored<Pod>[],
  minReadySeconds: number,
  now: number,
): number | undefined {
  const waits = pods.map((pod) => availableIn(pod, minReadySeconds, now) ?? 0).filter((ms) => ms > 0);
  return waits.length === 0 ? undefined : Math.min(...waits);
}

export function isAvailable(pod: Stored<Pod>, minReadySeconds: number, now: number): boolean {
  return availableIn(pod, minReadySeconds, now) === 0;
}

/** Returns when the pod became ready, in ms. */
export function readySince(pod: Stored<Pod>): number {
  return Date.parse(readyCondition(pod)?.lastTransitionTime ?? "") || 0;
}

function readyCondition({ status }: Stored<Pod>) {
  return status.conditions?.find(({ type }) => type === "Ready");
}
