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
 * Decides the next step of a deletion. The stages are in order; each returns its remaining work, or undefined when it is
 * complete. No stage needs a record: the existing objects show the progress.
 */

import type { SampleDB } from "../api/v1/sampledb_types.js";
import { names } from "./names.js";
import { deleteJob, type Step, stepUntilSnapshot } from "./next-step.js";
import { dataState } from "./objects.js";
import { isStopped, type Observed } from "./observed.js";

export function nextDeletionStep(database: SampleDB, observed: Observed, now: Date): Step {
  const { deletionPolicy = "Snapshot" } = database.spec;
  const { name, uid = "" } = database.metadata;
  const final = names.finalSnapshot(name, uid);
  switch (deletionPolicy) {
    case "Snapshot":
      return (
        stepUntilJobsAreGone(observed, { except: final }) ??
        stepUntilStopped(observed) ??
        stepUntilSaved(database, final, observed, now) ??
        stepUntilStatefulSetIsGone(observed) ??
        stepUntilJobsAreGone(observed) ??
        stepUntilVolumeIsGone(observed) ??
        done(`the data is in the snapshot ${final}`)
      );
    case "Delete":
      return (
        stepUntilJobsAreGone(observed) ??
        stepUntilStatefulSetIsGone(observed) ??
        stepUntilVolumeIsGone(observed) ??
        done("the data was deleted")
      );
    case "Retain":
      return (
        stepUntilJobsAreGone(observed) ??
        stepUntilStatefulSetIsGone(observed) ??
        done(`the data stays in the volume claim ${names.volume(name)}`)
      );
  }
}

/** Waits for Jobs: their pods use the volumes, even after a Job ends. */
function stepUntilJobsAreGone({ jobs }: Observed, { except }: { readonly except?: string } = {}): Step | undefined {
  const left = jobs.filter(({ metadata }) => metadata.name !== except);
  const [job] = left.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  if (job !== undefined) return deleteJob("EndingJobs", job, "the database is being deleted");
  const [going] = left;
  if (going === undefined) return undefined;
  return { kind: "wait", phase: "EndingJobs", message: `waiting until Job ${going.metadata.name} is deleted` };
}

/** Stops the database first, because the snapshot would not contain later writes. */
function stepUntilStopped(observed: Observed): Step | undefined {
  if (isStopped(observed)) return undefined;
  return { kind: "wait", phase: "Stopping", message: "waiting until the database's pod has ended" };
}

function stepUntilSaved(database: SampleDB, name: string, observed: Observed, now: Date): Step | undefined {
  // A claim that never got a volume contains no data.
  if (observed.volume?.status?.phase === undefined || observed.volume.status.phase === "Pending") return undefined;
  const data = dataState(database, observed.volume);
  if (data.savedAs === name) return undefined;
  const step = stepUntilSnapshot(database, name, observed, now);
  switch (step?.kind) {
    case undefined:
      return {
        kind: "record",
        phase: "TakingSnapshot",
        message: `snapshot ${name} is taken`,
        data: { ...data, savedAs: name },
      };
    case "problem":
      return {
        ...step,
        message: `${step.message}. To delete the data without a snapshot, set spec.deletionPolicy to Delete`,
      };
    default:
      return step;
  }
}

function stepUntilStatefulSetIsGone({ statefulSet }: Observed): Step | undefined {
  const phase = "DeletingStatefulSet";
  if (statefulSet === undefined) return undefined;
  return statefulSet.metadata.deletionTimestamp === undefined
    ? { kind: "delete-stateful-set", phase, message: "deleting the StatefulSet" }
    : { kind: "wait", phase, message: "waiting until the StatefulSet is deleted" };
}

function stepUntilVolumeIsGone({ volume }: Observed): Step | undefined {
  const phase = "DeletingVolume";
  if (volume === undefined) return undefined;
  return volume.metadata.deletionTimestamp === undefined
    ? { kind: "delete-volume", phase, message: "deleting the volume claim" }
    : { kind: "wait", phase, message: "waiting until the volume claim is deleted" };
}

function done(message: string): Step {
  return { kind: "done", phase: "Deleted", message };
}
