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

import { type Condition, type EventRecorder, findCondition, type KubeObject, type Logger, setCondition } from "tsop";
import type { Finding } from "./stage.js";

interface WithConditions extends KubeObject {
  status?: { conditions?: Condition[] };
}

/** Returns the conditions of an object, updated with the results of the stages. */
export function mergeFindings(
  { metadata, status }: WithConditions,
  findings: readonly Finding[],
  now: number,
): Condition[] {
  const conditions = structuredClone(status?.conditions ?? []);
  for (const { stage, isDone, reason, message } of findings) {
    const { generation: observedGeneration } = metadata;
    const found = { type: stage, status: isDone ? "True" : "False", observedGeneration, reason, message } as const;
    setCondition(conditions, found, new Date(now));
  }
  return conditions;
}

/** Reports the changes since the last run, in the log and as events. */
export function announce(
  before: WithConditions,
  findings: readonly Finding[],
  log: Logger,
  events: EventRecorder,
): void {
  for (const { stage, isDone, reason, message } of findings) {
    const old = findCondition(before.status?.conditions ?? [], stage);
    const isChanged = old?.status !== (isDone ? "True" : "False");
    if (isChanged || old.reason !== reason || old.message !== message)
      log.info(`stage ${stage}: ${reason}`, { stage, message });
    if (!isChanged || (old === undefined && !isDone)) continue; // do not report the initial state
    const note = `${stage}: ${message}`;
    // Progress is normal; a missing object is a warning.
    events.event(before, { type: isDone || stage === "Sync" ? "Normal" : "Warning", reason, action: stage, note });
  }
}
