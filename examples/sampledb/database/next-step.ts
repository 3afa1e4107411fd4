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

/**
 * Decides the next step of a database that is not being deleted: creation, initialization, upgrade. Each run takes one step,
 * decided only from the existing objects: after a kill of the operator, the next run takes the same step or the following step.
 */

import type { Job } from "tsop/k8s/batch/v1";
import type { SampleDB } from "../api/v1/sampledb_types.js";
import { endOf, initJob, purposeOf, stateOf, upgradeJob, type Progress } from "./jobs.js";
import { names } from "./names.js";
import { type DataState, dataState } from "./objects.js";
import { isBeingDeleted, isServing, isStopped, type Observed } from "./observed.js";
import { snapshot, stateOfVolumeSnapshot, type VolumeSnapshot } from "./snapshots.js";
import { upgradeProblem } from "./versions.js";

/** The time before a failed Job is replaced, so that users can read its logs. */
export const retryAfterMs = 30_000;

/** A step, with the reason and the message for users. */
export type Step = { readonly phase: string; readonly message: string } & (
  | { readonly kind: "wait" }
  /** A user must act, or time must pass; `reason` names the problem. */
  | { readonly kind: "problem"; readonly reason: string; readonly retryInMs?: number }
  | { readonly kind: "create-job"; readonly job: Job }
  | { readonly kind: "delete-job"; readonly job: Job }
  | { readonly kind: "create-snapshot"; readonly snapshot: VolumeSnapshot }
  | { readonly kind: "record"; readonly data: DataState }
  | { readonly kind: "delete-stateful-set" }
  | { readonly kind: "delete-volume" }
  | { readonly kind: "done" }
);

/** The number of replicas of the StatefulSet; undefined to keep it unchanged. */
export function wantedReplicas(database: SampleDB, observed: Observed): 0 | 1 | undefined {
  if (isBeingDeleted(database)) {
    const { statefulSet } = observed;
    const isThere = statefulSet !== undefined && statefulSet.metadata.deletionTimestamp === undefined;
    return isThere && database.spec.deletionPolicy === "Snapshot" ? 0 : undefined;
  }
  return dataState(database, observed.volume).version === database.spec.version ? 1 : 0;
}

/** Returns the problem that blocks all steps. */
export function findBlocker(database: SampleDB, { hasCredentials, volume }: Observed): Step | undefined {
  const { spec, status } = database;
  const blocked = (reason: string, message: string): Step => ({ kind: "problem", phase: "Blocked", reason, message });
  const claim = names.volume(database.metadata.name);
  if (volume === undefined && status?.version !== undefined) {
    return blocked(
      "VolumeLost",
      `the volume claim ${claim} does not exist: delete this SampleDB, and create a SampleDB with restoreFrom`,
    );
  }
  if (volume?.metadata.deletionTimestamp !== undefined) {
    return blocked("VolumeGoing", `the volume claim ${claim} is being deleted; waiting for the end of the deletion`);
  }
  if (!hasCredentials) {
    return blocked(
      "CredentialsMissing",
      `the Secret ${spec.credentialsSecretName} (keys: username, password) does not exist`,
    );
  }
  const { version } = dataState(database, volume);
  const refused = version === spec.version ? undefined : upgradeProblem(version, spec.version);
  return refused === undefined ? undefined : blocked("VersionRefused", refused);
}

export function nextStep(database: SampleDB, observed: Observed, now: Date): Step {
  const blocker = findBlocker(database, observed);
  if (blocker !== undefined) return blocker;
  const data = dataState(database, observed.volume);
  return data.version === database.spec.version
    ? stepToRun(database, data, observed, now)
    : stepToUpgrade(database, data, observed, now);
}

function stepToRun(database: SampleDB, data: DataState, observed: Observed, now: Date): Step {
  if (!isServing(observed))
    return { kind: "wait", phase: "Starting", message: "waiting until the database's pod is ready" };
  if (!data.isInitialised) {
    const isDone: Step = {
      kind: "record",
      phase: "Initializing",
      message: "initialised",
      data: { ...data, isInitialised: true },
    };
    return stepUntilComplete("Initializing", initJob(database), observed, now) ?? isDone;
  }
  // Objects of an abandoned upgrade: a later upgrade would use them as its own.
  const abandoned = observed.jobs.find(
    (job) => ["upgrade", "snapshot"].includes(purposeOf(job) ?? "") && isUnfinished(job),
  );
  if (abandoned !== undefined) return deleteJob("Starting", abandoned, "its upgrade was abandoned");
  return { kind: "done", phase: "Running", message: `version ${data.version} is running` };
}

