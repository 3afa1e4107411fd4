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
 * A snapshot: a VolumeSnapshot if the spec names a class, else a Job that copies the files. The operator takes it while the
 * database is stopped, and it survives the database.
 */

import { type CustomResource, defineKind } from "tsop";
import type { Job } from "tsop/k8s/batch/v1";
import type { SampleDB } from "../api/v1/sampledb_types.js";
import { type Progress, snapshotJob } from "./jobs.js";
import { labelsOf, names } from "./names.js";

/** The part of the kind that this operator uses. The cluster's storage driver installs its CRD. */
export interface VolumeSnapshot extends CustomResource<"snapshot.storage.k8s.io/v1", "VolumeSnapshot"> {
  spec: { volumeSnapshotClassName?: string; source: { persistentVolumeClaimName: string } };
  status?: { readyToUse?: boolean; error?: { message?: string; time?: string } };
}

export const VolumeSnapshot = defineKind<VolumeSnapshot>("snapshot.storage.k8s.io/v1", "VolumeSnapshot");

export type Snapshot =
  | { readonly kind: "job"; readonly object: Job }
  | { readonly kind: "volume-snapshot"; readonly object: VolumeSnapshot };

/** Returns undefined if the spec names no location for snapshots. */
export function snapshot(database: SampleDB, name: string): Snapshot | undefined {
  const { backupClaimName, volumeSnapshotClassName } = database.spec;
  if (volumeSnapshotClassName !== undefined) {
    return { kind: "volume-snapshot", object: volumeSnapshot(database, name, volumeSnapshotClassName) };
  }
  return backupClaimName === undefined ? undefined : { kind: "job", object: snapshotJob(database, name) };
}

function volumeSnapshot({ metadata }: SampleDB, name: string, volumeSnapshotClassName: string): VolumeSnapshot {
  const { name: owner, namespace = "" } = metadata;
  return {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshot",
    metadata: { name, namespace, labels: labelsOf(owner) },
    spec: { volumeSnapshotClassName, source: { persistentVolumeClaimName: names.volume(owner) } },
  };
}

/** Returns the progress of a snapshot. The snapshot controller of the cluster retries a failed snapshot. */
export function stateOfVolumeSnapshot(wanted: VolumeSnapshot, snapshots: readonly VolumeSnapshot[]): Progress {
  const found = snapshots.find(({ metadata }) => metadata.name === wanted.metadata.name);
  if (found === undefined) return { kind: "missing" };
  if (found.metadata.deletionTimestamp !== undefined) return { kind: "going" };
  if (found.status?.readyToUse === true) return { kind: "complete" };
  const problem = found.status?.error?.message;
  return { kind: "running", ...(problem !== undefined && { problem }) };
}
