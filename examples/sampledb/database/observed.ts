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

/** The existing objects of a database. The controller reads them once; pure functions decide. */

import type { StatefulSet } from "tsop/k8s/apps/v1";
import type { Job } from "tsop/k8s/batch/v1";
import type { PersistentVolumeClaim } from "tsop/k8s/core/v1";
import type { SampleDB } from "../api/v1/sampledb_types.js";
import { dataState } from "./objects.js";
import type { VolumeSnapshot } from "./snapshots.js";

export interface Observed {
  readonly hasCredentials: boolean;
  readonly volume: PersistentVolumeClaim | undefined;
  readonly statefulSet: StatefulSet | undefined;
  readonly jobs: readonly Job[];
  /** Undefined if the spec requires snapshots, and the cluster does not serve the kind. */
  readonly snapshots: readonly VolumeSnapshot[] | undefined;
}

/** Returns whether the database runs: the StatefulSet's status describes its newest spec, and its pod is ready. */
export function isServing({ statefulSet }: Observed): boolean {
  const { metadata, status } = statefulSet ?? {};
  return (
    status?.observedGeneration === metadata?.generation && status?.readyReplicas === 1 && status.updatedReplicas === 1
  );
}

/** Returns whether no pod writes to the volume. The status also counts terminating pods. */
export function isStopped({ statefulSet }: Observed): boolean {
  if (statefulSet === undefined) return true;
  const { metadata, spec, status } = statefulSet;
  return spec.replicas === 0 && status?.observedGeneration === metadata.generation && (status?.replicas ?? 0) === 0;
}

/** Returns whether clients can connect and find data. */
export function isReady(database: SampleDB, observed: Observed): boolean {
  return isServing(observed) && dataState(database, observed.volume).isInitialised;
}

export function isBeingDeleted({ metadata }: Pick<SampleDB, "metadata">): boolean {
  return metadata.deletionTimestamp !== undefined;
}
