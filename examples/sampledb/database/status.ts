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

/** The status of a SampleDB, and the events about it. */

import { type EventDetails, findCondition, type NewCondition, setCondition } from "tsop";
import type { BackupStatus, SampleDB } from "../api/v1/sampledb_types.js";
import { type BackupStep, endedBackups } from "./backups.js";
import { names } from "./names.js";
import type { Step } from "./next-step.js";
import { dataState } from "./objects.js";
import { isReady, type Observed } from "./observed.js";

/** The results of a run. */
export interface Findings {
  readonly observed: Observed;
  readonly step: Step;
  /** Undefined while the operator runs no backups. */
  readonly backup: BackupStep | undefined;
}

/** Updates the status with the results. */
export function writeStatus(database: SampleDB, findings: Findings): void {
  const { observed, step, backup } = findings;
  const { metadata } = database;
  const status = (database.status ??= {});
  const conditions = (status.conditions ??= []);
  const set = (condition: Omit<NewCondition, "observedGeneration">): void =>
    void setCondition(conditions, { ...condition, observedGeneration: metadata.generation });

  status.observedGeneration = metadata.generation;
  status.phase = reasonOf(step);
  if (observed.volume !== undefined) {
    const { version, isInitialised } = dataState(database, observed.volume);
    if (isInitialised) status.version = version;
    status.connectionConfigMapName = names.connection(metadata.name);
  }
  set(readiness(database, observed));
  set({
    type: "Progressing",
    status: isProgress(step) ? "True" : "False",
    reason: reasonOf(step),
    message: step.message,
  });
  const backedUp = lastBackup(findings);
  if (backedUp !== undefined) set(backedUp);
  status.backup = { ...status.backup, ...timesOf(backup), ...lastSuccess(observed) };
  if (backup?.kind === "none") delete status.backup.schedule;
}

function readiness(database: SampleDB, observed: Observed): Omit<NewCondition, "observedGeneration"> {
  return isReady(database, observed)
    ? { type: "Ready", status: "True", reason: "Serving", message: "the database accepts connections" }
    : {
        type: "Ready",
        status: "False",
        reason: "NotServing",
        message: "the database accepts no connections, or has no data yet",
      };
}

function isProgress({ kind }: Step): boolean {
  return kind !== "done" && kind !== "problem";
}

/** The reasons of a step in a condition and in an event. */
export function reasonOf(step: Step): string {
  return step.kind === "problem" ? step.reason : step.phase;
}

function lastBackup({ observed, backup }: Findings): Omit<NewCondition, "observedGeneration"> | undefined {
  const type = "BackedUp";
  if (backup?.kind === "invalid-schedule") {
    return { type, status: "False", reason: "InvalidSchedule", message: backup.message };
  }
  const [last] = endedBackups(observed.jobs);
  if (last === undefined) return undefined;
  return last.kind === "complete"
    ? { type, status: "True", reason: "BackupComplete", message: `${last.name} is the last backup` }
    : {
        type,
        status: "False",
        reason: "BackupFailed",
        message: `${last.name} failed (${last.message}); for details, run kubectl logs job/${last.name}`,
      };
}

function timesOf(backup: BackupStep | undefined): BackupStatus {
  return backup?.kind === "start" || backup?.kind === "wait" ? backup.status : {};
}

function lastSuccess({ jobs }: Observed): BackupStatus {
  const last = endedBackups(jobs).find(({ kind }) => kind === "complete");
  return last?.kind === "complete" ? { lastSuccessTime: last.at, lastSuccessName: last.name } : {};
}

/** Returns the changes since `before` as events. */
export function newEvents(before: SampleDB, after: SampleDB, { step }: Findings): EventDetails[] {
  const events: EventDetails[] = [];
  if (findCondition(before.status?.conditions, "Progressing")?.reason !== reasonOf(step)) {
    const isProblem = step.kind === "problem";
    events.push({
      type: isProblem ? "Warning" : "Normal",
      reason: reasonOf(step),
      action: step.phase,
      note: step.message,
    });
  }
  const [was, is] = [before, after].map(({ status }) => findCondition(status?.conditions, "BackedUp"));
  if (is !== undefined && (was?.reason !== is.reason || was.message !== is.message)) {
    events.push({
      type: is.status === "True" ? "Normal" : "Warning",
      reason: is.reason,
      action: "BackUp",
      note: is.message,
    });
  }
  return events;
}
