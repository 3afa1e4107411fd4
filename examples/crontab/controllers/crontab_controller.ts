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

/** What a run came to. */
type Outcome =
  | { readonly type: "scheduled"; readonly cronJob: CronJob; readonly result: "unchanged" | "created" | "updated" }
  | { readonly type: "stuck"; readonly reason: string; readonly message: string; readonly isOthers?: true };

/** Keeps a CronJob for each CronTab: of the same name, with its schedule, image and number of Pods. */
export class CronTabReconciler implements Reconciler {
  readonly #client: Client;
  readonly #events: EventRecorder;

  constructor(client: Client, events: EventRecorder) {
    this.#client = client;
    this.#events = events;
  }

  async reconcile(request: ReconcileRequest, { signal, log }: ReconcileContext): Promise<ReconcileResult> {
    const cronTab = await this.#client.get(CronTab, request, { signal });
    // What it owns goes with it.
    if (cronTab === undefined || cronTab.metadata.deletionTimestamp !== undefined) return done();
    const outcome = await this.#schedule(cronTab, signal);
    log.info("reconciled", { outcome: outcome.type === "scheduled" ? outcome.result : outcome.reason });
    await this.#report(cronTab, outcome, signal);
    // Nobody tells us when a CronJob that is not ours has gone.
    return outcome.type === "stuck" && outcome.isOthers === true ? requeueAfter(60_000) : done();
  }

  async #schedule(cronTab: CronTab, signal: AbortSignal): Promise<Outcome> {
    const { namespace, name } = cronTab.metadata;
    const { cronSpec, image, replicas } = cronTab.spec ?? {};
    if (cronSpec === undefined || replicas === undefined || image === undefined || image === "") {
      return { type: "stuck", reason: "ImageMissing", message: "spec.image does not say what to run" };
    }
    const before = await this.#client.get(CronJob, { namespace, name }, { signal });
    const isOurs = before !== undefined && getControllerOf(before)?.uid === cronTab.metadata.uid;
    if (before !== undefined && !isOurs) return nameTaken(name);
    const cronJob = cronJobOf(cronTab, { cronSpec, image, replicas });
    setControllerReference(cronTab, cronJob);
    try {
      // In one that is ours, whoever has set a field of ours gives way; in one that has just appeared, we do.
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
  const message = `there is a CronJob ${name} already, which belongs to somebody else; it is left alone`;
  return { type: "stuck", reason: "NameTaken", message, isOthers: true };
}

/** As the API server has put it, such as for minute 99: the pattern of the CRD lets it pass, the schedule of a CronJob does not. */
function refused({ status, message }: ApiError): Outcome {
  return { type: "stuck", reason: "Refused", message: status.message ?? message };
}
