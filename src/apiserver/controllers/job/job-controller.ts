/** Runs the pods of Jobs to completion. Source: kubernetes/pkg/controller/job, pkg/controller/ttlafterfinished. */
import { copyJson, isSameJson } from "../../../core/json.js";
import type { Job } from "../../../k8s/batch/v1.js";
import type { Pod } from "../../../k8s/core/v1.js";
import { isSince } from "../../../schema/kubernetes-versions.js";
import { timeText } from "../../objects/write.js";
import { selects } from "../../selectors/selected-labels.js";
import { StatusError } from "../../status-error.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { inDeletionOrder } from "../replica-set/deletion-order.js";
import { followOwners } from "../shared/follow-owners.js";
import { KindObjects, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { claim, removeFinalizer } from "../shared/owners.js";
import { isNamespaceEnding, PodControl } from "../shared/pod-control.js";
import { freeIndexes, indexOf } from "./indexes.js";
import { hasFailed, isIndexed, isTracked, type JobState, stateOf, trackingFinalizer } from "./job-pods.js";
import { suspension, trackedStatus } from "./job-status.js";
import { completionOf, conditionOf, hasEnded, untilDeadline, type Verdict, verdictOf } from "./job-verdict.js";
import { newJobPod } from "./new-job-pod.js";
import { releaseOrphans } from "./orphaned-pods.js";

/** The most pods that the controller creates or deletes at a time. */
const burst = 500;

export function controlJobs(objects: ControllerObjects): Stoppable {
  const jobs = new KindObjects<Job>(objects, kinds.jobs);
  const control = new PodControl(objects, "job-controller");
  const { pods, events } = control;
  const { now } = objects.parts;
  const orphans = releaseOrphans(objects, jobs, pods);
  const controller = followOwners(objects, {
    ...{ owners: jobs, kind: "Job", dependents: [pods.storageKey] },
    mayAdopt: ({ spec }, labels) => spec.selector !== undefined && selects(spec.selector, labels),
    sync,
  });
  return {
    stop() {
      orphans.stop();
      controller.stop();
    },
  };

  async function sync(job: Stored<Job>, again: (ms: number) => void): Promise<void> {
    const { managedBy = "kubernetes.io/job-controller" } = job.spec;
    if (managedBy !== "kubernetes.io/job-controller") return;
    const owned = await ownPods(job);
    if (hasEnded(job)) {
      for (const pod of owned) await untrack(pod);
      return removeInTime(job, again);
    }
    const draft = copyJson(job);
    if (draft.spec.suspend !== true) draft.status.startTime ??= timeText(now());
    const { verdict, failure } = await advance(draft, stateOf(draft, owned));
    const left = untilDeadline(draft, now());
    if (verdict === undefined && left !== undefined) again(left);
    const { status, counted, end } = trackedStatus(stateOf(draft, await ownPods(job)), verdict, timeText(now()));
    if (!isSameJson(status, job.status)) {
      const written = await jobs.update(job, (copy) => (copy.status = status), "status");
      if (written === undefined) return;
    }
    for (const pod of counted) await untrack(pod);
    if (end !== undefined) await recordEnd(job, end);
    if (failure !== undefined) throw failure;
  }

  async function ownPods(job: Stored<Job>): Promise<Stored<Pod>[]> {
    const matches = ({ metadata }: Stored<Pod>): boolean => selects(job.spec.selector ?? {}, metadata.labels);
    return claim({
      owner: job,
      from: pods,
      candidates: pods.list(job.metadata.namespace),
      matches,
      finalizer: trackingFinalizer,
    });
  }

  /** Creates and deletes pods, and returns why the Job ends. */
  async function advance(
    draft: Stored<Job>,
    state: JobState,
  ): Promise<{ readonly verdict?: Verdict | undefined; readonly failure?: StatusError }> {
    const verdict = verdictOf(state, now());
    if (verdict !== undefined) {
      for (const pod of state.active) await control.delete(draft, pod);
      return { verdict };
    }
    if (draft.metadata.deletionTimestamp !== undefined) return {};
    try {
      const active = await manage(state);
      const complete = completionOf(state, active);
      if (complete === undefined) await suspendOrResume(draft);
      return { verdict: complete };
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return isNamespaceEnding(error) ? {} : { failure: error };
    }
  }

  /** Returns the number of active pods afterwards. */
  async function manage(state: JobState): Promise<number> {
    const { job, active } = state;
    const wanted = wantedPods(state);
    const surplus = surplusPods(state, wanted, now());
    if (surplus.length > 0) {
      for (const pod of surplus) {
        await untrack(pod);
        await control.delete(job, pod);
      }
      return active.length - surplus.length;
    }
    const replacesLate = job.spec.podReplacementPolicy === "Failed" || job.spec.podFailurePolicy !== undefined;
    const missing = Math.min(burst, wanted - active.length - (replacesLate ? state.terminating : 0));
    const indexes = indexesToStart(state, Math.max(0, missing), replacesLate);
    for (const index of indexes) await control.create(newJobPod(state, index));
    return active.length + indexes.length;
  }

  async function suspendOrResume(draft: Stored<Job>): Promise<void> {
    const time = timeText(now());
    const { conditions, isChanged } = suspension(draft, time);
    if (!isChanged) return;
    draft.status.conditions = conditions;
    const isSuspended = draft.spec.suspend === true;
    if (!isSuspended) draft.status.startTime = time;
    // MutableSchedulingDirectivesForSuspendedJobs is on since 1.36.
    else if (isSince(objects.parts.version, "1.37")) delete draft.status.startTime;
    await events.record(
      draft,
      "Normal",
      isSuspended ? "Suspended" : "Resumed",
      isSuspended ? "Job suspended" : "Job resumed",
    );
  }

  async function untrack(pod: Stored<Pod>): Promise<void> {
    const current = pods.get(pod.metadata.namespace, pod.metadata.name);
    if (current?.metadata.uid !== pod.metadata.uid || !isTracked(current)) return;
    await pods.update(current, ({ metadata }) => removeFinalizer(metadata, trackingFinalizer));
  }

  async function recordEnd(job: Stored<Job>, { type, reason, message }: Verdict): Promise<void> {
    if (type === "SuccessCriteriaMet") await events.record(job, "Normal", "Completed", "Job completed");
    else await events.record(job, "Warning", reason, message);
  }

  /** Deletes a Job that has ended, a time after its end. */
  async function removeInTime(job: Stored<Job>, again: (ms: number) => void): Promise<void> {
    const { ttlSecondsAfterFinished } = job.spec;
    if (ttlSecondsAfterFinished === undefined || job.metadata.deletionTimestamp !== undefined) return;
    const ended = conditionOf(job, "Complete") ?? conditionOf(job, "Failed");
    const left = Date.parse(ended?.lastTransitionTime ?? "") + ttlSecondsAfterFinished * 1000 - now();
    if (left > 0) again(left);
    else await jobs.delete(job, { propagationPolicy: "Foreground" });
  }
}

function wantedPods({ job, active, succeeded }: JobState): number {
  const { completions, parallelism = 1, suspend = false } = job.spec;
  if (suspend) return 0;
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeeded));
}

