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
  type ApiError,
  applyIfDifferent,
  type Client,
  done,
  type EventRecorder,
  getControllerOf,
  isConflict,
  isInvalid,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  requeueAfter,
  setCondition,
  setControllerReference,
  updateStatusIfChanged,
} from "tsop";
import { CronJob } from "tsop/k8s/batch/v1";
import { CronTab } from "../api/v1/crontab_types.js";
import { cronJobOf } from "./cron_job.js";

/** The result of a run. */
type Outcome =
  | { readonly type: "scheduled"; readonly cronJob: CronJob; readonly result: "unchanged" | "created" | "updated" }
  | { readonly type: "stuck"; readonly reason: string; readonly message: string; readonly isOthers?: true };

/** Maintains a CronJob for each CronTab: with the same name, and with its schedule, image and number of Pods. */
export class CronTabReconciler implements Reconciler {
  readonly #client: Client;
  readonly #events: EventRecorder;

  constructor(client: Client, events: EventRecorder) {
    this.#client = client;
    this.#events = events;
  }

  async reconcile(request: ReconcileRequest, { signal, log }: ReconcileContext): Promise<ReconcileResult> {
    const cronTab = await this.#client.get(CronTab, request, { signal });
    // Kubernetes deletes the objects that it owned.
    if (cronTab === undefined || cronTab.metadata.deletionTimestamp !== undefined) return done();
    const outcome = await this.#schedule(cronTab, signal);
    log.info("reconciled", { outcome: outcome.type === "scheduled" ? outcome.result : outcome.reason });
    await this.#report(cronTab, outcome, signal);
    // No event reports the deletion of a CronJob that this CronTab does not own.
    return outcome.type === "stuck" && outcome.isOthers === true ? requeueAfter(60_000) : done();
  }

  async #schedule(cronTab: CronTab, signal: AbortSignal): Promise<Outcome> {
    const { namespace, name } = cronTab.metadata;
    const { cronSpec, image, replicas } = cronTab.spec ?? {};
    if (cronSpec === undefined || replicas === undefined || image === undefined || image === "") {
      return { type: "stuck", reason: "ImageMissing", message: "spec.image is missing" };
    }
    const before = await this.#client.get(CronJob, { namespace, name }, { signal });
    const isOurs = before !== undefined && getControllerOf(before)?.uid === cronTab.metadata.uid;
    if (before !== undefined && !isOurs) return nameTaken(name);
    const cronJob = cronJobOf(cronTab, { cronSpec, image, replicas });
    setControllerReference(cronTab, cronJob);
    try {
      // Overrides other field managers only in an owned CronJob, not in a CronJob that another client has just created.
      const { result, object } = await applyIfDifferent<CronJob>(this.#client, cronJob, { force: isOurs, signal });
      return { type: "scheduled", cronJob: object, result };
    } catch (error) {
      if (isInvalid(error)) return refused(error);
      if (isConflict(error) && !isOurs) return nameTaken(name);
      throw error;
    }
  }

  async #report(cronTab: CronTab, outcome: Outcome, signal: AbortSignal): Promise<void> {
    const isScheduled = outcome.type === "scheduled";
    const reason = isScheduled ? "Scheduled" : outcome.reason;
    const message = isScheduled ? `CronJob ${outcome.cronJob.metadata.name} has the schedule` : outcome.message;
    let isNews = isScheduled && outcome.result !== "unchanged";
    await updateStatusIfChanged(
      this.#client,
      cronTab,
      (latest) => {
        const status = (latest.status ??= {});
        const observedGeneration = cronTab.metadata.generation;
        status.observedGeneration = observedGeneration;
        if (isScheduled) {
          const { active, lastScheduleTime, lastSuccessfulTime } = outcome.cronJob.status ?? {};
          Object.assign(status, { active: active?.length ?? 0, lastScheduleTime, lastSuccessfulTime });
        }
        const conditions = (status.conditions ??= []);
        const condition = { type: "Ready", status: isScheduled ? "True" : "False", reason, message } as const;
        const hasChanged = setCondition(conditions, { ...condition, observedGeneration });
        isNews ||= !isScheduled && hasChanged;
      },
      { signal },
    );
    if (!isNews) return;
    this.#events.event(cronTab, {
      type: isScheduled ? "Normal" : "Warning",
      reason,
      action: "ScheduleCronJob",
      note: message,
    });
  }

  setupWithManager(manager: Manager): void {
    manager.controller("crontab").for(CronTab).owns(CronJob).complete(this);
  }
}

function nameTaken(name: string): Outcome {
  const message = `the CronJob ${name} belongs to another owner; the operator does not change it`;
  return { type: "stuck", reason: "NameTaken", message, isOthers: true };
}

/** Returns the API server's message, for example for minute 99: the CRD's pattern allows it, but the schedule of a CronJob does not. */
function refused({ status, message }: ApiError): Outcome {
  return { type: "stuck", reason: "Refused", message: status.message ?? message };
}
