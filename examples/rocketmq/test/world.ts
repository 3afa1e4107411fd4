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

import type { HttpClient } from "tsop";
import { StatefulSet } from "tsop/k8s/apps/v1";
import { ConfigMap, Pod } from "tsop/k8s/core/v1";
import { managed } from "../desired/labels.js";
import type { BrokerAdmin } from "../rocketmq/admin.js";
import type { ExternalStorageClient } from "../rocketmq/external_storage.js";
import { parseProperties, type Properties } from "../rocketmq/properties.js";

/** Simulates the rest of a cluster: pods that start and end, brokers that respond, and a slow store. */
export interface World {
  readonly admin: BrokerAdmin;
  readonly storage: ExternalStorageClient;
  /** The settings of each member, by its address. */
  readonly settings: Map<string, Properties>;
  /** The StatefulSets whose pods do not start for now. */
  readonly stuck: Set<string>;
  /** The calls of the store, by id. */
  readonly clearings: Map<string, { removed: number; total: number; prefix: string; token: string | undefined }>;
  stop(): Promise<void>;
}

export function startWorld(client: HttpClient): World {
  const settings = new Map<string, Properties>();
  const stuck = new Set<string>();
  const clearings: World["clearings"] = new Map();
  const started = new Map<string, number>();
  const stopping = new AbortController();

  async function turn(): Promise<void> {
    const { items: sets } = await client.list(StatefulSet, { labels: managed });
    const { items: pods } = await client.list(Pod, { labels: managed });
    const ofSet = ({ metadata }: StatefulSet) =>
      pods.filter(
        (pod) => pod.metadata.namespace === metadata.namespace && pod.metadata.generateName === metadata.name,
      );
    const kept = new Set<string>();
    for (const set of sets.filter(({ metadata }) => !stuck.has(metadata.name))) {
      const revision = JSON.stringify(set.spec.template).length.toString() + hash(JSON.stringify(set.spec.template));
      for (let ordinal = 0; ordinal < (set.spec.replicas ?? 1); ordinal++) {
        const name = `${set.metadata.name}-${ordinal}`;
        const known = ofSet(set).find(({ metadata }) => metadata.name === name);
        kept.add(`${set.metadata.namespace}/${name}`);
        if (known?.metadata.annotations?.["revision"] === revision) continue;
        if (known !== undefined) await client.delete(Pod, known.metadata, { gracePeriodSeconds: 0 });
        await startPod(set, name, revision, ordinal);
      }
      const replicas = set.spec.replicas ?? 1;
      const status = {
        ...{
          observedGeneration: set.metadata.generation,
          replicas,
          updatedReplicas: replicas,
          readyReplicas: replicas,
        },
        ...{ availableReplicas: replicas, currentRevision: revision, updateRevision: revision },
      };
      if (set.status?.updateRevision !== revision || set.status.observedGeneration !== set.metadata.generation) {
        await client.status.patch(StatefulSet, set.metadata, { type: "merge", body: { status } });
      }
    }
    const names = new Set(sets.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
    for (const { metadata } of pods) {
      const isWanted = kept.has(`${metadata.namespace}/${metadata.name}`);
      if (isWanted || names.has(`${metadata.namespace}/${metadata.generateName}`)) continue;
      await client.delete(Pod, metadata, { gracePeriodSeconds: 0 });
    }
  }

  async function startPod(set: StatefulSet, name: string, revision: string, ordinal: number): Promise<void> {
    const { namespace = "" } = set.metadata;
    const starts = (started.get(`${namespace}/${name}`) ?? 0) + 1;
    started.set(`${namespace}/${name}`, starts);
    const podIP = addressOf(`${namespace}/${set.metadata.name}`, ordinal, starts); // a different IP after each start
    await client.create<Pod>({
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        ...{ namespace, name, generateName: set.metadata.name, labels: set.spec.template.metadata?.labels ?? {} },
        annotations: { revision },
      },
      spec: { automountServiceAccountToken: false, containers: [{ name: "main", image: "stand-in" }] },
    });
    const files = (await client.get(ConfigMap, { namespace, name: set.metadata.name }))?.data ?? {};
    const role = ordinal === 0 ? "SYNC_MASTER" : "SLAVE";
    settings.set(`${podIP}:10911`, { ...parseProperties(files[`${name}.conf`] ?? ""), brokerRole: role });
    const conditions = [{ type: "Ready", status: "True", lastTransitionTime: new Date().toISOString() }];
    const status = { phase: "Running", podIP, podIPs: [{ ip: podIP }], conditions };
    await client.status.patch(Pod, { namespace, name }, { type: "merge", body: { status } });
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await turn().catch(() => undefined); // another client was faster: the next turn sees its write
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();

  return {
    settings,
    stuck,
    clearings,
    admin: {
      settings: (address) => {
        const found = settings.get(address);
        return found === undefined ? Promise.reject(new Error(`${address} does not respond`)) : Promise.resolve(found);
      },
      changeSettings: (address, changes) => {
        settings.set(address, { ...settings.get(address), ...changes });
        return Promise.resolve();
      },
    },
    storage: {
      clear: ({ token }, id, prefix) => {
        const clearing = clearings.get(id) ?? { removed: -1, total: 3, prefix, token };
        clearing.removed = Math.min(clearing.removed + 1, clearing.total);
        clearings.set(id, clearing);
        return Promise.resolve({ ...clearing, isFinished: clearing.removed === clearing.total });
      },
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

function addressOf(set: string, ordinal: number, starts: number): string {
  const digits = Number.parseInt(hash(set), 36);
  return `10.${128 + (starts % 128)}.${digits % 256}.${((digits >> 8) % 25) * 10 + ordinal}`;
}

function hash(text: string): string {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 0x7fffffff;
  return sum.toString(36);
}
