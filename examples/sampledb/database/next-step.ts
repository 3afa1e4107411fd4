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
 * What comes next for a database that lives: created, initialised, upgraded. One step a run, judged from what is there and from
 * nothing else: whenever the operator is killed, the next run takes the same step, or the one after it.
 */

import type { Job } from "tsop/k8s/batch/v1";
import type { SampleDB } from "../api/v1/sampledb_types.js";
import { endOf, initJob, purposeOf, stateOf, upgradeJob, type Progress } from "./jobs.js";
import { names } from "./names.js";
import { type DataState, dataState } from "./objects.js";
import { isBeingDeleted, isServing, isStopped, type Observed } from "./observed.js";
import { snapshot, stateOfVolumeSnapshot, type VolumeSnapshot } from "./snapshots.js";
import { upgradeProblem } from "./versions.js";

/** How long a Job that has failed is left for people to look at before it is made anew. */
export const retryAfterMs = 30_000;

/** A step, with what users are told of it: a word, and a sentence. */
export type Step = { readonly phase: string; readonly message: string } & (
  | { readonly kind: "wait" }
  /** Somebody else has to act, or time has to pass: `reason` is what is wrong. */
  | { readonly kind: "problem"; readonly reason: string; readonly retryInMs?: number }
  | { readonly kind: "create-job"; readonly job: Job }
  | { readonly kind: "delete-job"; readonly job: Job }
  | { readonly kind: "create-snapshot"; readonly snapshot: VolumeSnapshot }
  | { readonly kind: "record"; readonly data: DataState }
  | { readonly kind: "delete-stateful-set" }
  | { readonly kind: "delete-volume" }
  | { readonly kind: "done" }
);

/** How many replicas the StatefulSet is to have; undefined where it is to be left as it is. */
export function wantedReplicas(database: SampleDB, observed: Observed): 0 | 1 | undefined {
  if (isBeingDeleted(database)) {
    const { statefulSet } = observed;
    const isThere = statefulSet !== undefined && statefulSet.metadata.deletionTimestamp === undefined;
    return isThere && database.spec.deletionPolicy === "Snapshot" ? 0 : undefined;
  }
  return dataState(database, observed.volume).version === database.spec.version ? 1 : 0;
}

/** Why nothing may be touched for now. */
export function findBlocker(database: SampleDB, { hasCredentials, volume }: Observed): Step | undefined {
  const { spec, status } = database;
  const blocked = (reason: string, message: string): Step => ({ kind: "problem", phase: "Blocked", reason, message });
  const claim = names.volume(database.metadata.name);
  if (volume === undefined && status?.version !== undefined) {
    return blocked(
      "VolumeLost",
      `the volume claim ${claim} is gone: delete this SampleDB, and begin one with restoreFrom`,
    );
  }
  if (volume?.metadata.deletionTimestamp !== undefined) {
    return blocked("VolumeGoing", `the volume claim ${claim} is being deleted; waiting until it is gone`);
  }
  if (!hasCredentials) {
    return blocked("CredentialsMissing", `there is no Secret ${spec.credentialsSecretName} (keys: username, password)`);
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
  // Of an upgrade that was given up: were there to be another one, it would be taken for that.
  const abandoned = observed.jobs.find(
    (job) => ["upgrade", "snapshot"].includes(purposeOf(job) ?? "") && isUnfinished(job),
  );
  if (abandoned !== undefined) return deleteJob("Starting", abandoned, "its upgrade was given up");
  return { kind: "done", phase: "Running", message: `version ${data.version} is running` };
}

function stepToUpgrade(database: SampleDB, data: DataState, observed: Observed, now: Date): Step {
  const { metadata, spec } = database;
  if (!isStopped(observed))
    return { kind: "wait", phase: "Stopping", message: "waiting until the database's pod is gone" };
  const job = upgradeJob(database, data.version);
  const before = names.snapshotBefore(metadata.name, spec.version, metadata.generation);
  // Once the Job has begun, the files are no longer what is to be kept.
  const hasBegun = stateOf(job, observed.jobs).kind !== "missing";
  const saving = hasBegun ? undefined : stepUntilSnapshot(database, before, observed, now);
  const message = `the data is of version ${spec.version} now`;
  const isDone: Step = { kind: "record", phase: "Upgrading", message, data: { ...data, version: spec.version } };
  return saving ?? stepUntilComplete("Upgrading", job, observed, now) ?? isDone;
}

/** Undefined once there is one, or where there is no place for one. */
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
        const message = "this cluster has no VolumeSnapshots: take volumeSnapshotClassName out of the spec";
        return { kind: "problem", phase, reason: "SnapshotsNotServed", message };
      }
      const create: Step = {
        kind: "create-snapshot",
        phase,
        message: `making VolumeSnapshot ${name}`,
        snapshot: wanted.object,
      };
      return stepFor(phase, `VolumeSnapshot ${name}`, stateOfVolumeSnapshot(wanted.object, observed.snapshots), create);
    }
  }
}

/** What a phase is called that has failed. */
const failures: Readonly<Record<string, string>> = {
  Initializing: "InitFailed",
  Upgrading: "UpgradeFailed",
  TakingSnapshot: "SnapshotFailed",
};

/** Undefined once the Job is complete. */
function stepUntilComplete(phase: string, job: Job, { jobs }: Observed, now: Date): Step | undefined {
  const state = stateOf(job, jobs);
  const what = `Job ${job.metadata.name}`;
  const create: Step = { kind: "create-job", phase, message: `making ${what}`, job };
  if (state.kind === "outdated") return deleteJob(phase, job, "the spec has changed since it was made");
  if (state.kind !== "failed") return stepFor(phase, what, state, create);
  const retryInMs = state.at.getTime() + retryAfterMs - now.getTime();
  if (retryInMs <= 0) return deleteJob(phase, job, "it has failed, and is tried again");
  const message = `${what} has failed, and is tried again (${state.message}); kubectl logs job/${job.metadata.name} says more`;
  return { kind: "problem", phase, reason: failures[phase] ?? "Failed", message, retryInMs };
}

function stepFor(phase: string, what: string, state: Progress, create: Step): Step | undefined {
  switch (state.kind) {
    case "complete":
      return undefined;
    case "missing":
      return create;
    case "going":
      return { kind: "wait", phase, message: `waiting until the old ${what} is gone` };
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
