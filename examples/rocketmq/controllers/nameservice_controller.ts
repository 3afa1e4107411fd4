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
  generationChanged,
  type Manager,
  type ReconcileContext,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  setControllerReference,
  setCondition,
  updateStatusIfChanged,
} from "tsop";
import { StatefulSet } from "tsop/k8s/apps/v1";
import { Pod, Service } from "tsop/k8s/core/v1";
import { type NameServer, NameService } from "../api/v1/nameservice_types.js";
import { label, nameServiceLabels, port, selectorText } from "../desired/labels.js";
import { nameServersService, nameServersStatefulSet } from "../desired/name_servers.js";

/** Runs name servers, and writes the addresses of responding servers to the status. */
export class NameServiceReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: ReconcileRequest, { log, signal }: ReconcileContext): Promise<ReconcileResult> {
    const nameService = await this.#client.get(NameService, request);
    if (nameService === undefined || nameService.metadata.deletionTimestamp !== undefined) return done();
    for (const object of [nameServersService(nameService), nameServersStatefulSet(nameService)]) {
      setControllerReference(nameService, object);
      await applyIfDifferent<Service | StatefulSet>(this.#client, object, { signal, force: true });
    }
    const labels = nameServiceLabels(request.name);
    const { items: pods } = await this.#client.list(Pod, { namespace: request.namespace, labels });
    const nodes = pods.map(nameServer).sort((a, b) => (a.name < b.name ? -1 : 1));
    const addresses = availableAddresses(nodes);
    if (String(addresses) !== String(nameService.status?.addresses ?? [])) log.info("addresses changed", { addresses });
    const mutate = (draft: NameService): void => {
      const conditions = draft.status?.conditions ?? [];
      setCondition(conditions, {
        ...available(addresses.length, draft.spec.replicas ?? 1),
        observedGeneration: draft.metadata.generation,
      });
      const selector = selectorText(labels);
      const { generation: observedGeneration } = draft.metadata;
      draft.status = { observedGeneration, replicas: pods.length, selector, addresses, nodes, conditions };
    };
    await updateStatusIfChanged(this.#client, nameService, mutate, { signal });
    return done();
  }

  setupWithManager(manager: Manager): void {
    manager
      .controller("nameservice")
      .for(NameService, { predicates: [generationChanged] })
      .owns(StatefulSet)
      .owns(Service)
      .watches(Pod, ({ metadata: { namespace = "", labels } }) => {
        const name = labels?.[label.nameService];
        return name === undefined ? [] : [{ namespace, name }];
      })
      .complete(this);
  }
}

export function nameServer({ metadata, status }: Pod): NameServer {
  const isReady = status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true;
  return {
    name: metadata.name,
    available: isReady && metadata.deletionTimestamp === undefined,
    ...(status?.podIP === undefined ? {} : { address: `${status.podIP}:${port.nameServer}` }),
  };
}

/** Sorts the addresses, because brokers get each change of the order as a new setting. */
export function availableAddresses(nodes: readonly NameServer[]): string[] {
  return nodes.flatMap(({ available, address }) => (available && address !== undefined ? [address] : []));
}

function available(ready: number, wanted: number) {
  const message = `${ready} of ${wanted} name servers respond`;
  if (ready === 0) return { type: "Available", status: "False", reason: "NoNameServers", message } as const;
  const reason = ready < wanted ? "SomeNameServers" : "AllNameServers";
  return { type: "Available", status: "True", reason, message } as const;
}
