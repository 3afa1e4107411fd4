/** Whether a Job has ended, and why. Source: syncJob in kubernetes/pkg/controller/job/job_controller.go. */
import type { Job, JobCondition } from "../../../k8s/batch/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { hasFailed, type JobState } from "./job-pods.js";
import { judgeFailure, metSuccessRule } from "./policies.js";

export interface Verdict {
  readonly type: "SuccessCriteriaMet" | "FailureTarget";
  readonly reason: string;
  readonly message: string;
}

export function conditionOf({ status }: Stored<Job>, type: string): JobCondition | undefined {
  return status.conditions?.find((each) => each.type === type && each.status === "True");
}

export function hasEnded(job: Stored<Job>): boolean {
  return conditionOf(job, "Complete") !== undefined || conditionOf(job, "Failed") !== undefined;
}

/** Returns why a Job ends before it creates or deletes pods; undefined if it goes on. */
export function verdictOf(state: JobState, now: number): Verdict | undefined {
  return standingVerdict(state.job) ?? policyFailure(state) ?? limitFailure(state, now) ?? indexVerdict(state);
}

function standingVerdict(job: Stored<Job>): Verdict | undefined {
  for (const type of ["SuccessCriteriaMet", "FailureTarget"] as const) {
    const condition = conditionOf(job, type);
    if (condition !== undefined) return { type, reason: condition.reason ?? "", message: condition.message ?? "" };
  }
  return undefined;
}

function policyFailure({ job, pods }: JobState): Verdict | undefined {
  const failures = pods.filter((pod) => hasFailed(job, pod)).map((pod) => judgeFailure(job, pod));
  const message = failures.find((each) => each.message !== undefined)?.message;
  return message === undefined ? undefined : failure("PodFailurePolicy", message);
}

function limitFailure(state: JobState, now: number): Verdict | undefined {
  const { backoffLimit = 6 } = state.job.spec;
  const hasRestartedTooOften = restartsOf(state) >= Math.max(1, backoffLimit);
  if (state.failed > backoffLimit || hasRestartedTooOften) {
    return failure("BackoffLimitExceeded", "Job has reached the specified backoff limit");
  }
  const left = untilDeadline(state.job, now);
  if (left === undefined || left > 0) return undefined;
  return failure("DeadlineExceeded", "Job was active longer than specified deadline");
}

/** Returns how often the containers of pods have restarted that are restarted on their node. */
function restartsOf({ job, active }: JobState): number {
  if (job.spec.template.spec?.restartPolicy !== "OnFailure") return 0;
  const statuses = active.flatMap(({ status }) => [
    ...(status.containerStatuses ?? []),
    ...(status.initContainerStatuses ?? []),
  ]);
  return statuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
}

/** Returns the ms until an active Job must end. */
export function untilDeadline({ spec, status }: Stored<Job>, now: number): number | undefined {
  const { activeDeadlineSeconds, suspend = false } = spec;
  if (activeDeadlineSeconds === undefined || suspend || status.startTime === undefined) return undefined;
  return Date.parse(status.startTime) + activeDeadlineSeconds * 1000 - now;
}

function indexVerdict({ job, indexes }: JobState): Verdict | undefined {
  if (indexes === undefined) return undefined;
  const { completions = 0, maxFailedIndexes, successPolicy } = job.spec;
  const { succeeded, failed } = indexes;
  if (maxFailedIndexes !== undefined && failed.size > maxFailedIndexes) {
    return failure("MaxFailedIndexesExceeded", "Job has exceeded the specified maximal number of failed indexes");
  }
  if (failed.size > 0 && failed.size + succeeded.size >= completions)
    return failure("FailedIndexes", "Job has failed indexes");
  const rule = metSuccessRule(successPolicy, succeeded, completions);
  return rule === undefined
    ? undefined
    : { type: "SuccessCriteriaMet", reason: "SuccessPolicy", message: `Matched rules at index ${rule}` };
}

function failure(reason: string, message: string): Verdict {
  return { type: "FailureTarget", reason, message };
}

/** Returns that a Job is complete after its pods; undefined if it is not. */
export function completionOf({ job, succeeded }: JobState, active: number): Verdict | undefined {
  const { completions } = job.spec;
  const isComplete = active === 0 && (completions === undefined ? succeeded > 0 : succeeded >= completions);
  const message = "Reached expected number of succeeded pods";
  return isComplete ? { type: "SuccessCriteriaMet", reason: "CompletionsReached", message } : undefined;
}
