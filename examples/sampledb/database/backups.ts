/*
Copyright 2026

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

/** Decides when to back up, and reads the results. Jobs run the backups. */

import { Cron } from "croner";
import type { Job } from "tsop/k8s/batch/v1";
import type { BackupStatus, SampleDB } from "../api/v1/sampledb_types.js";
import { backupJob, endOf, purposeOf } from "./jobs.js";
import { scheduledAtAnnotation } from "./names.js";

export type BackupStep =
  /** The spec has no schedule, or the schedule is suspended. */
  | { readonly kind: "none" }
  | { readonly kind: "invalid-schedule"; readonly message: string }
  | { readonly kind: "start"; readonly job: Job; readonly status: BackupStatus }
  | { readonly kind: "wait"; readonly status: BackupStatus; readonly untilNextMs: number };

/**
 * Runs at most one backup for all times that passed while the operator was down or another backup ran. The name of the
 * Job contains the time, so that a second run creates no second Job.
 */
export function nextBackup(database: SampleDB, jobs: readonly Job[], now: Date): BackupStep {
  const { backup: plan } = database.spec;
  if (plan === undefined || plan.suspend === true) return { kind: "none" };
  let cron: Cron;
  try {
    cron = new Cron(plan.schedule, { timezone: "UTC", mode: "5-part", paused: true });
  } catch (error) {
    return {
      kind: "invalid-schedule",
      message: `spec.backup.schedule: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const { schedule, lastScheduleTime } = database.status?.backup ?? {};
  const last = schedule === plan.schedule && lastScheduleTime !== undefined ? new Date(lastScheduleTime) : now;
  // A backup that is due in this millisecond counts.
  const [latest = last] = cron.previousRuns(1, new Date(now.getTime() + 1));
  const next = cron.nextRun(now);
  const status = (lastScheduledAt: Date): BackupStatus => ({
    schedule: plan.schedule,
    lastScheduleTime: toTime(lastScheduledAt),
    ...(next !== null && { nextTime: toTime(next) }),
  });
  const isRunning = jobs.some((job) => purposeOf(job) === "backup" && endOf(job) === undefined);
  if (latest > last && !isRunning) {
    const job = backupJob(database, latest, plan.keep ?? 7);
    const isThere = jobs.some(({ metadata }) => metadata.name === job.metadata.name);
    if (!isThere) return { kind: "start", job, status: status(latest) };
  }
  const untilNextMs = (next?.getTime() ?? Number.POSITIVE_INFINITY) - now.getTime();
  return { kind: "wait", status: status(isRunning ? last : maximum(latest, last)), untilNextMs };
}

/** Returns the result of the newest finished backup. */
export type LastBackup = { readonly name: string } & (
  | { readonly kind: "complete"; readonly at: string }
  | { readonly kind: "failed"; readonly message: string }
);

/** Returns the finished backups, the newest first. */
export function endedBackups(jobs: readonly Job[]): LastBackup[] {
  return finished(jobs).flatMap((job): LastBackup[] => {
    const { name } = job.metadata;
    const end = endOf(job);
    if (end?.kind === "failed") return [{ kind: "failed", name, message: end.message }];
    return [{ kind: "complete", name, at: job.status?.completionTime ?? toTime(scheduledAt(job)) }];
  });
}

/** Returns the Jobs of backups beyond the limit. */
export function oldBackupJobs({ spec }: SampleDB, jobs: readonly Job[]): Job[] {
  return finished(jobs).slice(spec.backup?.keep ?? 7);
}

function finished(jobs: readonly Job[]): Job[] {
  return jobs
    .filter(
      (job) => purposeOf(job) === "backup" && endOf(job) !== undefined && job.metadata.deletionTimestamp === undefined,
    )
    .sort((a, b) => scheduledAt(b).getTime() - scheduledAt(a).getTime());
}

function scheduledAt({ metadata }: Job): Date {
  return new Date(metadata.annotations?.[scheduledAtAnnotation] ?? 0);
}

function maximum(a: Date, b: Date): Date {
  return a > b ? a : b;
}

function toTime(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}
