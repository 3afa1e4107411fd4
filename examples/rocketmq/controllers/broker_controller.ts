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
  generationChanged,
  type Manager,
  type ManagerClient,
  type Predicate,
  type ReconcileContext,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  requeueAfter,
  updateStatusIfChanged,
  withFinalizer,
} from "tsop";
import { Deployment, StatefulSet } from "tsop/k8s/apps/v1";
import { ConfigMap, Pod, Service } from "tsop/k8s/core/v1";
import { PodDisruptionBudget } from "tsop/k8s/policy/v1";
import { Broker, type BrokerStatus } from "../api/v1/broker_types.js";
import { NameService } from "../api/v1/nameservice_types.js";
import { brokerLabels, label, selectorText } from "../desired/labels.js";
import { ServiceMonitor } from "../desired/service_monitor.js";
import { finalize } from "../stages/finalize.js";
import { type PreConfigured, preConfigure } from "../stages/pre_config.js";
import { announce, mergeFindings } from "../stages/report.js";
import type { Finding, Run, Tools } from "../stages/stage.js";
import { sync } from "../stages/sync.js";

const finalizer = "rocketmq.daocloud.io/external-storage";

/** Runs RocketMQ brokers in groups: each run executes the stages Finalize, or PreConfig and Sync, and writes their state to the status. */
export class BrokerReconciler implements Reconciler {
  readonly #tools: Tools & { readonly client: ManagerClient };

  constructor(tools: Tools & { readonly client: ManagerClient }) {
    this.#tools = tools;
  }

  async reconcile(
    request: ReconcileRequest,
    { clock, log, signal, throwIfNotLeading }: ReconcileContext,
  ): Promise<ReconcileResult> {
    const { client, metrics } = this.#tools;
    const broker = await client.get(Broker, request);
    if (broker === undefined) {
      metrics.readyGroups.remove({ ...request });
      metrics.wantedGroups.remove({ ...request });
      return done();
    }
    log.debug(entry(broker), { generation: broker.metadata.generation });
    const run: Run = { ...this.#tools, clock, log, signal, throwIfNotLeading };
    return withFinalizer(client, broker, {
      finalizer,
      signal,
      cleanUp: (deleted) => this.#finalize(deleted, run),
      reconcile: (held) => this.#configureAndSync(held, run),
    });
  }

  async #finalize(broker: Broker, run: Run): Promise<ReconcileResult> {
    const finalized = await finalize(broker, run);
    announce(broker, [finalized.finding], run.log, run.events);
    if (finalized.kind === "finished") return done();
    await writeStatus(broker, [finalized.finding], {}, run);
    return requeueAfter(finalized.requeueMs);
  }

  async #configureAndSync(broker: Broker, run: Run): Promise<ReconcileResult> {
    const { name, namespace = "" } = broker.metadata;
    const labels = brokerLabels(name);
    const { items: statefulSets } = await run.client.list(StatefulSet, { namespace, labels });
    const configured = await preConfigure(broker, statefulSets, run);
    const preConfig = preConfigFinding(configured);
    if (configured.kind === "waiting") {
      announce(broker, [preConfig], run.log, run.events);
      await writeStatus(broker, [preConfig], {}, run);
      return requeueAfter(10_000); // Secrets are not watched
    }
    const synced = await sync(broker, configured, statefulSets, run);
    run.metrics.wantedGroups.set({ namespace, name }, broker.spec.groups ?? 1);
    run.metrics.readyGroups.set({ namespace, name }, synced.readyGroups);
    const findings = [preConfig, ...synced.findings];
    announce(broker, findings, run.log, run.events);
    const observed = {
      groups: synced.groups,
      readyGroups: synced.readyGroups,
      selector: selectorText(labels),
      nameServers: [...configured.nameServers],
      nodes: synced.members.map(({ node }) => node),
    };
    await writeStatus(broker, findings, observed, run);
    return requeueAfter(synced.requeueMs);
  }

  setupWithManager(manager: Manager): void {
    const { client } = this.#tools;
    manager.cacheFor(Broker).index("nameService", ({ spec }) => [spec.nameService]);
    manager
      .controller("broker")
      .for(Broker, { predicates: [generationChanged] }) // ignores the status updates of this operator
      .owns(StatefulSet)
      .owns(Service)
      .owns(ConfigMap)
      .owns(PodDisruptionBudget)
      .owns(Deployment)
      .owns(ServiceMonitor, { isOptional: true }) // only clusters with the Prometheus operator have its CRD
      // The StatefulSet owns the members, not the Broker: their labels name the Broker.
      .watches(Pod, ({ metadata: { namespace = "", labels } }) => {
        const name = labels?.[label.broker];
        return name === undefined ? [] : [{ namespace, name }];
      })
      // Brokers follow the name servers in their settings.
      .watches(
        NameService,
        async ({ metadata: { namespace = "", name } }) => {
          const { items } = await client.list(Broker, { namespace, indexes: { nameService: name }, shared: true });
          return items.map(({ metadata }) => ({ namespace, name: metadata.name }));
        },
        { predicates: [addressesChanged] },
      )
      .withOptions({ concurrency: 4 })
      .complete(this);
  }
}

/** Describes the cause of a run. */
function entry({ metadata, status }: Broker): string {
  if (metadata.deletionTimestamp !== undefined) return "deleted";
  if (status?.observedGeneration === undefined) return "new";
  return status.observedGeneration === metadata.generation ? "checked again" : "changed";
}

function preConfigFinding(configured: PreConfigured): Finding {
  if (configured.kind === "waiting") return { stage: "PreConfig", isDone: false, ...configured };
  const message = `groups: ${configured.groups.length}, name servers: ${configured.nameServers.join(", ")}`;
  return { stage: "PreConfig", isDone: true, reason: "Configured", message };
}

async function writeStatus(
  broker: Broker,
  findings: readonly Finding[],
  observed: Partial<BrokerStatus>,
  { client, clock, signal }: Run,
): Promise<void> {
  const conditions = mergeFindings(broker, findings, clock.now());
  const mutate = (draft: Broker): void => {
    draft.status = { ...draft.status, ...observed, observedGeneration: draft.metadata.generation, conditions };
  };
  await updateStatusIfChanged(client, broker, mutate, { signal });
}

const addressesChanged: Predicate<NameService> = (event) =>
  event.kind !== "updated" || String(event.before.status?.addresses) !== String(event.object.status?.addresses);
