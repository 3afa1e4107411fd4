/** The pods of a Job, and what they count. Source: kubernetes/pkg/controller/job/job_controller.go. */
import type { Job } from "../../../k8s/batch/v1.js";
import type { Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { isActive, isEnding } from "../shared/pod-state.js";
import { indexOf, parseIndexes } from "./indexes.js";
import { judgeFailure } from "./policies.js";

export const trackingFinalizer = "batch.kubernetes.io/job-tracking";
export const failureCountAnnotation = "batch.kubernetes.io/job-index-failure-count";

/** A Job and its pods at a moment. */
export interface JobState {
  readonly job: Stored<Job>;
  readonly pods: readonly Stored<Pod>[];
  readonly active: readonly Stored<Pod>[];
  readonly terminating: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Absent for a Job that is not Indexed. */
  readonly indexes?: { readonly succeeded: ReadonlySet<number>; readonly failed: ReadonlySet<number> };
}

export function isIndexed({ spec }: Stored<Job>): boolean {
  return spec.completionMode === "Indexed";
}

export function isTracked({ metadata }: Stored<Pod>): boolean {
  return metadata.finalizers?.includes(trackingFinalizer) === true;
}

/** A pod that is deleted counts as failed at once, unless its replacement waits for its end. */
export function hasFailed({ spec }: Stored<Job>, pod: Stored<Pod>): boolean {
  if (pod.status.phase === "Failed") return true;
  const waits = spec.podReplacementPolicy === "Failed" || spec.podFailurePolicy !== undefined;
  return !waits && isEnding(pod) && pod.status.phase !== "Succeeded";
}

/** Returns whether a failed pod counts towards the limit. */
export function isCounted(job: Stored<Job>, pod: Stored<Pod>): boolean {
  return judgeFailure(job, pod).action !== "Ignore";
}

export function stateOf(job: Stored<Job>, pods: readonly Stored<Pod>[]): JobState {
  const { status, spec } = job;
  const { completions = Number.MAX_SAFE_INTEGER } = spec;
  const { succeeded: known = [], failed: knownFailed = [] } = status.uncountedTerminatedPods ?? {};
  const isValid = (pod: Stored<Pod>): boolean => !isIndexed(job) || indexOf(pod, completions) !== undefined;
  const fresh = pods.filter((pod) => isTracked(pod) && isValid(pod));
  const newSucceeded = fresh.filter(
    ({ metadata, status: { phase } }) => phase === "Succeeded" && !known.includes(metadata.uid),
  );
  const newFailed = fresh.filter(
    (pod) => hasFailed(job, pod) && !knownFailed.includes(pod.metadata.uid) && isCounted(job, pod),
  );
  const state: JobState = {
    ...{ job, pods, active: pods.filter(isActive), terminating: pods.filter(isTerminating).length },
    succeeded: (status.succeeded ?? 0) + known.length + newSucceeded.length,
    failed: (status.failed ?? 0) + knownFailed.length + newFailed.length,
  };
  if (!isIndexed(job)) return state;
  const indexes = {
    succeeded: succeededIndexes(job, fresh, completions),
    failed: failedIndexes(job, fresh, completions),
  };
  return { ...state, succeeded: indexes.succeeded.size, indexes };
}

function isTerminating(pod: Stored<Pod>): boolean {
  return isEnding(pod) && pod.status.phase !== "Succeeded" && pod.status.phase !== "Failed";
}

function succeededIndexes({ status }: Stored<Job>, pods: readonly Stored<Pod>[], completions: number): Set<number> {
  const indexes = parseIndexes(status.completedIndexes ?? "", completions);
  for (const pod of pods) {
    const index = indexOf(pod, completions);
    if (pod.status.phase === "Succeeded" && index !== undefined) indexes.add(index);
  }
  return indexes;
}

function failedIndexes(job: Stored<Job>, pods: readonly Stored<Pod>[], completions: number): Set<number> {
  const { backoffLimitPerIndex } = job.spec;
  if (backoffLimitPerIndex === undefined) return new Set();
  const indexes = parseIndexes(job.status.failedIndexes ?? "", completions);
  for (const pod of pods.filter((each) => hasFailed(job, each))) {
    const index = indexOf(pod, completions);
    const { action } = judgeFailure(job, pod);
    const isOver = action !== "Ignore" && failuresOf(pod) >= backoffLimitPerIndex;
    if (index !== undefined && (action === "FailIndex" || isOver)) indexes.add(index);
  }
  return indexes;
}

/** Returns how often the index of a pod had failed before. */
export function failuresOf({ metadata }: Stored<Pod>): number {
  const text = metadata.annotations?.[failureCountAnnotation] ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