/** Returns the pods to delete: those that share an index with another, and those that are too many. */
function surplusPods({ job, active }: JobState, wanted: number, now: number): Stored<Pod>[] {
  const { completions = 0 } = job.spec;
  const seen = new Set<number>();
  const isRepeated = (pod: Stored<Pod>): boolean => {
    const index = indexOf(pod, completions);
    if (index === undefined || seen.has(index)) return true;
    seen.add(index);
    return false;
  };
  const repeated = isIndexed(job) ? active.filter(isRepeated) : [];
  const others = active.filter((pod) => !repeated.includes(pod));
  const rest = inDeletionOrder(others, active, now).slice(0, Math.max(0, others.length - wanted));
  return [...repeated, ...rest].slice(0, burst);
}

/** Returns the indexes of new pods: undefined for a pod without an index. */
function indexesToStart(
  { job, pods, active, indexes }: JobState,
  count: number,
  replacesLate: boolean,
): (number | undefined)[] {
  if (indexes === undefined) return Array.from({ length: count }, () => undefined);
  const { completions = 0 } = job.spec;
  const running = replacesLate
    ? pods.filter((pod) => !hasFailed(job, pod) && pod.status.phase !== "Succeeded")
    : active;
  const taken = running.map((pod) => indexOf(pod, completions)).filter((index) => index !== undefined);
  return freeIndexes(count, completions, new Set([...indexes.succeeded, ...indexes.failed, ...taken]));
}
