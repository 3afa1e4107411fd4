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

import { isConditionTrue, type KubeObject, type Manager } from "tsop";
import { StatefulSet } from "tsop/k8s/apps/v1";
import { eventually, killAtEveryWrite, type TestEnvironment } from "tsop/testing";
import { describe, expect, test } from "vitest";
import { Broker, type BrokerSpec } from "../api/v1/broker_types.js";
import type { NameService } from "../api/v1/nameservice_types.js";
import { createBrokerMetrics } from "../stages/metrics.js";
import { startWorld, type World } from "../test/world.js";
import { BrokerReconciler } from "./broker_controller.js";
import { limitCaches } from "./caches.js";

const namespace = "default";
const key = { namespace, name: "orders" };
const patience = { timeoutMs: 60_000 };

/** A NameService in the state that its controller leaves; the test does not kill that controller. */
const nameService: NameService = {
  apiVersion: "rocketmq.daocloud.io/v1",
  kind: "NameService",
  metadata: { namespace, name: "names" },
  spec: { image: "stand-in" },
  status: { addresses: ["10.1.0.1:9876"] },
};

/** Pods, brokers and the store survive the operator. */
const worlds = new WeakMap<TestEnvironment, World>();

function worldOf(environment: TestEnvironment): World {
  const world = worlds.get(environment) ?? startWorld(environment.client);
  worlds.set(environment, world);
  return world;
}

function setUp(manager: Manager, environment: TestEnvironment): void {
  const { admin, storage } = worldOf(environment);
  limitCaches(manager);
  new BrokerReconciler({
    ...{ client: manager.client, events: manager.eventRecorder("broker"), soonMs: 100 },
    ...{ admin, storage, metrics: createBrokerMetrics(manager.metricsRegistry) },
  }).setupWithManager(manager);
}

/** Replaces the IPs of Services, and checksums that include them, which differ between runs. */
function normalize(object: KubeObject): KubeObject {
  const text = JSON.stringify(object).replace(/\b10\.0\.\d+\.\d+\b/g, "ADDRESS");
  return JSON.parse(
    text.replace(
      /"(applied\.tsop\.dev\/fields|rocketmq\.daocloud\.io\/fixed-settings|currentRevision|updateRevision)":"[0-9a-z]+"/g,
      '"$1":"CHECKSUM"',
    ),
  ) as KubeObject;
}

/** A running Broker, and the changes that the scenario makes. */
async function play(
  environment: TestEnvironment,
  spec: Partial<BrokerSpec>,
  act: () => Promise<unknown>,
): Promise<void> {
  const { client } = environment;
  try {
    await environment.apply(nameService);
    await client.create<Broker>({
      apiVersion: "rocketmq.daocloud.io/v1",
      kind: "Broker",
      metadata: key,
      spec: { nameService: "names", image: "stand-in", members: 1, storage: { size: "1Gi" }, ...spec },
    });
    await untilUpToDate(environment);
    await act();
  } finally {
    await worldOf(environment).stop();
  }
}

function untilUpToDate({ client }: TestEnvironment): Promise<void> {
  return eventually(async () => {
    const { metadata, status } = await client.getOrThrow(Broker, key);
    expect(status?.observedGeneration).toBe(metadata.generation);
    for (const stage of ["PreConfig", "Sync", "Available"]) {
      expect(isConditionTrue(status?.conditions ?? [], stage), stage).toBe(true);
    }
  }, patience);
}

const options = { setUp, roles: ["config/rbac/role.yaml"], normalize };

describe("reaches the same result wherever the operator is killed", { timeout: 600_000 }, () => {
  test("of a rollout", async () => {
    const { writes } = await killAtEveryWrite({
      ...options,
      scenario: (environment) =>
        play(environment, {}, async () => {
          const body = { spec: { config: { sendMessageThreadPoolNums: "16", deleteWhen: "05" } } };
          await environment.client.patch(Broker, key, { type: "merge", body });
          await untilUpToDate(environment);
        }),
    });
    expect(writes.filter((write) => write === "apply StatefulSet default/orders-group-0")).toHaveLength(2);
  });

  test("of a Broker that is created and deleted: its store is cleared once", async () => {
    const { writes } = await killAtEveryWrite({
      ...options,
      scenario: (environment) =>
        play(environment, { externalStorage: { url: "http://archive.example.com" } }, async () => {
          const { client } = environment;
          await client.delete(Broker, key);
          await eventually(async () => {
            expect(await client.get(Broker, key)).toBeUndefined();
            expect(await client.get(StatefulSet, { namespace, name: "orders-group-0" })).toBeUndefined();
          }, patience);
          const { clearings } = worldOf(environment);
          expect([...clearings.values()]).toMatchObject([{ removed: 3, total: 3 }]);
        }),
    });
    expect(writes).toContain("delete statefulsets default/orders-group-0");
  });
});
