/*
Copyright 2026 zhangsan

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

import { createManager } from "tsop";
import { Secret } from "tsop/k8s/core/v1";
import { eventually, TestEnvironment, type TestUser } from "tsop/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { Bar } from "../api/v1/bar_types.js";
import { BarReconciler } from "./bar_controller.js";

const key = { namespace: "default", name: "bar-sample" };

// Runs on an API server in this process and needs no cluster. If KUBEBUILDER_ASSETS names a folder with etcd and
// kube-apiserver (`npx tsop envtest setup`), runs on a real API server.
describe("the Bar controller", () => {
  let environment: TestEnvironment;
  let operator: TestUser;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ crds: ["config/crd/bases"] });
    // This user has only the permissions that `npm run manifests` generates.
    operator = await environment.addUser("operator", { roles: ["config/rbac/role.yaml"] });
    const manager = await createManager({
      name: "bar-test",
      config: operator.config,
      healthProbeBindAddress: "0",
      logLevel: "warn",
    });
    new BarReconciler(manager.client).setupWithManager(manager);
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    return async () => {
      stop.abort();
      await running;
      await environment.stop();
    };
  });

  test("reports that an object is ready, and again after a change", async () => {
    const { client } = environment;
    const isReady = { type: "Ready", status: "True" };

    const created = await client.create<Bar>({
      apiVersion: "foo.abc.com/v1",
      kind: "Bar",
      metadata: { name: key.name, namespace: key.namespace },
      spec: {},
    });
    await eventually(async () => {
      const bar = await client.getOrThrow(Bar, key);
      expect(bar.status?.conditions).toMatchObject([{ ...isReady, observedGeneration: 1 }]);
    });

    await client.patch(Bar, key, {
      type: "merge",
      body: { spec: { replicas: (created.spec.replicas ?? 0) + 1 } },
    });
    await eventually(async () => {
      const bar = await client.getOrThrow(Bar, key);
      expect(bar.status?.conditions).toMatchObject([{ ...isReady, observedGeneration: 2 }]);
    });
  });

  test("the API server rejects values that the types do not allow", async () => {
    const metadata = { name: "too-many", namespace: key.namespace };
    const bar = {
      apiVersion: "foo.abc.com/v1",
      kind: "Bar",
      metadata,
      spec: { replicas: 11 },
    } as const;
    await expect(environment.client.create<Bar>(bar)).rejects.toThrow("spec.replicas");
  });

  test("the operator has the permissions that its code needs, and no others", async () => {
    await expect(operator.client.get(Bar, key)).resolves.toBeDefined();
    await expect(operator.client.list(Secret)).rejects.toThrow('cannot list resource "secrets"');
  });
});
