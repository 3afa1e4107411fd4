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

import {
  type Condition,
  type EventDetails,
  findCondition,
  type NewCondition,
  removeCondition,
  setCondition,
} from "tsop";
import type { StatefulSet } from "tsop/k8s/apps/v1";
import type { MysqlCluster, MysqlClusterStatus } from "../api/v1alpha1/mysqlcluster_types.js";
import { podLabels } from "./names.js";
import type { ScheduleDecision } from "./schedule.js";
import { rolloutOf } from "./stateful-set.js";
import type { VersionDecision } from "./version.js";

/** The reason why a cluster does not match its spec: a reason for programs, and a message for people. */
export interface Blocker {
  readonly reason: string;
  readonly message: string;
}

/** The observations of a run about a cluster. */
export interface Observed {
  readonly version: VersionDecision;
  readonly statefulSet?: StatefulSet | undefined;
  /** IP of the Service for writes. */
  readonly primaryHost?: string | undefined;
  readonly primaryAddress?: string | undefined;
  readonly readAddress?: string | undefined;
  /** The restored backup, if any. */
  readonly restoredFrom?: string | undefined;
  /** The reason why the cluster waits. */
  readonly blocker?: Blocker;
}

export function statusOf(
  cluster: MysqlCluster,
  observed: Observed,
  schedule: ScheduleDecision,
  now: Date,
): MysqlClusterStatus {
  const { statefulSet, version, primaryAddress, readAddress } = observed;
  const generation = cluster.metadata.generation ?? 0;
  const before = cluster.status ?? {};
  const conditions = structuredClone(before.conditions ?? []);
  const ready = readiness(observed);
  const set = (condition: Omit<NewCondition, "observedGeneration">) =>
    setCondition(conditions, { ...condition, observedGeneration: generation }, now);
  set({ type: "Ready", ...ready });
  set({ type: "VersionAccepted", ...acceptance(version) });
  const scheduled = scheduling(schedule);
  if (scheduled === undefined) removeCondition(conditions, "BackupScheduled");
  else set({ type: "BackupScheduled", ...scheduled });
  const { backups, ...rest } = before;
  const kept = "status" in schedule ? schedule.status : schedule.kind === "none" ? undefined : backups;
  return {
    ...rest,
    observedGeneration: generation,
    replicas: statefulSet?.status?.replicas ?? 0,
    readyReplicas: statefulSet?.status?.readyReplicas ?? 0,
    selector: Object.entries(podLabels(cluster.metadata.name))
      .map((label) => label.join("="))
      .join(","),
    ...(ready.status === "True" ? { version: version.version } : {}),
    ...(primaryAddress === undefined ? {} : { primaryAddress }),
    ...(readAddress === undefined ? {} : { readAddress }),
    ...(observed.restoredFrom === undefined ? {} : { restoredFrom: observed.restoredFrom }),
    ...(kept === undefined ? {} : { backups: kept }),
    conditions,
  };
}

type State = Pick<Condition, "status" | "reason" | "message">;

function readiness({ blocker, statefulSet }: Observed): State {
  if (blocker !== undefined) return { status: "False", ...blocker };
  if (statefulSet === undefined) return { status: "False", reason: "Creating", message: "" };
  const rollout = rolloutOf(statefulSet);
  return rollout.kind === "complete"
    ? { status: "True", reason: "AllNodesReady", message: "" }
    : { status: "False", reason: "RollingOut", message: rollout.message };
}

function acceptance({ version, refused }: VersionDecision): State {
  if (refused === undefined) return { status: "True", reason: "Accepted", message: "" };
  const message = `the data has version ${version}, which ${refused} cannot read; restore a backup into a new cluster instead`;
  return { status: "False", reason: "DowngradeRefused", message };
}

function scheduling(schedule: ScheduleDecision): State | undefined {
  switch (schedule.kind) {
    case "none":
      return undefined;
    case "invalid":
      return { status: "False", reason: "InvalidSchedule", message: schedule.message };
    case "wait":
    case "due":
      return { status: "True", reason: "Scheduled", message: "" };
  }
}

/** Returns the events for a changed status. */
export function transitions(
  before: MysqlClusterStatus | undefined,
  after: MysqlClusterStatus | undefined,
): EventDetails[] {
  const now = (type: string): Condition | undefined => {
    const [was, is] = [before, after].map((status) => findCondition(status?.conditions, type));
    return was?.status === is?.status && was?.reason === is?.reason ? undefined : is;
  };
  const refusals = (["VersionAccepted", "BackupScheduled"] as const).flatMap((type): EventDetails[] => {
    const is = now(type);
    if (is?.status !== "False") return [];
    return [{ type: "Warning", reason: is.reason, action: "Validate", note: is.message }];
  });
  const ready = now("Ready");
  const isWaiting = ready?.status === "False" && !["RollingOut", "Creating", "Restoring"].includes(ready.reason);
  const from = before?.version;
  const to = after?.version;
  return [
    ...refusals,
    ...(isWaiting
      ? [{ type: "Warning" as const, reason: ready.reason, action: "Reconcile", note: ready.message }]
      : []),
    ...(from !== undefined && to !== undefined && from !== to
      ? [{ type: "Normal" as const, reason: "Upgraded", action: "ReplaceNodes", note: `from ${from} to ${to}` }]
      : []),
    ...(after?.restoredFrom !== undefined && before?.restoredFrom === undefined
      ? [{ type: "Normal" as const, reason: "Restored", action: "Restore", note: `from ${after.restoredFrom}` }]
      : []),
  ];
}
