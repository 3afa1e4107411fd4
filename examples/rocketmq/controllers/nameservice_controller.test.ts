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

import { createMemoryClient, testContext } from "tsop/testing";
import type { Pod } from "tsop/k8s/core/v1";
import { StatefulSet } from "tsop/k8s/apps/v1";
import { Service } from "tsop/k8s/core/v1";
import { describe, expect, test } from "vitest";
import { NameService } from "../api/v1/nameservice_types.js";
import { nameServiceLabels } from "../desired/labels.js";
import { NameServiceReconciler } from "./nameservice_controller.js";

const key = { namespace: "default", name: "names" };
const nameService: NameService = {
  apiVersion: "rocketmq.daocloud.io/v1",
  kind: "NameService",
  metadata: { ...key, uid: "1", generation: 1 },
  spec: { replicas: 2, image: "stand-in" },
};

function pod(ordinal: number, ready: "True" | "False", more: Partial<Pod["metadata"]> = {}): Pod {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace: "default", name: `names-namesrv-${ordinal}`, labels: nameServiceLabels("names"), ...more },
    spec: { containers: [{ name: "namesrv", image: "stand-in" }] },
    status: { podIP: `10.0.0.${ordinal}`, conditions: [{ type: "Ready", status: ready }] },
  };
}

async function statusWith(...pods: Pod[]): Promise<NameService["status"]> {
  const client = createMemoryClient({ objects: [nameService, ...pods] });
  await new NameServiceReconciler(client).reconcile(key, testContext());
  expect((await client.getOrThrow(StatefulSet, { ...key, name: "names-namesrv" })).spec.replicas).toBe(2);
  expect((await client.getOrThrow(Service, { ...key, name: "names-namesrv" })).spec?.ports).toMatchObject([
    { port: 9876 },
  ]);
  return (await client.getOrThrow(NameService, key)).status;
}

describe("the NameService controller", () => {
  test("has no address to tell while no name server answers", async () => {
    expect(await statusWith(pod(0, "False"))).toMatchObject({
      addresses: [],
      nodes: [{ name: "names-namesrv-0", available: false }],
      conditions: [{ type: "Available", status: "False", reason: "NoNameServers", observedGeneration: 1 }],
    });
  });

  test("tells the addresses of those that do, in an order that stays", async () => {
    expect(await statusWith(pod(1, "True"), pod(0, "True"))).toMatchObject({
      addresses: ["10.0.0.0:9876", "10.0.0.1:9876"],
      conditions: [{ status: "True", reason: "AllNameServers" }],
    });
  });

  test("leaves out those that are about to go", async () => {
    const leaving = pod(1, "True", { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["a.com/b"] });
    expect(await statusWith(pod(0, "True"), leaving)).toMatchObject({
      addresses: ["10.0.0.0:9876"],
      conditions: [{ status: "True", reason: "SomeNameServers", message: "1 of 2 name servers respond" }],
    });
  });

  test("has nothing to do for one that is gone", async () => {
    const client = createMemoryClient();
    await new NameServiceReconciler(client).reconcile(key, testContext());
    expect((await client.list(StatefulSet)).items).toEqual([]);
  });
});
