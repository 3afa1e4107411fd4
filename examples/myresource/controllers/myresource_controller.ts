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
  type Client,
  done,
  type EventRecorder,
  getControllerOf,
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
import { Deployment } from "tsop/k8s/apps/v1";
import { MyResource } from "../api/v1/myresource_types.js";

const replicasOf = { small: 1, medium: 2, large: 3 } as const;

/** The result, for `status.state` and the condition Ready. */
interface Outcome {
  readonly state: "Pending" | "Running" | "Failed";
  readonly reason: string;
  readonly message: string;
  readonly readyReplicas: number;
}

/** Runs the image of each MyResource, in a Deployment of the same name. */
export class MyResourceReconciler implements Reconciler {
  readonly #client: Client;
  readonly #events: EventRecorder;

  constructor(client: Client, events: EventRecorder) {
    this.#client = client;
    this.#events = events;
  }

  async reconcile(request: ReconcileRequest, { log, signal }: ReconcileContext): Promise<ReconcileResult> {
    const resource = await this.#client.get(MyResource, request, { signal });
    // Kubernetes deletes the objects that it owned.
    if (resource === undefined || resource.metadata.deletionTimestamp !== undefined) return done();
    const outcome = await this.#run(resource, signal);
    log.info("reconciled", { state: outcome.state, reason: outcome.reason });
    await this.#report(resource, outcome, signal);
    // No event reports the deletion of a Deployment that this MyResource does not own.
    return outcome.state === "Failed" ? requeueAfter(60_000) : done();
  }

  async #run(resource: MyResource, signal: AbortSignal): Promise<Outcome> {
    const { name } = resource.metadata;
    const before = await this.#client.get(Deployment, resource.metadata, { signal });
    if (before !== undefined && getControllerOf(before)?.uid !== resource.metadata.uid) {
      const message = `the Deployment ${name} belongs to another owner; the operator does not change it`;
      return { state: "Failed", reason: "NameTaken", message, readyReplicas: 0 };
    }
    const wanted = deploymentOf(resource);
    const options = { force: before !== undefined, signal };
    const { object } = await applyIfDifferent<Deployment>(this.#client, wanted, options);
    const { readyReplicas = 0, updatedReplicas = 0, observedGeneration } = object.status ?? {};
    const replicas = replicasOf[resource.spec.size];
    const isLatest = observedGeneration === object.metadata.generation && updatedReplicas >= replicas;
    const isRunning = isLatest && readyReplicas >= replicas;
    const message = `${readyReplicas} of ${replicas} Pods are ready`;
    if (isRunning) return { state: "Running", reason: "PodsReady", message, readyReplicas };
    return { state: "Pending", reason: "PodsNotReady", message, readyReplicas };
  }

  async #report(resource: MyResource, outcome: Outcome, signal: AbortSignal): Promise<void> {
    const { state, reason, message, readyReplicas } = outcome;
    const before = resource.status?.state;
    await updateStatusIfChanged(
      this.#client,
      resource,
      (latest) => {
        const status = (latest.status ??= {});
        Object.assign(status, { state, readyReplicas });
        setCondition((status.conditions ??= []), {
          type: "Ready",
          status: state === "Running" ? "True" : "False",
          observedGeneration: resource.metadata.generation,
          reason,
          message,
        });
      },
      { signal },
    );
    if (state === before) return;
    const type = state === "Failed" ? "Warning" : "Normal";
    this.#events.event(resource, { type, reason, action: "RunImage", note: message });
  }

  setupWithManager(manager: Manager): void {
    manager.controller("myresource").for(MyResource).owns(Deployment).complete(this);
  }
}

function deploymentOf(resource: MyResource): Deployment {
  const { name, namespace } = resource.metadata;
  const { image, size } = resource.spec;
  const labels = { "app.kubernetes.io/name": "myresource", "app.kubernetes.io/instance": name };
  const deployment: Deployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace, labels },
    spec: {
      replicas: replicasOf[size],
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "main", image }] } },
    },
  };
  setControllerReference(resource, deployment);
  return deployment;
}
