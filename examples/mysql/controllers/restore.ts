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

import type { Client } from "tsop";
import { type BackupLocation, MysqlBackup } from "../api/v1alpha1/mysqlbackup_types.js";
import type { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import type { Blocker, Observed } from "../desired-state/cluster-status.js";
import { restoreJob, stateOf } from "../desired-state/jobs.js";
import { imageOf } from "../desired-state/stateful-set.js";
import { ownedJob } from "./owned_job.js";

export type RestoreSource =
  /** The cluster starts empty, or is already restored. */
  | { readonly kind: "none" }
  | { readonly kind: "blocked"; readonly blocker: Blocker }
  | { readonly kind: "restore"; readonly backup: string; readonly location: BackupLocation };

/** Returns the data from which a new cluster starts. The operator creates the cluster only when the backup is complete. */
export async function findRestore(client: Client, { metadata, spec, status }: MysqlCluster): Promise<RestoreSource> {
  const name = spec.initFromBackup;
  if (name === undefined || status?.restoredFrom !== undefined) return { kind: "none" };
  const backup = await client.get(MysqlBackup, { namespace: metadata.namespace ?? "", name });
  const blocked = (reason: string, message: string): RestoreSource => ({
    kind: "blocked",
    blocker: { reason, message },
  });
  if (backup === undefined) return blocked("BackupNotFound", `the MysqlBackup ${name} does not exist`);
  const { phase = "Pending", location } = backup.status ?? {};
  if (phase === "Failed") return blocked("BackupFailed", `the MysqlBackup ${name} has failed`);
  if (phase !== "Complete" || location === undefined) {
    return blocked("BackupNotComplete", `the MysqlBackup ${name} is ${phase}`);
  }
  if (spec.backupClaimName !== location.claimName) {
    return blocked("OtherClaim", `the MysqlBackup ${name} is in ${location.claimName}, not in spec.backupClaimName`);
  }
  return { kind: "restore", backup: name, location };
}

/** Restores the backup into the first node when the node is ready. The status then records it, so it never runs again. */
export async function restore(
  client: Client,
  cluster: MysqlCluster,
  { backup, location }: Extract<RestoreSource, { kind: "restore" }>,
  { primaryHost = "", statefulSet, version }: Observed,
): Promise<Pick<Observed, "blocker" | "restoredFrom">> {
  const restoring = (message: string) => ({ blocker: { reason: "Restoring", message } });
  if ((statefulSet?.status?.readyReplicas ?? 0) === 0) return restoring("waiting for the first node");
  const from = { ...location, image: imageOf(cluster, version.version) };
  const job = await ownedJob(client, cluster, restoreJob(cluster, from, primaryHost));
  switch (stateOf(job)) {
    case "running":
      return restoring(`from ${backup}`);
    case "failed": {
      const message = `the Job ${job.metadata.name} has failed; delete it to try again`;
      return { blocker: { reason: "RestoreFailed", message } };
    }
    case "complete":
      // The next run, which the change of the status causes, creates the other nodes.
      return { restoredFrom: backup, ...restoring("the other nodes do not exist yet") };
  }
}