function stepToUpgrade(database: SampleDB, data: DataState, observed: Observed, now: Date): Step {
  const { metadata, spec } = database;
  if (!isStopped(observed))
    return { kind: "wait", phase: "Stopping", message: "waiting until the database's pod has ended" };
  const job = upgradeJob(database, data.version);
  const before = names.snapshotBefore(metadata.name, spec.version, metadata.generation);
  // After the Job starts, the files are no longer those of the old version.
  const hasBegun = stateOf(job, observed.jobs).kind !== "missing";
  const saving = hasBegun ? undefined : stepUntilSnapshot(database, before, observed, now);
  const message = `the data now has version ${spec.version}`;
  const isDone: Step = { kind: "record", phase: "Upgrading", message, data: { ...data, version: spec.version } };
  return saving ?? stepUntilComplete("Upgrading", job, observed, now) ?? isDone;
}

/** Returns undefined if the snapshot exists, or if the spec has no location for it. */
export function stepUntilSnapshot(database: SampleDB, name: string, observed: Observed, now: Date): Step | undefined {
  const phase = "TakingSnapshot";
  const wanted = snapshot(database, name);
  switch (wanted?.kind) {
    case undefined:
      return undefined;
    case "job":
      return stepUntilComplete(phase, wanted.object, observed, now);
    case "volume-snapshot": {
      if (observed.snapshots === undefined) {
        const message = "this cluster does not serve VolumeSnapshots: remove volumeSnapshotClassName from the spec";
        return { kind: "problem", phase, reason: "SnapshotsNotServed", message };
      }
      const create: Step = {
        kind: "create-snapshot",
        phase,
        message: `creating VolumeSnapshot ${name}`,
        snapshot: wanted.object,
      };
      return stepFor(phase, `VolumeSnapshot ${name}`, stateOfVolumeSnapshot(wanted.object, observed.snapshots), create);
    }
  }
}

/** Returns the reason of a failed phase. */
const failures: Readonly<Record<string, string>> = {
  Initializing: "InitFailed",
  Upgrading: "UpgradeFailed",
  TakingSnapshot: "SnapshotFailed",
};

/** Returns undefined when the Job is complete. */
function stepUntilComplete(phase: string, job: Job, { jobs }: Observed, now: Date): Step | undefined {
  const state = stateOf(job, jobs);
  const what = `Job ${job.metadata.name}`;
  const create: Step = { kind: "create-job", phase, message: `creating ${what}`, job };
  if (state.kind === "outdated") return deleteJob(phase, job, "the spec has changed since its creation");
  if (state.kind !== "failed") return stepFor(phase, what, state, create);
  const retryInMs = state.at.getTime() + retryAfterMs - now.getTime();
  if (retryInMs <= 0) return deleteJob(phase, job, "it failed, and the operator retries it");
  const message = `${what} failed, and the operator retries it (${state.message}); for details, run kubectl logs job/${job.metadata.name}`;
  return { kind: "problem", phase, reason: failures[phase] ?? "Failed", message, retryInMs };
}

function stepFor(phase: string, what: string, state: Progress, create: Step): Step | undefined {
  switch (state.kind) {
    case "complete":
      return undefined;
    case "missing":
      return create;
    case "going":
      return { kind: "wait", phase, message: `waiting until the old ${what} is deleted` };
    case "running":
      if (state.problem === undefined) return { kind: "wait", phase, message: `${what} is running` };
      return { kind: "problem", phase, reason: failures[phase] ?? "Failed", message: `${what}: ${state.problem}` };
  }
}

export function deleteJob(phase: string, job: Job, why: string): Step {
  return { kind: "delete-job", phase, message: `deleting Job ${job.metadata.name}: ${why}`, job };
}

function isUnfinished(job: Job): boolean {
  return endOf(job)?.kind !== "complete" && job.metadata.deletionTimestamp === undefined;
}
