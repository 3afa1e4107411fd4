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
  ApiError,
  applyIfDifferent,
  type CallOptions,
  done,
  type EventRecorder,
  isForbidden,
  isInvalid,
  type Manager,
  type ManagerClient,
  type ReconcileContext,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  requeueAfter,
  TsopError,
  updateStatusIfChanged,
  withFinalizer,
} from "tsop";
import { StatefulSet } from "tsop/k8s/apps/v1";
import { Job } from "tsop/k8s/batch/v1";
import { ConfigMap, PersistentVolumeClaim, Secret, Service } from "tsop/k8s/core/v1";
import { SampleDB } from "../api/v1/sampledb_types.js";
import { type BackupStep, nextBackup, oldBackupJobs } from "../database/backups.js";
import { labelsOf, names, toDatabase } from "../database/names.js";
import { nextDeletionStep } from "../database/next-deletion-step.js";
import { findBlocker, nextStep, type Step, wantedReplicas } from "../database/next-step.js";
import { connection, dataState, service, statefulSet, volume } from "../database/objects.js";
import { isBeingDeleted, type Observed } from "../database/observed.js";
import { VolumeSnapshot } from "../database/snapshots.js";
import { type Findings, newEvents, writeStatus } from "../database/status.js";

const finalizer = "databases.example.com/data";

/** The dependencies of a SampleDBReconciler. */
export interface SampleDBReconcilerOptions {
  readonly client: ManagerClient;
  readonly events: EventRecorder;
}

/** Makes the cluster match the spec of each SampleDB: observes it, takes one step, and reports the step. */
export class SampleDBReconciler implements Reconciler {
  readonly #client: ManagerClient;
  readonly #events: EventRecorder;

  constructor({ client, events }: SampleDBReconcilerOptions) {
    this.#client = client;
    this.#events = events;
  }

  async reconcile(request: ReconcileRequest, context: ReconcileContext): Promise<ReconcileResult> {
    const { signal } = context;
    const database = await this.#client.get(SampleDB, request, { signal });
    if (database === undefined) return done(); // the steps below delete its objects
    const advance = (held: SampleDB): Promise<ReconcileResult> => this.#advance(held, context);
    return withFinalizer(this.#client, database, { finalizer, signal, reconcile: advance, cleanUp: advance });
  }

  async #advance(database: SampleDB, { clock, signal, log }: ReconcileContext): Promise<ReconcileResult> {
    const call = { signal };
    const before = await this.#observe(database, call);
    try {
      await this.#apply(database, before, call);
      const observed = await this.#observe(database, call);
      const findings = this.#judge(database, observed, new Date(clock.now()));
      const { step, backup } = findings;
      log.debug("next", { step: step.kind, phase: step.phase, message: step.message });
      await this.#report(database, findings, call);
      await this.#act(database, step, call);
      await this.#backUp(database, observed, backup, call);
      return toResult(database, findings);
    } catch (error) {
      const step = toProblem(error);
      if (step !== undefined) await this.#report(database, { observed: before, step, backup: undefined }, call);
      throw error;
    }
  }

