/** The ends of a migration by the cluster, on API servers without its controller: the test writes the status instead. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { CustomResourceDefinition } from "../../../src/cluster/crd.js";
import {
  findInCluster,
  maybeStored,
  migrateInCluster,
  type StorageVersionMigration,
} from "../../../src/cluster/storage/storage-version-migration.js";
import { installCrds } from "../../../src/commands/install-crds.js";
import { migrateStorage } from "../../../src/commands/migrate-storage.js";
import { uninstallCrds } from "../../../src/commands/uninstall-crds.js";
import { mergePatch } from "../../../src/kube/client.js";
import type { HttpClient } from "../../../src/kube/http-client.js";
import { defineKind } from "../../../src/kube/objects.js";
import { describeClusterOf } from "../../support/cluster.js";
import { simpleCrd } from "../../support/crds.js";
import { contextOfCrds, versionedCrd } from "../../support/versioned-crds.js";
import { clientOf } from "../../support/workload-status.js";

const Migration = defineKind<StorageVersionMigration>("storagemigration.k8s.io/v1", "StorageVersionMigration");
const name = "playeds.stored.example.com";
const key = { name: `tsop-${name}` };

describeClusterOf("1.35", "a migration by the cluster", (cluster) => {
  const options = () => ({ kubeconfig: cluster().kubeconfig });
  const both = versionedCrd("playeds", "Played", ["v1", "v2"], "v2");
  const own = simpleCrd("storagemigration.k8s.io", "storageversionmigrations", "StorageVersionMigration", "Cluster");
  const served = { ...own, metadata: { ...own.metadata, annotations: { "api-approved.kubernetes.io": "unapproved" } } };
  let client: HttpClient;
  let isBuiltIn: boolean;

  beforeAll(async () => {
    client = await clientOf(cluster().kubeconfig);
    await installCrds(options(), contextOfCrds(versionedCrd("playeds", "Played", ["v1"], "v1")));
    await installCrds(options(), contextOfCrds(both));
    isBuiltIn = (await findInCluster(client, both, AbortSignal.timeout(10_000))).kind === "served";
    if (isBuiltIn) return;
    await installCrds(options(), contextOfCrds(served));
    client.close();
    client = await clientOf(cluster().kubeconfig); // a client remembers for a moment what the server does not serve
  });
  afterAll(async () => {
    if (!isBuiltIn) await uninstallCrds({ ...options(), deleteData: true }, contextOfCrds(served));
    await uninstallCrds({ ...options(), deleteData: true }, contextOfCrds(both));
    client.close();
  });

  const installed = () => client.getOrThrow(CustomResourceDefinition, { name });
  const setStored = (versions: readonly string[]) =>
    client.status.patch(CustomResourceDefinition, { name }, mergePatch({ status: { storedVersions: versions } }));
  const found = async () => {
    const inCluster = await findInCluster(client, await installed(), AbortSignal.timeout(10_000));
    if (inCluster.kind !== "served") throw new Error(`the server does not serve migrations: ${inCluster.kind}`);
    return inCluster;
  };
  const setConditions = (conditions: Readonly<Record<string, string>>) => {
    const list = Object.entries(conditions).map(([type, status]) => ({
      ...{ type, status, reason: "Played", message: `${type} is ${status}` },
      lastTransitionTime: "2026-01-01T00:00:00Z",
    }));
    return client.status.patch(Migration, key, mergePatch({ status: { conditions: list } }));
  };
  const run = async (signal = AbortSignal.timeout(20_000), reports: string[] = []) => {
    const crd = await installed();
    const inCluster = await found();
    const onReport = (text: string) => reports.push(text);
    return migrateInCluster(client, crd, maybeStored(crd, inCluster), inCluster, { signal, onReport, takeUpMs: 1500 });
  };
  const created = () => expect.poll(() => client.get(Migration, key)).toBeDefined();

  test("that no controller begins", async () => {
    expect(await run()).toEqual({
      kind: "not-done",
      reason: "no controller of the cluster began the StorageVersionMigration within 1.5 s",
    });
    expect(await client.get(Migration, key)).toBeUndefined();
  });

  test("that succeeds, and reports its progress", async () => {
    const reports: string[] = [];
    const running = run(undefined, reports);
    await created();
    await setConditions({ Running: "True" });
    await expect.poll(() => reports).toEqual(["Running is True"]);
    await setConditions({ Running: "False", Succeeded: "True" });
    expect(await running).toEqual({ kind: "succeeded" });
    expect(await client.get(Migration, key)).toBeUndefined();
  });

  test("that fails, after the cluster has forgotten the old version", async () => {
    const running = run();
    await created();
    await setStored(["v2"]);
    await setConditions({ Running: "False", Failed: "True" });
    expect(await running).toEqual({
      kind: "not-done",
      reason: "the StorageVersionMigration failed: Failed is True",
    });
    expect((await installed()).status?.storedVersions).toEqual(["v1", "v2"]);
  });

  test("that the user stops, or that another client deletes", async () => {
    const stop = new AbortController();
    const running = run(stop.signal).catch((error: unknown) => error);
    await created();
    await setConditions({ Running: "True" });
    stop.abort(new Error("stopped"));
    expect(await running).toEqual(new Error("stopped"));
    expect(await client.get(Migration, key)).toBeUndefined();
    const deleted = run();
    await created();
    await client.delete(Migration, key);
    expect(await deleted).toMatchObject({ reason: "another client deleted the StorageVersionMigration" });
  });

  test("that failed after tsop was killed: the next run knows the old version", async () => {
    const annotations = { "tsop.dev/stored-versions": "v1,v2" };
    const spec = { resource: { group: "stored.example.com", resource: "playeds" } };
    await client.create<StorageVersionMigration>({
      ...{ apiVersion: "storagemigration.k8s.io/v1", kind: "StorageVersionMigration" },
      ...{ metadata: { ...key, annotations }, spec },
    });
    await setStored(["v2"]);
    await setConditions({ Running: "False", Failed: "True" });
    const preview = await migrateStorage({ ...options(), dryRun: "server" }, contextOfCrds(both));
    expect(preview.text).toContain("storedVersions would change from v1, v2 to v2");
    expect(await run()).toMatchObject({
      reason: expect.stringContaining("no controller of the cluster began") as string,
    });
    expect((await installed()).status?.storedVersions).toEqual(["v1", "v2"]);
    expect(await client.get(Migration, key)).toBeUndefined();
  });
});
