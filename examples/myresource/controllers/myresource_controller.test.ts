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

import { type Client, createManager, fieldValidationClient, findCondition, type Manager } from "tsop";
import { Deployment } from "tsop/k8s/apps/v1";
import { Secret } from "tsop/k8s/core/v1";
import { eventually, killAtEveryWrite, TestEnvironment, type TestUser } from "tsop/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { MyResource } from "../api/v1/myresource_types.js";
import { MyResourceReconciler } from "./myresource_controller.js";

const patience = { timeoutMs: 20_000 };
const crds = ["config/crd/bases"];
const roles = ["config/rbac/role.yaml"];

function myResource(name: string, size: MyResource["spec"]["size"] = "large") {
  const metadata = { namespace: "default", name };
  return {
    apiVersion: "my.domain/v1",
    kind: "MyResource",
    metadata,
    spec: { size, image: "my-custom-image" },
  } as const;
}

function setUp(manager: Manager, client: Client = manager.client): void {
  new MyResourceReconciler(client, manager.eventRecorder("myresource")).setupWithManager(manager);
}

/** Runs the operator until the tests end. */
async function run(
  environment: TestEnvironment,
  operator: TestUser,
  clientOf = (client: Client): Client => client,
): Promise<() => Promise<void>> {
  const manager = await createManager({
    name: "myresource-test",
    config: operator.config,
    healthProbeBindAddress: "0",
    logLevel: "warn",
  });
  setUp(manager, clientOf(manager.client));
  const stop = new AbortController();
  const running = manager.start(stop.signal);
  return async () => {
    stop.abort();
    await running;
    await environment.stop();
  };
}

/** Writes the status that the Deployment controller would report, because no node runs the Pods. */
async function reportPods({ client }: TestEnvironment, name: string, replicas: number): Promise<void> {
  await eventually(async () => {
    const deployment = await client.getOrThrow(Deployment, { namespace: "default", name });
    expect(deployment.spec.replicas).toBe(replicas);
    const observedGeneration = deployment.metadata.generation;
    const status = { observedGeneration, replicas, updatedReplicas: replicas, readyReplicas: replicas };
    await client.status.update<Deployment>({ ...deployment, status });
  }, patience);
}

function expectState({ client }: TestEnvironment, name: string, state: string, readyReplicas: number): Promise<void> {
  return eventually(async () => {
    const resource = await client.getOrThrow(MyResource, { namespace: "default", name });
    expect(resource.status).toMatchObject({ state, readyReplicas });
    expect(findCondition(resource.status?.conditions, "Ready")?.observedGeneration).toBe(resource.metadata.generation);
  }, patience);
}

describe("the MyResource controller", () => {
  let environment: TestEnvironment;
  let operator: TestUser;
  beforeAll(async () => {
    environment = await TestEnvironment.start({ crds });
    operator = await environment.addUser("operator", { roles });
    return run(environment, operator);
  });

  test("runs as many Pods as the size requires, also after a change", async () => {
    const { client } = environment;
    const created = await client.create<MyResource>(myResource("example-myresource"));
    await expectState(environment, "example-myresource", "Pending", 0);
    await reportPods(environment, "example-myresource", 3);
    await expectState(environment, "example-myresource", "Running", 3);
    const deployment = await client.getOrThrow(Deployment, created.metadata);
    expect(deployment.spec.template.spec?.containers).toMatchObject([{ image: "my-custom-image" }]);
    expect(deployment.metadata.ownerReferences).toMatchObject([{ kind: "MyResource", uid: created.metadata.uid }]);

    await client.patch(MyResource, created.metadata, { type: "merge", body: { spec: { size: "small" } } });
    await reportPods(environment, "example-myresource", 1);
    await expectState(environment, "example-myresource", "Running", 1);
  });

  test("does not change a Deployment that belongs to another owner", async () => {
    const { client } = environment;
    const metadata = { namespace: "default", name: "taken" };
    const labels = { app: "taken" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "theirs" }] } };
    const spec = { selector: { matchLabels: labels }, template };
    await client.create<Deployment>({ apiVersion: "apps/v1", kind: "Deployment", metadata, spec });
    await client.create<MyResource>(myResource("taken"));
    await expectState(environment, "taken", "Failed", 0);
    const left = await client.getOrThrow(Deployment, metadata);
    expect(left.spec.template.spec?.containers[0]?.image).toBe("theirs");
  });

  test.each([
    ["an unknown size", { size: "huge", image: "a" }, "spec.size"],
    ["no image", { size: "small" }, "spec.image"],
    ["an empty image", { size: "small", image: "" }, "spec.image"],
    ["an image with a space in it", { size: "small", image: "my image" }, "spec.image"],
  ])("the API server rejects %s", async (_case, spec, field) => {
    const wrong = { ...myResource("wrong"), spec } as MyResource;
    await expect(environment.client.create(wrong)).rejects.toThrow(field);
  });

  test("the operator has the permissions that its code needs, and no others", async () => {
    await expect(operator.client.list(Deployment)).resolves.toBeDefined();
    await expect(operator.client.list(Secret)).rejects.toThrow('cannot list resource "secrets"');
  });
});

describe("on the tutorial's own CRD, which has no status subresource", () => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await TestEnvironment.start({ crds: ["test/crds/tutorial.yaml"] });
    const operator = await environment.addUser("operator", { roles });
    // Its schema has no conditions: the API server prunes them without an error.
    return run(environment, operator, (client) => fieldValidationClient(client, "Ignore"));
  });

  test("writes the state to the object itself, and does not change its spec", async () => {
    const { client } = environment;
    await client.create<MyResource>(myResource("example-myresource", "medium"));
    await reportPods(environment, "example-myresource", 2);
    await eventually(async () => {
      const { spec, status } = await client.getOrThrow(MyResource, myResource("example-myresource").metadata);
      expect(status).toEqual({ state: "Running" }); // the schema has no other field
      expect(spec).toEqual({ size: "medium", image: "my-custom-image" });
    }, patience);
  });
});

test("reaches the same result wherever it is killed", { timeout: 240_000 }, async () => {
  const name = "example-myresource";
  const { writes } = await killAtEveryWrite({
    setUp: (manager) => setUp(manager),
    roles,
    environment: { crds },
    timeoutMs: 30_000,
    scenario: async (environment) => {
      const { client } = environment;
      const { metadata } = await client.create<MyResource>(myResource(name, "small"));
      await expectState(environment, name, "Pending", 0);
      await reportPods(environment, name, 1);
      await expectState(environment, name, "Running", 1);
      await client.patch(MyResource, metadata, { type: "merge", body: { spec: { size: "large" } } });
      await reportPods(environment, name, 3);
      await expectState(environment, name, "Running", 3);
    },
  });
  expect(writes.filter((text) => text.startsWith("apply"))).toEqual([
    "apply Deployment default/example-myresource",
    "apply Deployment default/example-myresource",
  ]);
});
