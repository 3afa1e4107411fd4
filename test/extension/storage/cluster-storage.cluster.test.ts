/** The storage in ConfigMaps or Secrets of an API server meets the requirements of storages. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../../src/core/clock.js";
import { storageChecks } from "../../../src/extension/storage/checks/storage-checks.js";
import { clusterStorage } from "../../../src/extension/storage/cluster/cluster-storage.js";
import type { ObjectStorage, StorageKind, StoredObject } from "../../../src/extension/storage/object-storage.js";
import { ConfigMap, type Namespace, Secret } from "../../../src/k8s/core/v1.js";
import { mergePatch } from "../../../src/kube/client.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import type { Role, RoleBinding } from "../../../src/k8s/rbac/v1.js";
import type { KubeObject } from "../../../src/kube/objects.js";
import { describeCluster } from "../../support/cluster.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { Reading, readings } from "../reading-kinds.js";
import { serveReadings } from "../serve-readings.js";

const kind: StorageKind = { group: "metrics.abc.com", resource: "readings", kind: "Reading", namespaced: true };
const { signal } = new AbortController();
const reading: StoredObject = {
  ...{ apiVersion: "metrics.abc.com/v1", kind: "Reading" },
  metadata: { namespace: "lab", name: "roof" },
  spec: { sensor: "north" },
};

const rbac = "rbac.authorization.k8s.io";
const rights: readonly KubeObject[] = [
  {
    ...{ apiVersion: `${rbac}/v1`, kind: "Role", metadata: { namespace: "readings", name: "storage" } },
    rules: [
      {
        apiGroups: [""],
        resources: ["configmaps"],
        verbs: ["get", "list", "watch", "create", "update", "delete"],
      },
    ],
  } as Role,
  {
    ...{ apiVersion: `${rbac}/v1`, kind: "RoleBinding", metadata: { namespace: "readings", name: "storage" } },
    roleRef: { apiGroup: rbac, kind: "Role", name: "storage" },
    subjects: [{ kind: "ServiceAccount", namespace: "readings", name: "readings" }],
  } as RoleBinding,
];

describeCluster("a storage in the objects of an API server", (cluster) => {
  let client: HttpClient;
  let made = 0;
  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
  });
  afterAll(() => client.close());

  const namespace = async (name: string): Promise<string> => {
    await client.apply<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    return name;
  };
  const storage = async (carrier: "ConfigMap" | "Secret", data: number): Promise<ObjectStorage> =>
    clusterStorage({ client, carrier, namespace: await namespace(`${carrier.toLowerCase()}-storage-${data}`) });

  for (const carrier of ["ConfigMap", "Secret"] as const) {
    const checks = storageChecks({ storage: (data) => storage(carrier, data) });
    test.each(checks)(`${carrier}: $name`, ({ run }) => run());
  }

  const open = async (log = new RecordingLogger()) => {
    made += 1;
    const place = await namespace(`storage-${made}`);
    return {
      place,
      opened: await clusterStorage({ client, namespace: place }).open(kind, { clock: systemClock, log }),
    };
  };

  test("leaves out what someone else wrote", async () => {
    const log = new RecordingLogger();
    const { place, opened } = await open(log);
    await opened.create(reading, signal);
    const [carrier] = (await client.list(ConfigMap, { namespace: place, labels: "storage.tsop.dev/kind" })).items;
    const { labels = {}, name = "" } = carrier?.metadata ?? {};
    const forged = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { namespace: place, name: "forged", labels },
    } as const;
    // A copy under another name would be a second state of the same object.
    await client.create<ConfigMap>({ ...forged, data: carrier?.data ?? {} });
    expect((await opened.list(signal)).objects).toHaveLength(1);
    await client.update<ConfigMap>({ ...forged, metadata: { namespace: place, name, labels }, data: {} });
    expect((await opened.list(signal)).objects).toEqual([]);
    expect(await opened.get(reading.metadata, signal)).toBeUndefined();
    expect(JSON.stringify(log.lines)).toContain("forged");
  });

  test("an object is gone while a finalizer holds its ConfigMap", async () => {
    const { place, opened } = await open();
    const created = await opened.create(reading, signal);
    const { version } = await opened.list(signal);
    const { items } = await client.list(ConfigMap, { namespace: place, labels: "storage.tsop.dev/kind" });
    const key = { namespace: place, name: items[0]?.metadata.name ?? "" };
    await client.patch(ConfigMap, key, mergePatch({ metadata: { finalizers: ["abc.com/hold"] } }));
    const held = await opened.get(reading.metadata, signal);
    expect(held?.metadata.resourceVersion).not.toBe(created?.metadata.resourceVersion);
    expect(await opened.delete(reading.metadata, held?.metadata.resourceVersion ?? "", signal)).toBe(true);
    expect(await opened.get(reading.metadata, signal)).toBeUndefined();
    expect((await opened.list(signal)).objects).toEqual([]);
    const types: string[] = [];
    for await (const { type } of opened.watch(version, signal)) {
      types.push(type);
      if (type === "DELETED") break;
    }
    expect(types).toEqual(["MODIFIED", "DELETED"]);
    await client.patch(ConfigMap, key, mergePatch({ metadata: { finalizers: null } }));
    expect(await opened.create(reading, signal)).toBeDefined();
  });

  test("an update that changes nothing has a new version, and an update without a version changes nothing", async () => {
    const { opened } = await open();
    const created = await opened.create(reading, signal);
    const updated = created === undefined ? undefined : await opened.update(created, signal);
    expect(Number(updated?.metadata.resourceVersion)).toBeGreaterThan(Number(created?.metadata.resourceVersion));
    expect(await opened.update(reading, signal)).toBeUndefined();
  });

  test("a Secret does not show the object in plain text", async () => {
    const place = await namespace("secret-storage");
    const host = { clock: systemClock, log: new RecordingLogger(), client, namespace: place };
    const opened = await clusterStorage({ carrier: "Secret" }).open(kind, host);
    await opened.create(reading, signal);
    const { items } = await client.list(Secret, { namespace: place, fields: "type=storage.tsop.dev/object" });
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain("north");
  });

  test.each([["client"], ["namespace"]])("needs a %s", async (option) => {
    const host = { clock: systemClock, log: new RecordingLogger(), ...(option === "client" ? {} : { client }) };
    await expect(clusterStorage().open(kind, host)).rejects.toMatchObject({
      code: "usage/invalid-argument",
      message: expect.stringContaining(option) as string,
    });
  });

  test("two servers behind an API server share their objects", async () => {
    const admin = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    await admin.apply<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: "readings" } });
    for (const right of rights) await admin.apply(right);
    const resources = [{ definition: readings, storage: clusterStorage({ namespace: "readings" }) }];
    const first = await serveReadings(cluster().kubeconfig, { resources });
    const key = { namespace: "readings", name: "roof" };
    const created = await first.client.create<Reading>({
      ...reading,
      metadata: key,
      spec: { sensor: "north" },
    } as Reading);
    // The main server passes requests on to the second one from now on.
    const second = await serveReadings(cluster().kubeconfig, { resources });
    const found = await second.client.get(Reading, key);
    expect(found).toEqual(created);
    const changed = await second.client.update({ ...created, spec: { sensor: "south" } });
    await expect(second.client.update(created)).rejects.toMatchObject({ statusCode: 409 });
    const { resourceVersion = "" } = created.metadata;
    const watch = second.client.watch(Reading, { namespace: "readings", resourceVersion, timeoutSeconds: 5 });
    for await (const event of watch) {
      expect(event).toMatchObject({ type: "MODIFIED", object: { metadata: changed.metadata } });
      break;
    }
    await second.client.delete(Reading, key);
    expect((await admin.list(ConfigMap, { namespace: "readings", labels: "storage.tsop.dev/kind" })).items).toEqual([]);
    await first.close();
    await second.close();
    admin.close();
  });
});
