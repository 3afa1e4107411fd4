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

import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { createLiveClient, findCondition, loadKubeConfig, mergePatch } from "tsop";
import { type Job, Job as JobKind } from "tsop/k8s/batch/v1";
import type { PersistentVolumeClaim, Secret } from "tsop/k8s/core/v1";
import { Namespace, PersistentVolume, Pod } from "tsop/k8s/core/v1";
import { Event } from "tsop/k8s/events/v1";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { MysqlBackup } from "../../api/v1alpha1/mysqlbackup_types.js";
import { MysqlCluster } from "../../api/v1alpha1/mysqlcluster_types.js";

const context = process.env["E2E_CONTEXT"] ?? "";
/** The repository of an image that behaves like MySQL, with the tags 8.0.36 and 8.4.0. */
const image = process.env["STAND_IN_IMG"] ?? "docker.io/library/mysql";
const id = `mysql-e2e-${randomBytes(3).toString("hex")}`;
const namespace = id;
const operatorNamespace = `${id}-operator`;
const patience = { timeout: 180_000, interval: 500 };

function program(name: string, ...args: string[]): string {
  return execFileSync(name, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** Logs the output that a user would see now. */
function show(table: string): void {
  process.stdout.write(`\n${table}\n`);
}

describe("MySQL in a cluster", async () => {
  const client = createLiveClient(await loadKubeConfig({ env: process.env, ...(context === "" ? {} : { context }) }));
  const chart = "dist/e2e-chart"; // git does not see it
  const where = ["--kube-context", context, "--namespace", operatorNamespace];
  const inNamespace = (name: string) => ({ namespace, name });
  const read = (name: string) => client.getOrThrow(MysqlCluster, inNamespace(name));
  const change = (name: string, spec: object) => client.patch(MysqlCluster, inNamespace(name), mergePatch({ spec }));

  beforeAll(async () => {
    if (context === "") {
      throw new Error("Set the context of a cluster that you can delete: E2E_CONTEXT=kind-kind npm run test:e2e");
    }
    program("npx", "tsop", "helm", "chart", chart, "--img", process.env["IMG"] ?? "");
    program("helm", "install", "mysql-operator", chart, ...where, "--create-namespace", "--wait", "--timeout", "3m");
    await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    // One volume for each node, and one for backups. A cluster with a storage class needs none.
    for (const volume of ["one", "two", "three", "four", "backups"])
      await client.create<PersistentVolume>(volumeOf(volume));
    await client.create<PersistentVolumeClaim>({
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: inNamespace("backups"),
      spec: {
        accessModes: ["ReadWriteMany"],
        storageClassName: `${id}-backups`,
        resources: { requests: { storage: "1Gi" } },
      },
    });
    await client.create<Secret>(credentials("first"));
  });

  afterAll(async () => {
    if (context === "") return;
    // The operator must still run: it deletes the files of backups.
    await client.delete(Namespace, { name: namespace });
    await vi.waitFor(async () => expect(await client.get(Namespace, { name: namespace })).toBeUndefined(), patience);
    await emptyNode();
    program("helm", "uninstall", "mysql-operator", ...where, "--ignore-not-found", "--wait");
    program("kubectl", "--context", context, "delete", "namespace", operatorNamespace, "--ignore-not-found");
    const crds = ["mysqlclusters.mysql.presslabs.org", "mysqlbackups.mysql.presslabs.org"];
    program("kubectl", "--context", context, "delete", "crd", ...crds, "--ignore-not-found");
    await client.deleteAllOf(PersistentVolume, { labels: { e2e: id } });
    rmSync(chart, { recursive: true, force: true });
  });

  function volumeOf(name: string): PersistentVolume {
    return {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: `${id}-${name}`, labels: { e2e: id } },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: name === "backups" ? ["ReadWriteMany"] : ["ReadWriteOnce"],
        storageClassName: name === "backups" ? `${id}-backups` : id,
        hostPath: { path: `/var/tmp/${id}/${name}`, type: "DirectoryOrCreate" },
      },
    };
  }

  function credentials(rootPassword: string): Secret {
    const data = { ROOT_PASSWORD: Buffer.from(rootPassword).toString("base64") };
    return { apiVersion: "v1", kind: "Secret", metadata: inNamespace("mysql-cluster-secret"), data };
  }

  function clusterOf(name: string, spec: Partial<MysqlCluster["spec"]>): MysqlCluster {
    return {
      apiVersion: "mysql.presslabs.org/v1alpha1",
      kind: "MysqlCluster",
      metadata: inNamespace(name),
      spec: {
        secretName: "mysql-cluster-secret",
        image,
        volumeSpec: { storageClassName: id },
        backupClaimName: "backups",
        ...spec,
      },
    };
  }

  /** Waits until the newest spec is rolled out. */
  const expectReady = (name: string) =>
    expect
      .poll(async () => {
        const { metadata, status } = await read(name);
        const {
          status: isReady,
          observedGeneration,
          reason,
          message,
        } = findCondition(status?.conditions, "Ready") ?? {};
        return observedGeneration === metadata.generation && isReady === "True" ? "ready" : `${reason}: ${message}`;
      }, patience)
      .toBe("ready");

  /** Runs a statement in a pod. */
  function sql(address: string | undefined, statement: string, password: string): string {
    const host = address?.replace(/:3306$/, "") ?? "";
    const client = process.env["STAND_IN_IMG"] === undefined ? ["mysql", "--user=root"] : ["node", "mysql"];
    const where = ["--context", context, "--namespace", namespace, "exec", "mysql-cluster-example-mysql-0", "--"];
    const options = [`--host=${host}`, `--password=${password}`, `--execute=${statement}`];
    return program("kubectl", ...where, ...client, ...options).trim();
  }

  // The endpoints of a Service change a moment after its pods: retry writes and reads.
  const write = (name: string, value: string, password: string) =>
    expect
      .poll(async () => {
        const { status } = await read("mysql-cluster-example");
        return sql(status?.primaryAddress, `REPLACE INTO data VALUES ('${name}', '${value}')`, password);
      }, patience)
      .toBe("");
  const select = async (cluster: string, name: string, password: string) =>
    sql((await read(cluster)).status?.readAddress, `SELECT value FROM data WHERE name = '${name}'`, password);

  /** Returns the creation time of each node's pod. */
  async function ages(): Promise<string[]> {
    const pods = ["0", "1"].map((index) => client.getOrThrow(Pod, inNamespace(`mysql-cluster-example-mysql-${index}`)));
    return (await Promise.all(pods)).map(({ metadata }) => metadata.creationTimestamp ?? "");
  }

  async function reasonsFor(name: string): Promise<string[]> {
    const { items } = await client.list(Event, { namespace });
    return items.filter(({ regarding }) => regarding?.name === name).map(({ reason }) => reason ?? "");
  }

  /** Deletes the folders of the volumes on the node. */
  async function emptyNode(): Promise<void> {
    if (process.env["STAND_IN_IMG"] === undefined) return;
    const volumes = [{ name: "host", hostPath: { path: "/var/tmp" } }];
    const mounts = [{ name: "host", mountPath: "/host" }];
    const container = { name: "rm", image: `${image}:8.4.0`, args: ["rm", "-rf", `/host/${id}`], volumeMounts: mounts };
    const job: Job = {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { namespace: "default", name: id },
      spec: { template: { spec: { restartPolicy: "Never", containers: [container], volumes } } },
    };
    await client.create<Job>(job);
    const succeeded = async () => (await client.getOrThrow(JobKind, job.metadata)).status?.succeeded;
    await vi.waitFor(async () => expect(await succeeded()).toBe(1), patience);
    await client.delete(JobKind, job.metadata, { propagationPolicy: "Background" });
  }

  test("the cluster of the tutorial comes up: all members return a row that the test writes to the primary", async () => {
    await client.create<MysqlCluster>(clusterOf("mysql-cluster-example", { replicas: 2, mysqlVersion: "8.0.36" }));
    await expectReady("mysql-cluster-example");
    const { status } = await read("mysql-cluster-example");
    expect(status).toMatchObject({
      readyReplicas: 2,
      version: "8.0.36",
      primaryAddress: expect.stringMatching(/^[\d.]+:3306$/) as string,
    });
    await write("greeting", "hello", "first");
    await expect.poll(() => select("mysql-cluster-example", "greeting", "first"), patience).toBe("hello");
    show(program("kubectl", "--context", context, "get", "mysqlclusters", "-n", namespace));
  });

  test("changed settings reach all nodes", async () => {
    await change("mysql-cluster-example", { mysqlConf: { "max-connections": 321 } });
    await expectReady("mysql-cluster-example");
    const { status } = await read("mysql-cluster-example");
    await expect.poll(() => sql(status?.readAddress, "SELECT @@max-connections", "first"), patience).toBe("321");
  });

  test("settings with which a node does not start can be taken back", async () => {
    await change("mysql-cluster-example", { mysqlConf: { "max-connection": 1 } });
    await expect.poll(async () => (await read("mysql-cluster-example")).status?.readyReplicas, patience).toBe(1);
    await expect.poll(() => select("mysql-cluster-example", "greeting", "first"), patience).toBe("hello"); // the primary still runs
    await change("mysql-cluster-example", { mysqlConf: { "max-connection": null, "max-connections": 400 } });
    await expectReady("mysql-cluster-example");
  });

  test("a changed password reaches all nodes", async () => {
    await client.update<Secret>(credentials("second"));
    await expect.poll(() => reasonsFor("mysql-cluster-example"), patience).toContain("CredentialsChanged");
    await expectReady("mysql-cluster-example");
    await expect.poll(() => select("mysql-cluster-example", "greeting", "second"), patience).toBe("hello");
    await expect(select("mysql-cluster-example", "greeting", "first")).rejects.toThrow();
  });

  test("a cluster is scaled by kubectl, without a restart", async () => {
    const before = await ages();
    const cluster = ["--context", context, "-n", namespace, "scale", "mysqlcluster/mysql-cluster-example"];
    program("kubectl", ...cluster, "--replicas=3");
    await expectReady("mysql-cluster-example");
    expect((await read("mysql-cluster-example")).status?.readyReplicas).toBe(3);
    expect(await ages()).toEqual(before);
    program("kubectl", ...cluster, "--replicas=2");
    await expectReady("mysql-cluster-example");
  });

  test("an upgrade begins with the replicas and keeps the data; there is no way back", async () => {
    await change("mysql-cluster-example", { mysqlVersion: "8.4.0" });
    await expectReady("mysql-cluster-example");
    const [primary = "", replica = ""] = await ages();
    expect(Date.parse(replica)).toBeLessThan(Date.parse(primary));
    const { status } = await read("mysql-cluster-example");
    expect(status?.version).toBe("8.4.0");
    await expect.poll(() => sql(status?.primaryAddress, "SELECT @@version", "second"), patience).toBe("8.4.0");
    await expect.poll(() => select("mysql-cluster-example", "greeting", "second"), patience).toBe("hello");

    await change("mysql-cluster-example", { mysqlVersion: "8.0.36" });
    await expectReady("mysql-cluster-example"); // with what it has
    expect(findCondition((await read("mysql-cluster-example")).status?.conditions, "VersionAccepted")).toMatchObject({
      reason: "DowngradeRefused",
    });
    expect(await reasonsFor("mysql-cluster-example")).toEqual(expect.arrayContaining(["Upgraded", "DowngradeRefused"]));
    await change("mysql-cluster-example", { mysqlVersion: "8.4.0" });
  });

  test("a backup is restored into a new cluster", async () => {
    const spec = { clusterName: "mysql-cluster-example" };
    const metadata = inNamespace("by-hand");
    await client.create<MysqlBackup>({
      apiVersion: "mysql.presslabs.org/v1alpha1",
      kind: "MysqlBackup",
      metadata,
      spec,
    });
    const phase = async () => (await client.getOrThrow(MysqlBackup, metadata)).status?.phase;
    await expect.poll(phase, patience).toBe("Complete");
    await write("greeting", "too late", "second");

    await client.create<MysqlCluster>(clusterOf("restored", { mysqlVersion: "8.4.0", initFromBackup: "by-hand" }));
    await expectReady("restored");
    await expect.poll(() => select("restored", "greeting", "second"), patience).toBe("hello");
    show(program("kubectl", "--context", context, "get", "mysqlclusters,mysqlbackups", "-n", namespace));
  });

  test("the schedule makes backups, and keeps the newest", async () => {
    await change("mysql-cluster-example", { backupSchedule: "*/5 * * * * *", backupScheduleJobsHistoryLimit: 2 });
    const names = async (): Promise<string[]> => {
      const labels = { "mysql.presslabs.org/scheduled-by": "mysql-cluster-example" };
      const { items } = await client.list(MysqlBackup, { namespace, labels });
      return items
        .filter(({ status }) => status?.phase === "Complete")
        .map(({ metadata }) => metadata.name)
        .sort();
    };
    const seen = new Set<string>();
    const count = async (): Promise<number> => {
      for (const name of await names()) seen.add(name);
      return seen.size;
    };
    await expect.poll(count, patience).toBeGreaterThan(3);
    await change("mysql-cluster-example", { backupSchedule: null });
    // The other backups are deleted with their files, because their finalizers waited for the files.
    await expect.poll(names, patience).toHaveLength(2);
  });
});
