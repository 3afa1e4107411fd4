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

import { type EventRecorder, isAlreadyExists, type ManagerClient } from "tsop";
import { MysqlBackup } from "../api/v1alpha1/mysqlbackup_types.js";
import type { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import type { Observed } from "../desired-state/cluster-status.js";
import { scheduledLabel } from "../desired-state/names.js";
import { beyondLimit, decideSchedule, type ScheduleDecision, scheduledBackup } from "../desired-state/schedule.js";

/** Creates the due backup, and deletes backups beyond the limit. The status records the decision. */
export async function keepSchedule(
  client: ManagerClient,
  events: EventRecorder,
  cluster: MysqlCluster,
  { restoredFrom }: Observed,
  now: Date,
): Promise<ScheduleDecision> {
  const { initFromBackup, backupScheduleJobsHistoryLimit = 3 } = cluster.spec;
  // A cluster that waits for its data has no data to back up.
  if (initFromBackup !== undefined && (restoredFrom ?? cluster.status?.restoredFrom) === undefined)
    return { kind: "none" };
  const decision = decideSchedule(cluster, now);
  if (decision.kind === "due") await create(client, events, cluster, scheduledBackup(cluster, decision.dueTime));
  const { name, namespace = "" } = cluster.metadata;
  const { items } = await client.list(MysqlBackup, { namespace, labels: { [scheduledLabel]: name } });
  for (const backup of beyondLimit(items, backupScheduleJobsHistoryLimit)) {
    await client.delete(MysqlBackup, backup.metadata);
  }
  return decision;
}

async function create(
  client: ManagerClient,
  events: EventRecorder,
  cluster: MysqlCluster,
  backup: MysqlBackup,
): Promise<void> {
  try {
    const related = await client.create<MysqlBackup>(backup);
    events.event(cluster, {
      type: "Normal",
      reason: "BackupDue",
      action: "CreateBackup",
      note: backup.metadata.name,
      related,
    });
  } catch (error) {
    // Created by a run that ended before it wrote the status.
    if (!isAlreadyExists(error)) throw error;
  }
}
