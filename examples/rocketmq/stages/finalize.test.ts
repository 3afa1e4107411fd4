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

import type { KubeObject } from "tsop";
import { StatefulSet } from "tsop/k8s/apps/v1";
import type { Secret } from "tsop/k8s/core/v1";
import { createMemoryClient, recordingEventRecorder, testContext } from "tsop/testing";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import type { Broker, ExternalStorage } from "../api/v1/broker_types.js";
import { groupStatefulSet } from "../desired/groups.js";
import type { Clearing } from "../rocketmq/external_storage.js";
import { finalize } from "./finalize.js";
import { createBrokerMetrics } from "./metrics.js";

const url = "http://archive.example.com";
const secret: Secret = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { namespace: "default", name: "archive" },
  data: { token: Buffer.from("let me in\n").toString("base64") },
};

function broker(externalStorage?: ExternalStorage): Broker {
  const more = externalStorage === undefined ? {} : { externalStorage };
  return {
    apiVersion: "rocketmq.daocloud.io/v1",
    kind: "Broker",
    metadata: { namespace: "default", name: "orders", uid: "17" },
    spec: { nameService: "names", image: "i", storage: { size: "1Gi" }, ...more },
  };
}

async function run(deleted: Broker, clear: () => Promise<Clearing>, ...objects: KubeObject[]) {
  const client = createMemoryClient({ objects: [deleted, ...objects] });
  const calls: unknown[] = [];
  const finalized = await finalize(deleted, {
    ...testContext(),
    ...{
      client,
      events: recordingEventRecorder(),
      soonMs: 1_000,
      metrics: createBrokerMetrics(new Registry()),
    },
    admin: { settings: () => Promise.reject(new Error()), changeSettings: () => Promise.reject(new Error()) },
    storage: {
      clear: (access, id, prefix) => {
        calls.push({ ...access, id, prefix });
        return clear();
      },
    },
  });
  return { ...finalized, calls, client };
}

const progress = (removed: number) => () => Promise.resolve({ removed, total: 3, isFinished: removed === 3 });

test("stops the brokers first: while they write, nothing can be cleared", async () => {
  const context = { group: 0, peers: ["10.0.0.1"], nameServers: [], isRetiring: false };
  const { calls, client, ...rest } = await run(broker({ url }), progress(0), groupStatefulSet(broker(), context));
  expect(rest).toMatchObject({ kind: "busy", finding: { reason: "StoppingBrokers" } });
  expect(calls).toEqual([]);
  expect((await client.list(StatefulSet)).items).toEqual([]);
});

test("asks the store, with what the Secret says, and comes back until it is finished", async () => {
  const stored = broker({ url, secretName: "archive" });
  expect(await run(stored, progress(1), secret)).toMatchObject({
    kind: "busy",
    finding: { reason: "ClearingStorage", message: "1 of 3 objects removed from external storage" },
    calls: [{ url, token: "let me in", id: "17", prefix: "default/orders/" }],
  });
  expect(await run(stored, progress(3), secret)).toMatchObject({ kind: "finished" });
});

test("is not finished by a store that fails", async () => {
  const { kind, finding } = await run(broker({ url }), () => Promise.reject(new Error("no route")));
  expect({ kind, finding }).toMatchObject({ kind: "busy", finding: { reason: "StorageFailed", message: "no route" } });
});

test("says which Secret is missing, and how to do without", async () => {
  const { finding, calls } = await run(broker({ url, secretName: "gone" }), progress(3));
  expect(finding).toMatchObject({ reason: "SecretMissing", message: expect.stringContaining("Retain") as string });
  expect(calls).toEqual([]);
});

test.each([undefined, { url, reclaimPolicy: "Retain" } as const])(
  "leaves volumes of others unchanged: %j",
  async (storage) => {
    const { kind, calls } = await run(broker(storage), progress(0));
    expect(kind).toBe("finished");
    expect(calls).toEqual([]);
  },
);
