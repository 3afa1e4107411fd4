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
import { Job } from "tsop/k8s/batch/v1";
import type { PersistentVolumeClaim, Secret } from "tsop/k8s/core/v1";
import { eventually } from "tsop/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { MysqlBackup } from "../api/v1alpha1/mysqlbackup_types.js";
import { MysqlCluster } from "../api/v1alpha1/mysqlcluster_types.js";
import { backup, cluster, endJob, rollOut, secret } from "../test/support/objects.js";
import { runOperator, type RunningOperator } from "../test/support/operator.js";

const inDefault = (name: string) => ({ namespace: "default", name });

describe("the MysqlBackup controller", () => {
  let operator: RunningOperator;

  beforeAll(async () => {
    operator = await runOperator();
    const claim = { accessModes: ["ReadWriteMany" as const], resources: { requests: { storage: "1Gi" } } };
    await operator.client.create<PersistentVolumeClaim>({
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: inDefault("backups"),
      spec: claim,
    });
    return () => operator.stop();
  });

  const read = (name: string) => operator.client.getOrThrow(MysqlBackup, inDefault(name));
  const expectPhase = (name: string, phase: string, reason: string) =>
    eventually(async () => {
      const { status } = await read(name);
      expect(status?.phase).toBe(phase);
      expect(findCondition(status?.conditions, "Complete")?.reason).toBe(reason);
    });
  const reasonsFor = (name: string) =>
    operator.events.recorded.filter(({ regarding }) => regarding.metadata.name === name).map(({ reason }) => reason);

  async function createReady(name: string, spec: Partial<MysqlCluster["spec"]> = {}): Promise<void> {
    await operator.client.create<Secret>(secret(`${name}-secret`, "pw"));
    await operator.client.create<MysqlCluster>(cluster(name, spec));
    await eventually(() => rollOut(operator.client, name));
    await eventually(async () => {
      const { status } = await operator.client.getOrThrow(MysqlCluster, inDefault(name));
      expect(status?.version).toBeDefined();
    });
  }

  /** Returns the backups of a schedule, the oldest first. */
  async function scheduledOf(name: string): Promise<string[]> {
    const labels = { "mysql.presslabs.org/scheduled-by": name };
    const { items } = await operator.client.list(MysqlBackup, { namespace: "default", labels });
    return items.map(({ metadata }) => metadata.name).sort();
  }

  test("a backup waits for its cluster, runs once, and says where it is", async () => {
    const { client } = operator;
    await client.create<MysqlBackup>(backup("nightly", { clusterName: "waited" }));
    await expectPhase("nightly", "Pending", "ClusterNotFound");
    await createReady("waited");
    await expectPhase("nightly", "Pending", "NoClaim");
    const claim = mergePatch({ spec: { backupClaimName: "backups" } });
    await client.patch(MysqlCluster, inDefault("waited"), claim);
    await expectPhase("nightly", "Running", "Running");

    const job = await eventually(() => client.getOrThrow(Job, inDefault("nightly-backup")));
    const { status, metadata } = await read("nightly");
    const file = `nightly-${metadata.uid?.slice(0, 8)}.sql`;
    expect(status?.location).toEqual({ claimName: "backups", file, image: "docker.io/library/mysql:8.4.0" });
    const [container] = job.spec?.template.spec?.containers ?? [];
    expect(container?.args).toContain(`--result-file=/backups/${file}`);
    // Only the Secret contains the password.
    expect(container?.env).toEqual([
      { name: "MYSQL_PWD", valueFrom: { secretKeyRef: { name: "waited-secret", key: "ROOT_PASSWORD" } } },
    ]);
    await endJob(client, "nightly-backup", "Complete");
    await expectPhase("nightly", "Complete", "Complete");
    await eventually(() => expect(reasonsFor("nightly")).toEqual(["BackupComplete"]));

    // A backup runs once, even if its Job or its cluster is deleted.
    await client.delete(Job, inDefault("nightly-backup"), { propagationPolicy: "Background" });
    await client.delete(MysqlCluster, inDefault("waited"));
    await operator.restart();
    await createReady("another");
    expect(await client.get(Job, inDefault("nightly-backup"))).toBeUndefined();
    await expectPhase("nightly", "Complete", "Complete");
  });

  test("a backup that fails says so", async () => {
    await createReady("failing", { backupClaimName: "backups" });
    await operator.client.create<MysqlBackup>(backup("broken", { clusterName: "failing" }));
    await eventually(() => endJob(operator.client, "broken-backup", "Failed"));
    await expectPhase("broken", "Failed", "JobFailed");
    await eventually(() => expect(reasonsFor("broken")).toEqual(["BackupFailed"]));
  });

  test("with its policy Delete, the file goes first", async () => {
    const { client } = operator;
    await createReady("deleting", { backupClaimName: "backups" });
    await client.create<MysqlBackup>(backup("gone", { clusterName: "deleting", remoteDeletePolicy: "Delete" }));
    await eventually(() => endJob(client, "gone-backup", "Complete"));
    await expectPhase("gone", "Complete", "Complete");
    const { location } = (await read("gone")).status ?? {};

    await client.delete(MysqlBackup, inDefault("gone"));
    await eventually(async () => {
      const writer = await client.get(Job, inDefault("gone-backup"));
      expect(writer === undefined || writer.metadata.deletionTimestamp !== undefined).toBe(true);
    });
    // Acts as the garbage collector.
    if ((await client.get(Job, inDefault("gone-backup"))) !== undefined) {
      await client.patch(Job, inDefault("gone-backup"), mergePatch({ metadata: { finalizers: null } }));
    }
    await eventually(async () => {
      const [container] =
        (await client.getOrThrow(Job, inDefault("gone-delete"))).spec?.template.spec?.containers ?? [];
      expect(container?.args).toEqual(["rm", "-f", `/backups/${location?.file}`]);
    });
    expect(await read("gone")).toBeDefined();
    await endJob(client, "gone-delete", "Complete");
    await eventually(async () => expect(await client.get(MysqlBackup, inDefault("gone"))).toBeUndefined());
  });

  test("with its policy Retain, or with nothing to delete, it just goes", async () => {
    const { client } = operator;
    await client.create<MysqlBackup>(backup("idle", { clusterName: "nobody", remoteDeletePolicy: "Delete" }));
    await expectPhase("idle", "Pending", "ClusterNotFound");
    await client.delete(MysqlBackup, inDefault("idle"));
    await eventually(async () => expect(await client.get(MysqlBackup, inDefault("idle"))).toBeUndefined());
  });

  test("the schedule makes one backup a time, one for all that were missed, and keeps the newest", async () => {
    const { client, clock } = operator;
    const hour = 3_600_000;
    await createReady("regular", {
      backupClaimName: "backups",
      backupSchedule: "30 0 * * * *", // at second 30 of minute 0
      backupScheduleJobsHistoryLimit: 2,
    });
    const status = async () => (await client.getOrThrow(MysqlCluster, inDefault("regular"))).status?.backups;
    const finish = (name: string) => eventually(() => endJob(client, `${name}-backup`, "Complete"));
    await eventually(async () => expect((await status())?.nextTime).toBeDefined());
    const start = Date.parse((await status())?.nextTime ?? "");
    expect(new Date(start).toISOString()).toMatch(/:00:30.000Z$/);
    const nameAt = (time: number) => `regular-${new Date(time).toISOString().replace(/\.\d+Z|[-:T]/g, "")}`;
    expect(await scheduledOf("regular")).toEqual([]);

    await clock.advance(start - clock.now());
    const first = nameAt(start);
    await eventually(async () => expect(await scheduledOf("regular")).toEqual([first]));
    await finish(first);
    await eventually(async () => expect(Date.parse((await status())?.nextTime ?? "")).toBe(start + hour));

    // While no operator runs, three due times pass.
    await operator.restart(() => clock.jump(3 * hour + 1_000));
    const second = nameAt(start + hour);
    await eventually(async () => expect(await scheduledOf("regular")).toEqual([first, second]));
    const nextTime = new Date(start + 4 * hour).toISOString().replace(".000", "");
    await eventually(async () => expect(await status()).toMatchObject({ nextTime }));
    await finish(second);

    await clock.advance(hour);
    const third = nameAt(start + 4 * hour);
    await eventually(async () => expect(await scheduledOf("regular")).toContain(third));
    await finish(third);
    await eventually(async () => {
      const oldest = await client.get(MysqlBackup, inDefault(first));
      expect(oldest === undefined || oldest.metadata.deletionTimestamp !== undefined).toBe(true);
    });
    expect(await scheduledOf("regular")).toEqual(expect.arrayContaining([second, third]));
  });

  test("a schedule that has no sense is refused in the status, and disturbs nothing else", async () => {
    await createReady("senseless", { backupClaimName: "backups", backupSchedule: "99 0 0 * * *" });
    const { status } = await operator.client.getOrThrow(MysqlCluster, inDefault("senseless"));
    expect(findCondition(status?.conditions, "BackupScheduled")).toMatchObject({
      status: "False",
      reason: "InvalidSchedule",
    });
    expect(findCondition(status?.conditions, "Ready")?.status).toBe("True");
    await eventually(() => expect(reasonsFor("senseless")).toContain("InvalidSchedule"));
  });
});
