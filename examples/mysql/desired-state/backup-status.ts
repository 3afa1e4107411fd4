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

import { setCondition } from "tsop";
import type { BackupLocation, MysqlBackup, MysqlBackupStatus } from "../api/v1alpha1/mysqlbackup_types.js";
import type { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import type { JobState } from "./jobs.js";
import { imageOf } from "./stateful-set.js";

/** The progress of a backup. */
export type Progress =
  | { readonly kind: "waiting"; readonly reason: string; readonly message: string }
  | { readonly kind: JobState; readonly location: BackupLocation; readonly completionTime?: string | undefined };

/** Returns the location for a backup, if its cluster has data and is reachable. */
export function locationOf(
  { metadata }: MysqlBackup,
  cluster: MysqlCluster | undefined,
): Extract<Progress, { kind: "waiting" }> | { readonly kind: "planned"; readonly location: BackupLocation } {
  const waiting = (reason: string, message: string) => ({ kind: "waiting", reason, message }) as const;
  if (cluster === undefined) return waiting("ClusterNotFound", "the MysqlCluster does not exist");
  const { spec, status } = cluster;
  if (spec.backupClaimName === undefined) return waiting("NoClaim", "the MysqlCluster has no backupClaimName");
  const isRestored = spec.initFromBackup === undefined || status?.restoredFrom !== undefined;
  if (!isRestored || status?.version === undefined || (status.readyReplicas ?? 0) === 0) {
    return waiting("ClusterNotReady", "the MysqlCluster has no data yet, or is not reachable");
  }
  // With the uid, because the file of an earlier backup with this name may still exist.
  const file = `${metadata.name}-${metadata.uid?.slice(0, 8) ?? ""}.sql`;
  return {
    kind: "planned",
    location: { claimName: spec.backupClaimName, file, image: imageOf(cluster, status.version) },
  };
}

const phases = { waiting: "Pending", running: "Running", complete: "Complete", failed: "Failed" } as const;

export function backupStatus({ metadata, status }: MysqlBackup, progress: Progress): MysqlBackupStatus {
  const conditions = structuredClone(status?.conditions ?? []);
  setCondition(conditions, {
    type: "Complete",
    observedGeneration: metadata.generation ?? 0,
    ...completeness(progress),
  });
  return {
    ...status,
    phase: phases[progress.kind],
    ...("location" in progress ? { location: progress.location } : {}),
    ...("completionTime" in progress && progress.completionTime !== undefined
      ? { completionTime: progress.completionTime }
      : {}),
    conditions,
  };
}

function completeness(progress: Progress) {
  switch (progress.kind) {
    case "waiting":
      return { status: "False", reason: progress.reason, message: progress.message } as const;
    case "running":
      return { status: "False", reason: "Running", message: "" } as const;
    case "failed":
      return { status: "False", reason: "JobFailed", message: "see the logs of its Job" } as const;
    case "complete":
      return { status: "True", reason: "Complete", message: "" } as const;
  }
}
