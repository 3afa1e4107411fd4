/** The status of a Job. Source: trackJobStatusAndRemoveFinalizers in kubernetes/pkg/controller/job/job_controller.go. */
import type { Job, JobCondition, JobStatus } from "../../../k8s/batch/v1.js";
import type { Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { isReady } from "../shared/pod-state.js";
import { indexOf, showIndexes } from "./indexes.js";
import { hasFailed, isCounted, isIndexed, isTracked, type JobState } from "./job-pods.js";
import type { Verdict } from "./job-verdict.js";

export interface Tracked {
  readonly status: JobStatus;
  /** The pods that the status counts: they no longer need their finalizer. */
  readonly counted: readonly Stored<Pod>[];
  /** Set when this status ends the Job. */
  readonly end?: Verdict;
}

/** Returns the status with the pods that have ended since the last one. `state`: after pods are created and deleted. */
export function trackedStatus(state: JobState, verdict: Verdict | undefined, time: string): Tracked {
  const { job, active } = state;
  const counts = cleaned(state);
  const counted: Stored<Pod>[] = [];
  for (const pod of state.pods.filter(isTracked)) {
    if (count(state, verdict, pod, counts)) counted.push(pod);
  }
  const { succeeded, failed, uncounted: waiting } = counts;
  const conditions = withVerdict(job.status.conditions ?? [], verdict, time);
  const status: JobStatus = {
    ...uncountedFields(job),
    ...nonzero("active", active.length),
    ...nonzero("succeeded", state.indexes?.succeeded.size ?? succeeded),
    ...nonzero("failed", failed),
    ...{ ready: active.filter(isReady).length, terminating: state.terminating },
    uncountedTerminatedPods: {
      ...(waiting.succeeded.length === 0 ? {} : { succeeded: waiting.succeeded }),
      ...(waiting.failed.length === 0 ? {} : { failed: waiting.failed }),
    },
    ...indexTexts(state),
    ...(conditions.length === 0 ? {} : { conditions }),
  };
  const isOpen = waiting.succeeded.length + waiting.failed.length + state.terminating + active.length > 0;
  if (verdict === undefined || isOpen || counted.length > 0) return { status, counted };
  return { status: ended(status, verdict, time), counted, end: verdict };
}

interface Counts {
  succeeded: number;
  failed: number;
  readonly uncounted: { succeeded: string[]; failed: string[] };
}

/** Counts the pods that have lost their finalizer. */
function cleaned({ job, pods }: JobState): Counts {
  const { succeeded = 0, failed = 0, uncountedTerminatedPods = {} } = job.status;
  const tracked = new Set(pods.filter(isTracked).map(({ metadata }) => metadata.uid));
  const left = (uids: readonly string[] = []): string[] => uids.filter((uid) => tracked.has(uid));
  const uncounted = {
    succeeded: left(uncountedTerminatedPods.succeeded),
    failed: left(uncountedTerminatedPods.failed),
  };
  return {
    succeeded: succeeded + (uncountedTerminatedPods.succeeded ?? []).length - uncounted.succeeded.length,
    failed: failed + (uncountedTerminatedPods.failed ?? []).length - uncounted.failed.length,
    uncounted,
  };
}

/** Counts a pod that has ended. Returns whether it can lose its finalizer. */
function count(
  { job, active, indexes }: JobState,
  verdict: Verdict | undefined,
  pod: Stored<Pod>,
  { uncounted }: Counts,
): boolean {
  const { uid, deletionTimestamp } = pod.metadata;
  const isFailed = hasFailed(job, pod);
  const isOver =
    job.metadata.deletionTimestamp !== undefined || (verdict !== undefined && deletionTimestamp !== undefined);
  const { completions = Number.MAX_SAFE_INTEGER } = job.spec;
  const index = isIndexed(job) ? indexOf(pod, completions) : undefined;
  if (pod.status.phase === "Succeeded") {
    if (!isIndexed(job) && !uncounted.succeeded.includes(uid)) uncounted.succeeded.push(uid);
    return true;
  }
  if (!isFailed && !isOver) return false;
  const isValid = !isIndexed(job) || index !== undefined;
  // A Job that succeeds deletes its other pods, which count as nothing.
  const isFailure =
    verdict?.type === "SuccessCriteriaMet" ? pod.status.phase === "Failed" : isFailed || verdict !== undefined;
  if (isFailure && isValid && isCounted(job, pod) && !uncounted.failed.includes(uid)) uncounted.failed.push(uid);
  // The next pod of the index takes the number of failures from this one.
  const isKept = job.spec.backoffLimitPerIndex !== undefined && index !== undefined && verdict === undefined && !isOver;
  if (!isKept) return true;
  const isReplaced = active.some((each) => indexOf(each, completions) === index);
  return isReplaced || indexes?.succeeded.has(index) === true || indexes?.failed.has(index) === true;
}

function indexTexts({ job, indexes }: JobState): JobStatus {
  if (indexes === undefined) return {};
  return {
    ...(indexes.succeeded.size === 0 ? {} : { completedIndexes: showIndexes(indexes.succeeded) }),
    ...(job.spec.backoffLimitPerIndex === undefined ? {} : { failedIndexes: showIndexes(indexes.failed) }),
  };
}

/** A count of zero is absent. */
function nonzero(name: "active" | "succeeded" | "failed", value: number): JobStatus {
  return value === 0 ? {} : { [name]: value };
}

/** Returns the status without the fields that this module sets from the pods. */
function uncountedFields({ status }: Stored<Job>): JobStatus {
  const kept = { ...status };
  delete kept.active;
  delete kept.succeeded;
  delete kept.failed;
  delete kept.completedIndexes;
  delete kept.failedIndexes;
  return kept;
}

export function jobCondition(
  type: string,
  status: string,
  reason: string,
  message: string,
  time: string,
): JobCondition {
  return { type, status, reason, message, lastProbeTime: time, lastTransitionTime: time };
}

function withVerdict(conditions: readonly JobCondition[], verdict: Verdict | undefined, time: string): JobCondition[] {
  const isKnown = conditions.some(({ type, status }) => type === verdict?.type && status === "True");
  if (verdict === undefined || isKnown) return [...conditions];
  return [...conditions, jobCondition(verdict.type, "True", verdict.reason, verdict.message, time)];
}

function ended(status: JobStatus, { type, reason, message }: Verdict, time: string): JobStatus {
  const isSuccess = type === "SuccessCriteriaMet";
  const condition = jobCondition(isSuccess ? "Complete" : "Failed", "True", reason, message, time);
  const conditions = [...(status.conditions ?? []), condition];
  return { ...status, conditions, ...(isSuccess ? { completionTime: time } : {}) };
}

/** Returns the conditions of a Job that is suspended, or resumed; the same list if nothing changes. */
export function suspension(job: Stored<Job>, time: string): { conditions: JobCondition[]; isChanged: boolean } {
  const { conditions = [] } = job.status;
  const before = conditions.find(({ type }) => type === "Suspended");
  const isSuspended = job.spec.suspend === true;
  const status = isSuspended ? "True" : "False";
  if (before?.status === status || (before === undefined && !isSuspended)) return { conditions, isChanged: false };
  const [reason, message] = isSuspended ? ["JobSuspended", "Job suspended"] : ["JobResumed", "Job resumed"];
  const condition = jobCondition("Suspended", status, reason, message, time);
  const others = conditions.filter(({ type }) => type !== "Suspended");
  return { conditions: [...others, condition], isChanged: true };
}
