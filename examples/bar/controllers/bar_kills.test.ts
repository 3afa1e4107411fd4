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

import { eventually, killAtEveryWrite } from "tsop/testing";
import { expect, test } from "vitest";
import { Bar } from "../api/v1/bar_types.js";
import { BarReconciler } from "./bar_controller.js";

test("reaches the same status wherever it is killed", { timeout: 120_000 }, async () => {
  const metadata = { namespace: "default", name: "bar-sample" };
  const { writes } = await killAtEveryWrite({
    setUp: (manager) => new BarReconciler(manager.client).setupWithManager(manager),
    roles: ["config/rbac/role.yaml"],
    environment: { crds: ["config/crd/bases"] },
    timeoutMs: 30_000,
    scenario: async ({ client }) => {
      await client.create<Bar>({ apiVersion: "foo.abc.com/v1", kind: "Bar", metadata, spec: {} });
      const isReady = async (): Promise<void> => {
        const { status } = await client.getOrThrow(Bar, metadata);
        expect(status?.conditions).toMatchObject([{ type: "Ready", status: "True" }]);
      };
      await eventually(isReady, { timeoutMs: 30_000 });
    },
  });
  expect(writes).toEqual(["update status of Bar default/bar-sample"]);
});
