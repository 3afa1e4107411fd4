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

import { findCondition, type Manager, mergePatch } from "tsop";
import { CronJob } from "tsop/k8s/batch/v1";
import { eventually, killAtEveryWrite, type TestEnvironment } from "tsop/testing";
import { expect, test } from "vitest";
import { CronTab } from "../api/v1/crontab_types.js";
import { CronTabReconciler } from "./crontab_controller.js";

const key = { namespace: "default", name: "my-new-cron-object" };

function setUp(manager: Manager): void {
  new CronTabReconciler(manager.client, manager.eventRecorder("crontab")).setupWithManager(manager);
}

/** Creates a CronTab, sets an invalid and then a valid schedule, and deletes its CronJob as another user. */
async function scenario({ client }: TestEnvironment): Promise<void> {
  const isReady = (status: "True" | "False", generation: number) =>
    eventually(
      async () => {
        const cronTab = await client.getOrThrow(CronTab, key);
        expect(findCondition(cronTab.status?.conditions, "Ready")).toMatchObject({
          status,
          observedGeneration: generation,
        });
      },
      { timeoutMs: 30_000 },
    );
  await client.create<CronTab>({
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata: key,
    spec: { cronSpec: "* * * * */5", image: "my-awesome-cron-image" },
  });
  await isReady("True", 1);
  await client.patch(CronTab, key, mergePatch({ spec: { cronSpec: "99 * * * *" } }));
  await isReady("False", 2);
  await client.patch(CronTab, key, mergePatch({ spec: { cronSpec: "*/5 * * * *", replicas: 2 } }));
  await isReady("True", 3);
  const { metadata } = await client.getOrThrow(CronJob, key);
  await client.delete(CronJob, key, { propagationPolicy: "Background" });
  await eventually(async () => expect((await client.getOrThrow(CronJob, key)).metadata.uid).not.toBe(metadata.uid), {
    timeoutMs: 30_000,
  });
}

test("reaches the same result wherever the operator is killed", { timeout: 600_000 }, async () => {
  const { writes, kills } = await killAtEveryWrite({ setUp, scenario, roles: ["config/rbac/role.yaml"] });
  const [schedule, status] = [
    "apply CronJob default/my-new-cron-object",
    "patch status of crontabs default/my-new-cron-object",
  ];
  // Created, changed, and created again; a rejected write does not count.
  expect(writes.filter((write) => write === schedule)).toHaveLength(3);
  expect(writes).toContain(status);
  expect(kills).toBeGreaterThanOrEqual(2 * (writes.length - 1));
});
