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

/** The initial objects of tests of pure functions. */

import type { Job } from "tsop/k8s/batch/v1";
import type { StatefulSet } from "tsop/k8s/apps/v1";
import type { PersistentVolumeClaim } from "tsop/k8s/core/v1";
import type { SampleDB, SampleDBSpec, SampleDBStatus } from "../api/v1/sampledb_types.js";
import { type DataState, statefulSet, volume } from "../database/objects.js";
import type { Observed } from "../database/observed.js";

export const now = new Date("2026-01-02T03:04:05Z");

export function database(
  spec: Partial<SampleDBSpec> = {},
  rest: { status?: SampleDBStatus; isDeleted?: true } = {},
): SampleDB {
  return {
    apiVersion: "databases.example.com/v1",
    kind: "SampleDB",
    metadata: {
      name: "db",
      namespace: "default",
      uid: "6b1f",
      generation: 3,
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...(rest.isDeleted && { deletionTimestamp: "2026-01-02T03:00:00Z" }),
    },
    spec: {
      image: "sampledb:1.0",
      version: "1.0",
      credentialsSecretName: "credentials",
      backupClaimName: "backups",
      deletionPolicy: "Snapshot",
      ...spec,
    },
    ...(rest.status && { status: rest.status }),
  };
}

/** A running database without a step in progress. */
export function observed(of: SampleDB, changes: Partial<Observed> = {}): Observed {
  return {
    hasCredentials: true,
    volume: boundVolume(of, { version: "1.0", isInitialised: true }),
    statefulSet: server(of, 1),
    jobs: [],
    snapshots: [],
    ...changes,
  };
}

// As the API server returns them: with all applied fields.
export function boundVolume(of: SampleDB, data: DataState): PersistentVolumeClaim {
  return { ...(volume(of, data) as PersistentVolumeClaim), status: { phase: "Bound" } };
}

/** Returns the StatefulSet with these desired and current replicas. */
export function server(of: SampleDB, replicas: 0 | 1, there: 0 | 1 = replicas): StatefulSet {
  const applied = statefulSet(of, replicas) as StatefulSet;
  applied.metadata.generation = 5;
  return {
    ...applied,
    status: { observedGeneration: 5, replicas: there, readyReplicas: there, updatedReplicas: there },
  };
}

export function ended(job: Job, type: "Complete" | "Failed", at: Date = now): Job {
  const time = at.toISOString();
  // A Job reports its result before its end.
  const before = type === "Complete" ? "SuccessCriteriaMet" : "FailureTarget";
  const condition = { status: "True", reason: "BackoffLimitExceeded", lastTransitionTime: time };
  const conditions = [before, type].map((each) => ({ ...condition, type: each }));
  return { ...job, status: { conditions, startTime: time, ...(type === "Complete" && { completionTime: time }) } };
}

export function going<T extends { metadata: object }>(object: T): T {
  return { ...object, metadata: { ...object.metadata, deletionTimestamp: "2026-01-02T03:04:00Z" } };
}
