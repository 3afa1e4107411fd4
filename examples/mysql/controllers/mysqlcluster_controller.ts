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
  applyIfDifferent,
  done,
  type EventRecorder,
  type Manager,
  type ManagerClient,
  type ObjectKey,
  objectReconciler,
  type ReconcileContext,
  type ReconcileRequest,
  type ReconcileResult,
  requeueAfter,
  setControllerReference,
  updateStatusIfChanged,
} from "tsop";
import { StatefulSet } from "tsop/k8s/apps/v1";
import { Job } from "tsop/k8s/batch/v1";
import { ConfigMap, Secret, Service } from "tsop/k8s/core/v1";
import { MysqlBackup } from "../api/v1alpha1/mysqlbackup_types.js";
import { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { changesOf } from "../desired-state/changes.js";
import { type Observed, statusOf, transitions } from "../desired-state/cluster-status.js";
import { configHash, configMap } from "../desired-state/config-map.js";
import { initSecret, readCredentials } from "../desired-state/init-sql.js";
import { names } from "../desired-state/names.js";
import { addressOf, nodesService, primaryService, readService } from "../desired-state/services.js";
import { statefulSet } from "../desired-state/stateful-set.js";
import { decideVersion } from "../desired-state/version.js";
import { keepSchedule } from "./backup_schedule.js";
import { findRestore, restore } from "./restore.js";

/** Makes the cluster match the spec of each MysqlCluster. */
export class MysqlClusterReconciler {
  readonly #client: ManagerClient;
  readonly #events: EventRecorder;

  constructor(client: ManagerClient, events: EventRecorder) {
    this.#client = client;
    this.#events = events;
  }

  /** Runs after each change of the MysqlCluster or of an object that it depends on, and when a backup is due. */
  async reconcile(cluster: MysqlCluster, { clock, log }: ReconcileContext): Promise<ReconcileResult> {
    if (cluster.metadata.deletionTimestamp !== undefined) return done(); // Kubernetes deletes the objects that it owned
    const observed = await this.#converge(cluster);
    const now = new Date(clock.now());
    const schedule = await keepSchedule(this.#client, this.#events, cluster, observed, now);
    const { result, object } = await updateStatusIfChanged(this.#client, cluster, (draft) => {
      draft.status = statusOf(cluster, observed, schedule, now);
    });
    if (result !== "unchanged") {
      log.info("status changed", { reason: observed.blocker?.reason, version: object.status?.version });
      for (const event of transitions(cluster.status, object.status)) this.#events.event(cluster, event);
    }
    // The status now contains the due backup, so the next run creates the next one.
    return "status" in schedule ? requeueAfter(Date.parse(schedule.status.nextTime) - now.getTime()) : done();
  }

  /** Creates the objects of the cluster, as far as possible now. */
  async #converge(cluster: MysqlCluster): Promise<Observed> {
    const key = { namespace: cluster.metadata.namespace ?? "", name: names.statefulSet(cluster.metadata.name) };
    const found = await this.#client.get(StatefulSet, key);
    const version = decideVersion(cluster, found);
    const addresses = await this.#applyServices(cluster);
    const before: Observed = { ...addresses, version, statefulSet: found };
    const { primaryHost } = addresses;
    if (primaryHost === undefined) {
      return { ...before, blocker: { reason: "AddressPending", message: "the Service has no IP yet" } };
    }
    const init = await this.#applyInit(cluster, primaryHost);
    if ("blocker" in init) return { ...before, ...init };
    const source = await findRestore(this.#client, cluster);
    if (source.kind === "blocked") return { ...before, blocker: source.blocker };

    const config = configMap(cluster);
    setControllerReference(cluster, config);
    await applyIfDifferent<ConfigMap>(this.#client, config, { force: true });
    const wanted = statefulSet(cluster, {
      version: version.version,
      // The other nodes must start with the data of the first node.
      replicas: source.kind === "restore" ? 1 : (cluster.spec.replicas ?? 1),
      configHash: configHash(config),
      initVersion: init.initVersion,
    });
    setControllerReference(cluster, wanted);
    const { result, object } = await applyIfDifferent<StatefulSet>(this.#client, wanted, { force: true });
    if (result !== "unchanged") this.#tellChanges(cluster, found, object);
    const after: Observed = { ...before, statefulSet: object };
    return source.kind === "none" ? after : { ...after, ...(await restore(this.#client, cluster, source, after)) };
  }

  async #applyServices(
    cluster: MysqlCluster,
  ): Promise<Pick<Observed, "primaryHost" | "primaryAddress" | "readAddress">> {
    const [primary, reads] = await Promise.all(
      [primaryService(cluster), readService(cluster), nodesService(cluster)].map(async (service) => {
        setControllerReference(cluster, service);
        return (await applyIfDifferent<Service>(this.#client, service, { force: true })).object;
      }),
    );
    const primaryAddress = primary && addressOf(primary);
    return {
      primaryAddress,
      primaryHost: primaryAddress === undefined ? undefined : primary?.spec?.clusterIP,
      readAddress: reads && addressOf(reads),
    };
  }

  /** Stores the SQL that nodes run at start, and returns its version. */
  async #applyInit(
    cluster: MysqlCluster,
    primaryHost: string,
  ): Promise<{ readonly initVersion: string } | Required<Pick<Observed, "blocker">>> {
    const { secretName } = cluster.spec;
    const secret = await this.#client.get(Secret, { namespace: cluster.metadata.namespace ?? "", name: secretName });
    if (secret === undefined) {
      return { blocker: { reason: "SecretNotFound", message: `the Secret ${secretName} does not exist` } };
    }
    const read = readCredentials(secret);
    if (read.kind === "lacking") {
      const message = `the Secret ${secretName} has no ${read.keys.join(", ")}`;
      return { blocker: { reason: "SecretIncomplete", message } };
    }
    const init = initSecret(cluster, read.credentials, primaryHost);
    setControllerReference(cluster, init);
    const { object } = await applyIfDifferent<Secret>(this.#client, init, { force: true });
    return { initVersion: object.metadata.resourceVersion ?? "" };
  }

  #tellChanges(cluster: MysqlCluster, before: StatefulSet | undefined, after: StatefulSet): void {
    for (const event of changesOf(before, after)) this.#events.event(cluster, { ...event, related: after });
  }

  setupWithManager(manager: Manager): void {
    manager
      .cacheFor(MysqlCluster)
      .index("secretName", ({ spec }) => [spec.secretName])
      .index("initFromBackup", ({ spec }) => (spec.initFromBackup === undefined ? [] : [spec.initFromBackup]));
    manager
      .controller("mysqlcluster")
      .for(MysqlCluster)
      .owns(StatefulSet)
      .owns(Service)
      .owns(ConfigMap)
      .owns(Job)
      // The cache stores only the metadata of Secrets: the operator reads passwords when it needs them.
      .owns(Secret, { onlyMetadata: true })
      .watches(Secret, ({ metadata }) => this.#clustersBy("secretName", metadata), { onlyMetadata: true })
      .watches(MysqlBackup, async ({ metadata, spec }) => [
        { namespace: metadata.namespace ?? "", name: spec.clusterName },
        ...(await this.#clustersBy("initFromBackup", metadata)),
      ])
      .complete(objectReconciler(this.#client, MysqlCluster, this));
  }

  async #clustersBy(index: string, { namespace = "", name }: ObjectKey): Promise<ReconcileRequest[]> {
    const { items } = await this.#client.list(MysqlCluster, { namespace, indexes: { [index]: name }, shared: true });
    return items.map(({ metadata }) => ({ namespace, name: metadata.name }));
  }
}
