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

import { type KubeObject, type Manager, mergePatch } from "tsop";
import { StatefulSet } from "tsop/k8s/apps/v1";
import type { Secret } from "tsop/k8s/core/v1";
import { eventually, killAtEveryWrite, type KillOptions, type TestEnvironment } from "tsop/testing";
import { expect, test } from "vitest";
import { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { cluster, rollOut, secret } from "../test/support/objects.js";
import { MysqlBackupReconciler } from "./mysqlbackup_controller.js";
import { MysqlClusterReconciler } from "./mysqlcluster_controller.js";

const inDefault = (name: string) => ({ namespace: "default", name });
const patience = { timeoutMs: 30_000 };

/** The operator of each run, and the values that differ between runs. */
const operator: Pick<KillOptions, "setUp" | "roles" | "concurrency" | "normalize"> = {
  setUp: (manager: Manager) => {
    new MysqlClusterReconciler(manager.client, manager.eventRecorder("mysqlcluster")).setupWithManager(manager);
    new MysqlBackupReconciler(manager.client, manager.eventRecorder("mysqlbackup")).setupWithManager(manager);
  },
  roles: ["config/rbac/role.yaml"],
  concurrency: 4, // each waits most of the time
  normalize: withoutAssigned,
};

/** Replaces the IPs of Services, the version of a Secret in the pod template, and the uid in the name of a file. */
function withoutAssigned(object: KubeObject): KubeObject {
  const { data, ...rest } = object as KubeObject & { data?: Record<string, string> };
  const isSecret = object.kind === "Secret" && data !== undefined;
  const decoded = isSecret
    ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]))
    : data;
  const text = JSON.stringify({ ...rest, ...(decoded === undefined ? {} : { data: decoded }) })
    .replace(/\b10(\.\d+){3}\b/g, "IP")
    .replace(/"mysql.presslabs.org\/init":"\d+"/g, '"mysql.presslabs.org/init":"VERSION"')
    .replace(/("applied.tsop.dev\/[^"]*":)"[^"]*"/g, '$1""')
    .replace(/-[0-9a-f]{8}\.sql/g, "-UID.sql");
  return JSON.parse(text) as KubeObject;
}

/** Acts as Kubernetes until all nodes of the newest generation run. */
async function expectReady({ client }: TestEnvironment, name: string): Promise<void> {
  await eventually(async () => {
    if ((await client.get(StatefulSet, inDefault(`${name}-mysql`))) !== undefined) await rollOut(client, name);
    const { metadata, status } = await client.getOrThrow(MysqlCluster, inDefault(name));
    const ready = status?.conditions?.find(({ type }) => type === "Ready");
    expect(ready).toMatchObject({ status: "True", observedGeneration: metadata.generation });
  }, patience);
}

test(
  "killed at any write of an upgrade with other settings, it comes to the same end",
  { timeout: 600_000 },
  async () => {
    const { writes } = await killAtEveryWrite({
      ...operator,
      scenario: async (environment) => {
        const { client } = environment;
        await client.create<Secret>(secret("db-secret", "first"));
        await client.create<MysqlCluster>(cluster("db", { replicas: 2, mysqlVersion: "8.0.36" }));
        await expectReady(environment, "db");
        const spec = { mysqlVersion: "8.4.0", mysqlConf: { "max-connections": 200 } };
        await client.patch(MysqlCluster, inDefault("db"), mergePatch({ spec }));
        await expectReady(environment, "db");
        expect((await client.getOrThrow(MysqlCluster, inDefault("db"))).status?.version).toBe("8.4.0");
      },
    });
    expect(writes).toEqual(
      expect.arrayContaining(["apply StatefulSet default/db-mysql", "apply Secret default/db-mysql-init"]),
    );
  },
);
