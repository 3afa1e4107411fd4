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

import { Cron } from "croner";
import type { MysqlBackup } from "../api/v1alpha1/mysqlbackup_types.js";
import type { BackupScheduleStatus, MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { podLabels, scheduledLabel } from "./names.js";

/** The state of a schedule. */
export type ScheduleDecision =
  | { readonly kind: "none" }
  | { readonly kind: "invalid"; readonly message: string }
  /** The schedule is new, or no backup is due yet. */
  | { readonly kind: "wait"; readonly status: BackupScheduleStatus }
  /** A backup is due. Its name contains its time, so that it is created only once. */
  | { readonly kind: "due"; readonly dueTime: string; readonly status: BackupScheduleStatus };

/**
 * One backup, of the earliest due time, replaces all times that passed while the operator was down. A new schedule starts
 * now, and has no missed times.
 */
export function decideSchedule({ spec, status }: MysqlCluster, now: Date): ScheduleDecision {
  if (spec.backupSchedule === undefined) return { kind: "none" };
  const next = nextTime(spec.backupSchedule, now);
  if ("message" in next) return { kind: "invalid", message: next.message };
  const known = status?.backups;
  const following = { schedule: spec.backupSchedule, nextTime: next.time };
  if (known?.schedule !== spec.backupSchedule) {
    return {
      kind: "wait",
      status: { ...following, ...(known?.lastTime === undefined ? {} : { lastTime: known.lastTime }) },
    };
  }
  if (now.getTime() < Date.parse(known.nextTime)) return { kind: "wait", status: known };
  return { kind: "due", dueTime: known.nextTime, status: { ...following, lastTime: known.nextTime } };
}

function nextTime(schedule: string, now: Date): { readonly time: string } | { readonly message: string } {
  try {
    const next = new Cron(schedule, { mode: "6-part", timezone: "UTC", paused: true }).nextRun(now);
    return next === null ? { message: `${schedule} has no next time` } : { time: toTime(next) };
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

function toTime(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Returns a backup of the schedule. It has no owner, so that users can restore it after its cluster is deleted. */
export function scheduledBackup({ metadata }: MysqlCluster, dueTime: string): MysqlBackup {
  const { name, namespace = "" } = metadata;
  return {
    apiVersion: "mysql.presslabs.org/v1alpha1",
    kind: "MysqlBackup",
    metadata: {
      name: `${name}-${dueTime.replace(/[-:TZ]/g, "")}`,
      namespace,
      labels: { ...podLabels(name), [scheduledLabel]: name },
    },
    spec: { clusterName: name, remoteDeletePolicy: "Delete" },
  };
}

/** Returns the backups of a schedule to delete: the oldest beyond the limit, separately for successful and failed backups. */
export function beyondLimit(backups: readonly MysqlBackup[], limit: number): MysqlBackup[] {
  const newestFirst = [...backups].sort((a, b) => (a.metadata.name < b.metadata.name ? 1 : -1));
  return (["Complete", "Failed"] as const).flatMap((phase) =>
    newestFirst
      .filter(({ metadata, status }) => status?.phase === phase && metadata.deletionTimestamp === undefined)
      .slice(limit),
  );
}
