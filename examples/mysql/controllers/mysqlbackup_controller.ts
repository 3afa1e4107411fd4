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
  done,
  type EventRecorder,
  isForbidden,
  type Manager,
  type ManagerClient,
  objectReconciler,
  type ReconcileResult,
  requeueAfter,
  updateStatusIfChanged,
  withFinalizer,
} from "tsop";
import { Job } from "tsop/k8s/batch/v1";
import { PersistentVolumeClaim } from "tsop/k8s/core/v1";
import { type BackupLocation, MysqlBackup, type MysqlBackupStatus } from "../api/v1alpha1/mysqlbackup_types.js";
import { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { backupStatus, locationOf, type Progress } from "../desired-state/backup-status.js";
import { backupJob, deletionJob, stateOf } from "../desired-state/jobs.js";
import { backupLabel, names } from "../desired-state/names.js";
import { ownedJob } from "./owned_job.js";

/** Creates the dump of a MysqlBackup once, and deletes its file with it if the policy is Delete. */
export class MysqlBackupReconciler {
  readonly #client: ManagerClient;
  readonly #events: EventRecorder;

  constructor(client: ManagerClient, events: EventRecorder) {
    this.#client = client;
    this.#events = events;
  }

  reconcile(backup: MysqlBackup): Promise<ReconcileResult> {
    return withFinalizer(this.#client, backup, {
      finalizer: "mysql.presslabs.org/backup-file",
      cleanUp: (deleted) => this.#deleteFile(deleted),
      reconcile: (held) => this.#make(held),
    });
  }

  async #make(backup: MysqlBackup): Promise<ReconcileResult> {
    const { phase, location } = backup.status ?? {};
    if (phase === "Complete" || phase === "Failed") return done();
    const { namespace = "" } = backup.metadata;
    const cluster = await this.#client.get(MysqlCluster, { namespace, name: backup.spec.clusterName });
    const planned = location === undefined ? locationOf(backup, cluster) : { kind: "planned" as const, location };
    if (planned.kind === "waiting") return this.#report(backup, planned);
    // The status contains the location before the file exists, so that the file can always be found and deleted.
    if (location === undefined) {
      backup = await this.#write(backup, { kind: "running", location: planned.location });
    }
    const job = await this.#job(backup, cluster, planned.location);
    if (job === undefined) return this.#report(backup, { kind: "waiting", reason: "ClusterNotFound", message: "" });
    const state = stateOf(job);
    return this.#report(backup, {
      kind: state,
      location: planned.location,
      completionTime: job.status?.completionTime,
    });
  }

  async #job(
    backup: MysqlBackup,
    cluster: MysqlCluster | undefined,
    location: BackupLocation,
  ): Promise<Job | undefined> {
    const { namespace = "", name } = backup.metadata;
    const host = cluster?.status?.primaryAddress?.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
    if (cluster === undefined || host === undefined) {
      return this.#client.get(Job, { namespace, name: names.backupJob(name) });
    }
    return ownedJob(this.#client, backup, backupJob(backup, cluster, location, host));
  }

  async #report(backup: MysqlBackup, progress: Progress): Promise<ReconcileResult> {
    const before = backup.status?.phase;
    const { status } = await this.#write(backup, progress);
    if (status?.phase !== before) this.#tell(backup, status);
    return done();
  }

  async #write(backup: MysqlBackup, progress: Progress): Promise<MysqlBackup> {
    const { object } = await updateStatusIfChanged(this.#client, backup, (draft) => {
      draft.status = backupStatus(backup, progress);
    });
    return object;
  }

  #tell(backup: MysqlBackup, { phase, location }: MysqlBackupStatus = {}): void {
    if (phase === "Complete") {
      const note = `${location?.file} in ${location?.claimName}`;
      this.#events.event(backup, { type: "Normal", reason: "BackupComplete", action: "Backup", note });
    }
    if (phase === "Failed") {
      const note = `see the logs of the Job ${names.backupJob(backup.metadata.name)}`;
      this.#events.event(backup, { type: "Warning", reason: "BackupFailed", action: "Backup", note });
    }
  }

  /** Continues until the file is deleted. Setting `remoteDeletePolicy: Retain` ends it at any time. */
  async #deleteFile(backup: MysqlBackup): Promise<ReconcileResult> {
    const { namespace = "", name } = backup.metadata;
    const location = backup.status?.location;
    if (backup.spec.remoteDeletePolicy !== "Delete" || location === undefined) return done();
    if ((await this.#client.get(PersistentVolumeClaim, { namespace, name: location.claimName })) === undefined)
      return done();
    // No Job may write the file again after its deletion.
    const writer = { namespace, name: names.backupJob(name) };
    if ((await this.#client.get(Job, writer)) !== undefined) {
      await this.#client.delete(Job, writer, { propagationPolicy: "Foreground" });
      return requeueAfter(2_000); // its pods end first, which no event reports
    }
    const job = await this.#deletion(backup, location);
    if (job === undefined || stateOf(job) === "complete") return done();
    if (stateOf(job) === "failed") {
      const note = `${location.file} still exists: see the Job ${job.metadata.name}, or set remoteDeletePolicy to Retain`;
      this.#events.event(backup, { type: "Warning", reason: "DeletionFailed", action: "DeleteFile", note });
    }
    return requeueAfter(60_000); // or when the Job ends
  }

  /** Returns the Job that deletes the file, or undefined if the namespace is being deleted and accepts no Job. */
  async #deletion(backup: MysqlBackup, location: BackupLocation): Promise<Job | undefined> {
    const wanted = deletionJob(backup, location);
    const existing = await this.#client.get(Job, wanted.metadata);
    if (existing !== undefined) return existing;
    try {
      return await this.#client.create<Job>(wanted);
    } catch (error) {
      if (isForbidden(error) && error.message.includes("being terminated")) return undefined;
      throw error;
    }
  }

  setupWithManager(manager: Manager): void {
    manager.cacheFor(MysqlBackup).index("clusterName", ({ spec }) => [spec.clusterName]);
    manager
      .controller("mysqlbackup")
      .for(MysqlBackup)
      .owns(Job)
      // The Job that deletes a file has no owner: Kubernetes would delete it together with its owner.
      .watches(Job, ({ metadata: { namespace = "", labels } }) => {
        const name = labels?.[backupLabel];
        return name === undefined ? [] : [{ namespace, name }];
      })
      .watches(MysqlCluster, async ({ metadata: { namespace = "", name } }) => {
        const { items } = await this.#client.list(MysqlBackup, {
          namespace,
          indexes: { clusterName: name },
          shared: true,
        });
        return items.map(({ metadata }) => ({ namespace, name: metadata.name }));
      })
      .complete(objectReconciler(this.#client, MysqlBackup, this));
  }
}
