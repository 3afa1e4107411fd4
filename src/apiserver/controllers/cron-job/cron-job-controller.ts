/** Creates the Jobs of CronJobs at their times. Source: kubernetes/pkg/controller/cronjob/cronjob_controllerv2.go. */
import { compareText } from "../../../core/compare-text.js";
import { copyJson, isSameJson } from "../../../core/json.js";
import type { CronJob, Job } from "../../../k8s/batch/v1.js";
import { timeText } from "../../objects/write.js";
import { StatusError } from "../../status-error.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { conditionOf, hasEnded } from "../job/job-verdict.js";
import { EventRecorder } from "../shared/event-recorder.js";
import { followOwners } from "../shared/follow-owners.js";
import { KindObjects, type Stored } from "../shared/kind-objects.js";
import { kinds } from "../shared/kinds.js";
import { controllerReference, isControlledBy } from "../shared/owners.js";
import { isNamespaceEnding } from "../shared/pod-control.js";
import { dueTime, parseSchedule, type Schedule, zonedText } from "./schedule.js";

/** The longest wait until the schedule is read again: timers have a limit. */
const longestWaitMs = 24 * 3_600_000;

export function controlCronJobs(objects: ControllerObjects): Stoppable {
  const cronJobs = new KindObjects<CronJob>(objects, kinds.cronJobs);
  const jobs = new KindObjects<Job>(objects, kinds.jobs);
  const events = new EventRecorder(objects, "cronjob-controller");
  const { now } = objects.parts;
  return followOwners(objects, { owners: cronJobs, kind: "CronJob", dependents: [jobs.storageKey], sync });

  async function sync(cronJob: Stored<CronJob>, again: (ms: number) => void): Promise<void> {
    const own = jobs.list(cronJob.metadata.namespace).filter((job) => isControlledBy(job, cronJob));
    const draft = copyJson(cronJob);
    await noteEnds(draft, own);
    await removeOld(draft, own);
    if (draft.metadata.deletionTimestamp === undefined && draft.spec.suspend !== true) {
      const next = await scheduleOf(draft);
      if (next !== undefined) {
        await start(draft, next);
        const time = next(now());
        if (time !== undefined) again(Math.min(longestWaitMs, Math.max(0, time - now()) + 10));
      }
    }
    if (!isSameJson(draft.status, cronJob.status)) {
      await cronJobs.update(cronJob, (copy) => (copy.status = draft.status), "status");
    }
  }

  /** Removes Jobs from the active ones that have ended, or no longer exist. */
  async function noteEnds({ ...draft }: Stored<CronJob>, own: readonly Stored<Job>[]): Promise<void> {
    const { status } = draft;
    for (const job of own.filter(hasEnded)) {
      const wasActive = status.active?.some(({ uid }) => uid === job.metadata.uid) === true;
      const { completionTime } = job.status;
      if (
        conditionOf(job, "Complete") !== undefined &&
        completionTime !== undefined &&
        completionTime > (status.lastSuccessfulTime ?? "")
      ) {
        status.lastSuccessfulTime = completionTime;
      }
      if (!wasActive) continue;
      const condition = conditionOf(job, "Complete") === undefined ? "Failed" : "Complete";
      await events.record(
        draft,
        "Normal",
        "SawCompletedJob",
        `Saw completed job: ${job.metadata.name}, condition: ${condition}`,
      );
    }
    const active = (status.active ?? []).filter(({ uid }) =>
      own.some((job) => job.metadata.uid === uid && !hasEnded(job)),
    );
    for (const { uid, name = "" } of status.active ?? []) {
      if (own.some(({ metadata }) => metadata.uid === uid)) continue;
      await events.record(draft, "Normal", "MissingJob", `Active job went missing: ${name}`);
    }
    if (active.length > 0) status.active = active;
    else delete status.active;
  }

  async function removeOld(draft: Stored<CronJob>, own: readonly Stored<Job>[]): Promise<void> {
    const { successfulJobsHistoryLimit: successes = 3, failedJobsHistoryLimit: failures = 1 } = draft.spec;
    for (const [type, limit] of [
      ["Complete", successes],
      ["Failed", failures],
    ] as const) {
      const ended = own.filter((job) => conditionOf(job, type) !== undefined).toSorted(compareStart);
      for (const job of ended.slice(0, Math.max(0, ended.length - limit))) await remove(draft, job);
    }
  }

  async function remove(draft: Stored<CronJob>, job: Stored<Job>): Promise<void> {
    await jobs.delete(job, { propagationPolicy: "Background" });
    await events.record(draft, "Normal", "SuccessfulDelete", `Deleted job ${job.metadata.name}`);
  }

  async function scheduleOf(draft: Stored<CronJob>): Promise<Schedule | undefined> {
    try {
      return parseSchedule(draft);
    } catch (error) {
      const message = `unparseable schedule: "${draft.spec.schedule}" : ${error instanceof Error ? error.message : ""}`;
      await events.record(draft, "Warning", "UnparseableSchedule", message);
      return undefined;
    }
  }

  async function start(draft: Stored<CronJob>, next: Schedule): Promise<void> {
    const due = dueTime(draft, next, now());
    const { status, spec } = draft;
    if (due === undefined || status.lastScheduleTime === timeText(due)) return;
    const { startingDeadlineSeconds } = spec;
    if (startingDeadlineSeconds !== undefined && due + startingDeadlineSeconds * 1000 < now()) {
      await events.record(draft, "Warning", "MissSchedule", `Missed scheduled time to start a job: ${timeText(due)}`);
      return;
    }
    const active = status.active ?? [];
    if (spec.concurrencyPolicy === "Forbid" && active.length > 0) {
      const message = "Not starting job because prior execution is running and concurrency policy is Forbid";
      await events.record(draft, "Normal", "JobAlreadyActive", message);
      return;
    }
    if (spec.concurrencyPolicy === "Replace") await replaceActive(draft);
    await create(draft, due);
  }

  async function replaceActive(draft: Stored<CronJob>): Promise<void> {
    for (const { name = "" } of draft.status.active ?? []) {
      const job = jobs.get(draft.metadata.namespace, name);
      if (job !== undefined) await remove(draft, job);
    }
    delete draft.status.active;
  }

  async function create(draft: Stored<CronJob>, due: number): Promise<void> {
    try {
      const job = await jobs.create(newJob(draft, due));
      const { name, namespace, uid, resourceVersion = "" } = job.metadata;
      await events.record(draft, "Normal", "SuccessfulCreate", `Created job ${name}`);
      const reference = { apiVersion: "batch/v1", kind: "Job", name, namespace, uid, resourceVersion };
      draft.status.active = [...(draft.status.active ?? []), reference];
      draft.status.lastScheduleTime = timeText(due);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      if (isNamespaceEnding(error) || error.failure.reason === "AlreadyExists") return;
      await events.record(draft, "Warning", "FailedCreate", `Error creating job: ${error.message}`);
      throw error;
    }
  }
}

function newJob(cronJob: Stored<CronJob>, due: number): Job {
  const { jobTemplate, timeZone } = cronJob.spec;
  const { metadata: { labels = {}, annotations = {} } = {}, spec } = copyJson(jobTemplate);
  return {
    ...{ apiVersion: "batch/v1", kind: "Job" },
    metadata: {
      ...{
        name: `${cronJob.metadata.name}-${Math.floor(due / 60_000)}`,
        namespace: cronJob.metadata.namespace,
        labels,
      },
      annotations: { ...annotations, "batch.kubernetes.io/cronjob-scheduled-timestamp": zonedText(due, timeZone) },
      ownerReferences: [controllerReference(cronJob)],
    },
    ...(spec === undefined ? {} : { spec }),
  };
}

function compareStart(left: Stored<Job>, right: Stored<Job>): number {
  return (
    compareText(left.status.startTime ?? "~", right.status.startTime ?? "~") ||
    compareText(left.metadata.name, right.metadata.name)
  );
}
