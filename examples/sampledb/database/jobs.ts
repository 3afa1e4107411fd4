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

/** The Jobs of a database, and their progress. */

import { getControllerOf, setControllerReference } from "tsop";
import type { Job } from "tsop/k8s/batch/v1";
import type { SampleDB } from "../api/v1/sampledb_types.js";
import {
  digest,
  type JobPurpose,
  labelsOf,
  names,
  purposeLabel,
  scheduledAtAnnotation,
  templateAnnotation,
} from "./names.js";
import { podTemplate, type PodTask } from "./pods.js";

/** Returns the Job that writes the initial data, or the data of a backup, through a connection. */
export function initJob(database: SampleDB): Job {
  const { metadata, spec } = database;
  const { restoreFrom } = spec;
  return owned(
    database,
    job(database, "init", names.init(metadata.name), {
      args: restoreFrom === undefined ? ["init"] : ["init", restoreFrom],
      ...(restoreFrom !== undefined && { backups: "read" }),
    }),
  );
}

/** Returns the Job that upgrades the files to the version of the spec, while the database is stopped. */
export function upgradeJob(database: SampleDB, from: string): Job {
  const { metadata, spec } = database;
  const name = names.upgrade(metadata.name, spec.version);
  return owned(database, job(database, "upgrade", name, { args: ["upgrade", from, spec.version], data: "write" }));
}

/**
 * Returns the Job that copies the files, while the database is stopped. It has no owner, for the same reason as the volume.
 */
export function snapshotJob(database: SampleDB, name: string): Job {
  return job(database, "snapshot", name, { args: ["snapshot", name], data: "read", backups: "write" });
}

/** Returns the Job that writes a backup through a connection, and deletes old backups. */
export function backupJob(database: SampleDB, scheduledAt: Date, keep: number): Job {
  const name = names.backup(database.metadata.name, scheduledAt);
  const made = job(database, "backup", name, { args: ["backup", name, String(keep)], backups: "write" });
  made.metadata.annotations = { ...made.metadata.annotations, [scheduledAtAnnotation]: scheduledAt.toISOString() };
  return owned(database, made);
}

function job(
  database: SampleDB,
  purpose: JobPurpose,
  name: string,
  task: Pick<PodTask, "args" | "data" | "backups">,
): Job {
  const { name: owner, namespace = "" } = database.metadata;
  const labels = { ...labelsOf(owner), [purposeLabel]: purpose };
  const template = podTemplate(database, { ...task, labels, restartPolicy: "Never" });
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name, namespace, labels, annotations: { [templateAnnotation]: digest(template.spec) } },
    spec: { backoffLimit: 2, template },
  };
}

function owned(database: SampleDB, made: Job): Job {
  setControllerReference(database, made);
  return made;
}

/** The progress of a Job or a snapshot. */
export type Progress =
  | { readonly kind: "missing" }
  | { readonly kind: "running"; readonly problem?: string }
  | { readonly kind: "going" }
  | { readonly kind: "complete" };

/** Returns the progress of a Job. */
export type JobState =
  | Progress
  /** The spec has changed since the Job was created, for example to correct a wrong image. */
  | { readonly kind: "outdated" }
  | { readonly kind: "failed"; readonly at: Date; readonly message: string };

export function stateOf(wanted: Job, jobs: readonly Job[]): JobState {
  const found = jobs.find(({ metadata }) => metadata.name === wanted.metadata.name);
  if (found === undefined) return { kind: "missing" };
  // The garbage collector will delete the Job of an earlier SampleDB with this name; it does not count.
  const isOthers = getControllerOf(found)?.uid !== getControllerOf(wanted)?.uid;
  if (isOthers || found.metadata.deletionTimestamp !== undefined) return { kind: "going" };
  const end = endOf(found);
  if (end?.kind === "complete") return end;
  const [made, asked] = [found, wanted].map(({ metadata }) => metadata.annotations?.[templateAnnotation]);
  if (made !== asked) return { kind: "outdated" };
  return end ?? { kind: "running" };
}

/** Undefined before the end of the Job. */
export function endOf({ status }: Job): Extract<JobState, { kind: "complete" | "failed" }> | undefined {
  for (const { type, status: isSo, lastTransitionTime, reason = "", message = "" } of status?.conditions ?? []) {
    if (isSo !== "True") continue;
    if (type === "Complete") return { kind: "complete" };
    const at = new Date(lastTransitionTime ?? 0);
    if (type === "Failed") return { kind: "failed", at, message: [reason, message].filter(Boolean).join(": ") };
  }
  return undefined;
}

export function purposeOf({ metadata }: Job): string | undefined {
  return metadata.labels?.[purposeLabel];
}
