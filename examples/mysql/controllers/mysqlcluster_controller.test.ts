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

import { findCondition, mergePatch } from "tsop";
import { StatefulSet } from "tsop/k8s/apps/v1";
import { Job } from "tsop/k8s/batch/v1";
import { ConfigMap, Node, Secret, Service } from "tsop/k8s/core/v1";
import { eventually } from "tsop/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { MysqlBackup } from "../api/v1alpha1/mysqlbackup_types.js";
import { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { versionAnnotation } from "../desired-state/names.js";
import { backup, cluster, endJob, rollOut, secret } from "../test/support/objects.js";
import { runOperator, type RunningOperator } from "../test/support/operator.js";

const inDefault = (name: string) => ({ namespace: "default", name });

describe("the MysqlCluster controller", () => {
  let operator: RunningOperator;

  beforeAll(async () => {
    operator = await runOperator();
    return () => operator.stop();
  });

  const read = (name: string) => operator.client.getOrThrow(MysqlCluster, inDefault(name));
  const nodesOf = (name: string) => operator.client.getOrThrow(StatefulSet, inDefault(`${name}-mysql`));
  const change = (name: string, spec: object) =>
    operator.client.patch(MysqlCluster, inDefault(name), mergePatch({ spec }));
  const reasonsFor = (name: string) =>
    operator.events.recorded.filter(({ regarding }) => regarding.metadata.name === name).map(({ reason }) => reason);

  async function conditionOf(name: string, type: string) {
    const { metadata, status } = await read(name);
    const condition = findCondition(status?.conditions, type);
    expect(condition?.observedGeneration).toBe(metadata.generation);
    return condition;
  }

  /** Waits until the status of the newest generation contains this condition. */
  const expectReady = (name: string, expected: object) =>
    eventually(async () => expect(await conditionOf(name, "Ready")).toMatchObject(expected));

  async function createReady(name: string, spec: Partial<MysqlCluster["spec"]> = {}): Promise<void> {
    await operator.client.create<Secret>(secret(`${name}-secret`, "first"));
    await operator.client.create<MysqlCluster>(cluster(name, spec));
    await eventually(() => rollOut(operator.client, name));
    await expectReady(name, { status: "True", reason: "AllNodesReady" });
  }

  test("a cluster is made, and says where it is reached", async () => {
    await createReady("made", { replicas: 2, mysqlVersion: "8.0.36" });
    const { status } = await read("made");
    const primary = await operator.client.getOrThrow(Service, inDefault("made-mysql-primary"));
    expect(status).toMatchObject({
      version: "8.0.36",
      replicas: 2,
      readyReplicas: 2,
      primaryAddress: `${primary.spec?.clusterIP}:3306`,
      selector: "app.kubernetes.io/name=mysql,app.kubernetes.io/instance=made",
    });
    expect(primary.spec?.selector).toMatchObject({ "statefulset.kubernetes.io/pod-name": "made-mysql-0" });
    await eventually(() => expect(reasonsFor("made")).toEqual(["Created"]));
  });

  test("a second run of the same state writes nothing", async () => {
    await createReady("still");
    const before = await nodesOf("still");
    const { metadata } = await read("still");
    await operator.restart();
    await operator.client.patch(
      MysqlCluster,
      inDefault("still"),
      mergePatch({ metadata: { labels: { seen: "again" } } }),
    );
    await createReady("later"); // a run that came after
    expect((await nodesOf("still")).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
    expect((await read("still")).metadata.generation).toBe(metadata.generation);
  });

  test("without its Secret nothing runs, and the Secret is followed once it comes", async () => {
    await operator.client.create<MysqlCluster>(cluster("lonely"));
    await expectReady("lonely", {
      status: "False",
      reason: "SecretNotFound",
      message: "the Secret lonely-secret does not exist",
    });
    await operator.client.create<Secret>({
      ...secret("lonely-secret", "x"),
      data: { USER: Buffer.from("u").toString("base64") },
    });
    await expectReady("lonely", {
      reason: "SecretIncomplete",
      message: "the Secret lonely-secret has no ROOT_PASSWORD, PASSWORD, DATABASE",
    });
    expect(await operator.client.get(StatefulSet, inDefault("lonely-mysql"))).toBeUndefined();
    await operator.client.update<Secret>(secret("lonely-secret", "x"));
    await eventually(() => nodesOf("lonely"));
    await eventually(() => expect(reasonsFor("lonely")).toEqual(["SecretNotFound", "SecretIncomplete", "Created"]));
  });

  test("changed settings and a changed password roll out; what stays the same does not", async () => {
    await createReady("rolled", { mysqlConf: { "max-connections": 100 } });
    const annotations = async () => (await nodesOf("rolled")).spec.template.metadata?.annotations ?? {};
    const first = await annotations();

    await change("rolled", { mysqlConf: { "max-connections": 200 } });
    await eventually(async () => {
      const now = await annotations();
      expect(now["mysql.presslabs.org/config"]).not.toBe(first["mysql.presslabs.org/config"]);
      expect(now["mysql.presslabs.org/init"]).toBe(first["mysql.presslabs.org/init"]);
    });
    const config = await operator.client.getOrThrow(ConfigMap, inDefault("rolled-mysql"));
    expect(config.data).toEqual({ "operator.cnf": "[mysqld]\nmax-connections = 200\n" });
    await expectReady("rolled", { status: "False", reason: "RollingOut" });
    await rollOut(operator.client, "rolled");
    await expectReady("rolled", { status: "True" });

    await operator.client.update<Secret>(secret("rolled-secret", "second"));
    await eventually(async () => {
      expect((await annotations())["mysql.presslabs.org/init"]).not.toBe(first["mysql.presslabs.org/init"]);
    });
    const init = await operator.client.getOrThrow(Secret, inDefault("rolled-mysql-init"));
    expect(Buffer.from(init.data?.["1.sql"] ?? "", "base64").toString()).toContain("IDENTIFIED BY 'second'");
    expect(JSON.stringify(await nodesOf("rolled"))).not.toContain("second");
    await eventually(() =>
      expect(reasonsFor("rolled")).toEqual(["Created", "ConfigurationChanged", "CredentialsChanged"]),
    );
  });

  test("scaling restarts nothing", async () => {
    await createReady("scaled");
    const { template } = (await nodesOf("scaled")).spec;
    await operator.client
      .subResource("scale")
      .patch(MysqlCluster, inDefault("scaled"), mergePatch({ spec: { replicas: 3 } }));
    await eventually(async () => expect((await nodesOf("scaled")).spec).toMatchObject({ replicas: 3, template }));
    await rollOut(operator.client, "scaled");
    await expectReady("scaled", { status: "True" });
    const scale = await operator.client.subResource("scale").get(MysqlCluster, inDefault("scaled"));
    expect(scale).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 3 } });
    await eventually(() => expect(reasonsFor("scaled")).toEqual(["Created", "Scaled"]));
  });

  test("an upgrade changes the image; there is no way back, not even in the middle of it", async () => {
    await createReady("upgraded", { mysqlVersion: "8.0.9", replicas: 2 });
    const container = async () => (await nodesOf("upgraded")).spec.template.spec?.containers[0];

    await change("upgraded", { mysqlVersion: "8.0.36" });
    await eventually(async () => expect((await container())?.image).toBe("docker.io/library/mysql:8.0.36"));
    await expectReady("upgraded", { reason: "RollingOut" });
    expect((await read("upgraded")).status?.version).toBe("8.0.9");

    await change("upgraded", { mysqlVersion: "8.0.9", mysqlConf: { "max-connections": 7 } });
    await eventually(async () => {
      expect(await conditionOf("upgraded", "VersionAccepted")).toMatchObject({
        status: "False",
        reason: "DowngradeRefused",
      });
    });
    expect((await container())?.image).toBe("docker.io/library/mysql:8.0.36");
    await rollOut(operator.client, "upgraded");
    await expectReady("upgraded", { status: "True" });
    expect((await read("upgraded")).status?.version).toBe("8.0.36");

    // Nor after a user deleted the StatefulSet: the volumes still exist.
    await operator.client.delete(StatefulSet, inDefault("upgraded-mysql"));
    await eventually(async () => {
      expect((await nodesOf("upgraded")).spec.template.metadata?.annotations?.[versionAnnotation]).toBe("8.0.36");
    });
    await eventually(() =>
      expect(reasonsFor("upgraded")).toEqual(
        expect.arrayContaining(["UpgradeStarted", "ConfigurationChanged", "DowngradeRefused", "Upgraded"]),
      ),
    );
  });

  test("reverts changes and deletions by users", async () => {
    await createReady("mended");
    await operator.client.delete(Service, inDefault("mended-mysql"));
    await operator.client.patch(
      ConfigMap,
      inDefault("mended-mysql"),
      mergePatch({ data: { "operator.cnf": "[mysqld]\n#" } }),
    );
    await operator.client.delete(Secret, inDefault("mended-mysql-init"));
    await eventually(async () => {
      await operator.client.getOrThrow(Service, inDefault("mended-mysql"));
      await operator.client.getOrThrow(Secret, inDefault("mended-mysql-init"));
      const config = await operator.client.getOrThrow(ConfigMap, inDefault("mended-mysql"));
      expect(config.data).toEqual({ "operator.cnf": "[mysqld]\n" });
    });
  });

  test("a new cluster begins with a backup: first one node, then the data, then the others", async () => {
    const { client } = operator;
    await createReady("source", { backupClaimName: "backups" });
    await client.create<Secret>(secret("restored-secret", "pw"));
    const spec = { replicas: 3, backupClaimName: "backups", initFromBackup: "dump" };
    await client.create<MysqlCluster>(cluster("restored", spec));
    await expectReady("restored", { reason: "BackupNotFound" });

    await client.create<MysqlBackup>(backup("dump", { clusterName: "source" }));
    await expectReady("restored", { reason: "BackupNotComplete" });
    expect(await client.get(StatefulSet, inDefault("restored-mysql"))).toBeUndefined();
    await eventually(() => endJob(client, "dump-backup", "Complete"));

    await eventually(() => rollOut(client, "restored"));
    expect((await nodesOf("restored")).spec.replicas).toBe(1);
    await eventually(async () => {
      const job = await client.getOrThrow(Job, inDefault("restored-mysql-restore"));
      const { file } = (await client.getOrThrow(MysqlBackup, inDefault("dump"))).status?.location ?? {};
      expect(job.spec?.template.spec?.containers[0]?.args?.at(-1)).toBe(`--execute=source /backups/${file}`);
    });
    await endJob(client, "restored-mysql-restore", "Complete");
    await eventually(async () => expect((await nodesOf("restored")).spec.replicas).toBe(3));
    await rollOut(client, "restored");
    await expectReady("restored", { status: "True" });
    expect((await read("restored")).status?.restoredFrom).toBe("dump");

    // The restore does not run again, even without the Job and the backup.
    await client.delete(Job, inDefault("restored-mysql-restore"), { propagationPolicy: "Background" });
    await change("restored", { mysqlConf: { "max-connections": 5 } });
    await eventually(async () => expect((await read("restored")).status?.observedGeneration).toBe(2));
    expect(await client.get(Job, inDefault("restored-mysql-restore"))).toBeUndefined();
  });

  test("the API server rejects values that the types do not allow", async () => {
    const { client } = operator;
    const creating = (name: string, spec: Partial<MysqlCluster["spec"]>) =>
      expect(client.create<MysqlCluster>(cluster(name, spec), { dryRun: true })).rejects;
    await creating("bad", { replicas: 0 }).toThrow("spec.replicas");
    await creating("bad", { mysqlVersion: "8.0" }).toThrow("spec.mysqlVersion");
    await creating("bad", { secretName: "" }).toThrow("spec.secretName");
    await creating("bad", { mysqlConf: { "init-file": "/tmp/x" } }).toThrow(
      "the operator sets server-id, datadir, init-file and port itself",
    );
    await creating("bad", { mysqlConf: { "max-connections": "1\n[client]" } }).toThrow("spec.mysqlConf");
    await creating("bad", { backupSchedule: "0 3 * * *", backupClaimName: "backups" }).toThrow("spec.backupSchedule");
    await creating("bad", { backupSchedule: "0 0 3 * * *" }).toThrow("backupSchedule needs backupClaimName");
    await creating("x".repeat(41), {}).toThrow("40 characters at most");
    await client.create<MysqlCluster>(cluster("fixed", { volumeSpec: { size: "2Gi" } }));
    await expect(change("fixed", { volumeSpec: { size: "3Gi" } })).rejects.toThrow("size cannot be changed");
    await expect(change("fixed", { volumeSpec: { storageClassName: "fast" } })).rejects.toThrow(
      "storageClassName cannot be changed",
    );
    await expect(change("fixed", { volumeSpec: null })).rejects.toThrow("size cannot be changed");
    await change("fixed", { volumeSpec: { whenDeleted: "Delete" } });
  });

  test("the operator has the permissions that its code needs, and no others", async () => {
    const { user } = operator;
    await expect(user.client.list(Secret)).resolves.toBeDefined();
    await expect(user.client.delete(Secret, inDefault("made-secret"))).rejects.toThrow(
      'cannot delete resource "secrets"',
    );
    await expect(user.client.list(Node)).rejects.toThrow('cannot list resource "nodes"');
  });
});