  #judge(database: SampleDB, observed: Observed, now: Date): Findings {
    if (isBeingDeleted(database)) {
      return { observed, step: nextDeletionStep(database, observed, now), backup: undefined };
    }
    const step = nextStep(database, observed, now);
    return { observed, step, backup: step.kind === "done" ? nextBackup(database, observed.jobs, now) : undefined };
  }

  async #observe({ metadata, spec }: SampleDB, call: CallOptions): Promise<Observed> {
    const { name, namespace = "" } = metadata;
    const own = { namespace, labels: labelsOf(name), ...call };
    const [secret, claim, server, jobs, snapshots] = await Promise.all([
      this.#client.metadata.get(Secret, { namespace, name: spec.credentialsSecretName }, call),
      this.#client.get(PersistentVolumeClaim, { namespace, name: names.volume(name) }, call),
      this.#client.get(StatefulSet, { namespace, name: names.statefulSet(name) }, call),
      this.#client.list(Job, own),
      spec.volumeSnapshotClassName === undefined ? [] : this.#snapshots(own),
    ]);
    return { hasCredentials: secret !== undefined, volume: claim, statefulSet: server, jobs: jobs.items, snapshots };
  }

  async #snapshots(
    own: CallOptions & { namespace: string; labels: Record<string, string> },
  ): Promise<VolumeSnapshot[] | undefined> {
    try {
      return (await this.#client.list(VolumeSnapshot, own)).items;
    } catch (error) {
      if (error instanceof TsopError && error.code === "cluster/kind-not-served") return undefined;
      throw error;
    }
  }

  /** Applies the objects that every step needs. Does nothing while a problem blocks the database. */
  async #apply(database: SampleDB, observed: Observed, call: CallOptions): Promise<void> {
    const options = { force: true, ...call };
    const replicas = wantedReplicas(database, observed);
    if (!isBeingDeleted(database)) {
      if (findBlocker(database, observed) !== undefined) return;
      const { object } = await applyIfDifferent<Service>(this.#client, service(database), options);
      await applyIfDifferent<ConfigMap>(this.#client, connection(database, object.spec?.clusterIP ?? ""), options);
      const data = dataState(database, observed.volume);
      await applyIfDifferent<PersistentVolumeClaim>(this.#client, volume(database, data), options);
    }
    if (replicas !== undefined) {
      await applyIfDifferent<StatefulSet>(this.#client, statefulSet(database, replicas), options);
    }
  }

  async #act(database: SampleDB, step: Step, call: CallOptions): Promise<void> {
    const { name, namespace = "" } = database.metadata;
    switch (step.kind) {
      case "wait":
      case "problem":
      case "done":
        return;
      case "create-job":
        await this.#client.create<Job>(step.job, call);
        return;
      case "delete-job":
        return this.#deleteJob(step.job, call);
      case "create-snapshot":
        await this.#client.create<VolumeSnapshot>(step.snapshot, call);
        return;
      case "record":
        await applyIfDifferent<PersistentVolumeClaim>(this.#client, volume(database, step.data), {
          force: true,
          ...call,
        });
        return;
      case "delete-stateful-set":
        return this.#client.delete(
          StatefulSet,
          { namespace, name: names.statefulSet(name) },
          { propagationPolicy: "Background", ...call },
        );
      case "delete-volume":
        return this.#client.delete(PersistentVolumeClaim, { namespace, name: names.volume(name) }, call);
    }
  }

  async #backUp(
    database: SampleDB,
    { jobs }: Observed,
    backup: BackupStep | undefined,
    call: CallOptions,
  ): Promise<void> {
    if (backup?.kind === "start") await this.#client.create<Job>(backup.job, call);
    if (backup !== undefined) for (const job of oldBackupJobs(database, jobs)) await this.#deleteJob(job, call);
  }

  /** Deletes in the foreground: the Job is deleted only after its pods, which use the volumes. */
  #deleteJob({ metadata }: Job, call: CallOptions): Promise<void> {
    return this.#client.delete(Job, metadata, { propagationPolicy: "Foreground", ...call });
  }

  async #report(database: SampleDB, findings: Findings, call: CallOptions): Promise<void> {
    const { object } = await updateStatusIfChanged(
      this.#client,
      database,
      (draft) => writeStatus(draft, findings),
      call,
    );
    for (const event of newEvents(database, object, findings)) this.#events.event(database, event);
  }

  setupWithManager(manager: Manager): void {
    manager.cacheFor(SampleDB).index("credentials", ({ spec }) => [spec.credentialsSecretName]);
    manager
      .controller("sampledb")
      .for(SampleDB)
      .owns(Service)
      .owns(ConfigMap)
      .owns(StatefulSet)
      .watches(PersistentVolumeClaim, toDatabase)
      .watches(Job, toDatabase)
      .watches(VolumeSnapshot, toDatabase, { isOptional: true })
      .watches(Secret, ({ metadata }) => this.#whoConnectsBy(metadata), { onlyMetadata: true })
      .complete(this);
  }

  async #whoConnectsBy({
    namespace = "",
    name,
  }: {
    readonly namespace?: string;
    readonly name: string;
  }): Promise<ReconcileRequest[]> {
    const { items } = await this.#client.list(SampleDB, { namespace, indexes: { credentials: name }, shared: true });
    return items.map(({ metadata }) => ({ namespace, name: metadata.name }));
  }
}

/** The interval of checks without events. */
const patienceMs = 60_000;

function toResult(database: SampleDB, { step, backup }: Findings): ReconcileResult {
  if (step.kind === "problem" && step.retryInMs !== undefined) return requeueAfter(step.retryInMs);
  if (backup?.kind === "wait" && Number.isFinite(backup.untilNextMs)) return requeueAfter(backup.untilNextMs);
  // During the deletion, `done` would remove the finalizer.
  return isBeingDeleted(database) && step.kind !== "done" ? requeueAfter(patienceMs) : done();
}

/** Reports requests that the API server rejects to users; other errors are temporary. */
function toProblem(error: unknown): Step | undefined {
  const isRefusal = error instanceof ApiError && (isForbidden(error) || isInvalid(error));
  return isRefusal ? { kind: "problem", phase: "Blocked", reason: "Refused", message: error.message } : undefined;
}
