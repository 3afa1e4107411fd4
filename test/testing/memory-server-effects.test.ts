/** What happens on the API server behind the memory client beside the writes, and what it begins with. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import { ConfigMap, Namespace, Pod, ResourceQuota, ServiceAccount } from "../../src/k8s/core/v1.js";
import { createMemoryClient } from "../../src/testing/index.js";
import { Bar, bar, config, deployment, key } from "./memory-objects.js";

describe("references to objects that do not exist", () => {
  test("counts as there: a namespace, its service account, an owner", async () => {
    const client = createMemoryClient();
    const ownerReferences = [{ apiVersion: "foo.abc.com/v1", kind: "Bar", name: "b", uid: "1" }];
    await client.create({ ...bar(), metadata: { ...key, name: "other" } });
    await client.create({ ...config, metadata: { namespace: "anywhere", name: "a", ownerReferences } });
    const pod: Pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { namespace: "anywhere", name: "a" },
      spec: { containers: [{ name: "a", image: "a" }] },
    };
    expect((await client.create(pod)).spec).toMatchObject({ serviceAccountName: "default" });
    expect((await client.list(ConfigMap)).items).toHaveLength(1);
    expect((await client.list(Namespace)).items).toEqual([]);
    expect((await client.list(ServiceAccount)).items).toEqual([]);
  });
});

describe("what follows from a write", () => {
  test("a namespace that is deleted takes its objects along, at once", async () => {
    const client = createMemoryClient();
    const own = { namespace: "own", name: "a" };
    await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: "own" } });
    await client.create({ ...config, metadata: own });
    await client.create(bar({}, own));
    await client.delete(Namespace, { name: "own" });
    expect(await client.get(Namespace, { name: "own" })).toBeUndefined();
    expect([await client.get(ConfigMap, own), await client.get(Bar, own)]).toEqual([undefined, undefined]);
  });

  test("dependents go with their owner, at once: also those of dependents, and through finalizers", async () => {
    const client = createMemoryClient();
    const ownedBy = ({ apiVersion, kind, metadata: { name, uid = "" } }: KubeObject) => [
      { apiVersion, kind, name, uid },
    ];
    const owner = await client.create(bar({}, { ...key, finalizers: ["foo.abc.com/hold"] }));
    const middle = await client.create(bar({}, { ...key, name: "middle", ownerReferences: ownedBy(owner) }));
    await client.create({ ...config, metadata: { ...key, ownerReferences: ownedBy(middle) } });
    await client.delete(Bar, key);
    expect(await client.get(ConfigMap, key)).toBeDefined();
    await client.patch(Bar, key, mergePatch({ metadata: { finalizers: null } }));
    expect(await client.get(Bar, middle.metadata)).toBeUndefined();
    expect(await client.get(ConfigMap, key)).toBeUndefined();
  });
});

test("what a quota has left is known after each write", async () => {
  const client = createMemoryClient();
  const quota: ResourceQuota = {
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: key,
    spec: { hard: { "count/configmaps": "1" } },
  };
  await client.create(quota);
  const used = async () => (await client.getOrThrow(ResourceQuota, key)).status?.used?.["count/configmaps"];
  await client.create(config);
  expect(await used()).toBe("1");
  await expect(client.create({ ...config, metadata: { ...key, name: "b" } })).rejects.toThrow("exceeded quota");
  await client.delete(ConfigMap, key);
  expect(await used()).toBe("0");
});

test("a Pod that has a node waits for its kubelet, and none comes", async () => {
  const pod: Pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: key,
    spec: { nodeName: "a", containers: [{ name: "a", image: "a" }] },
  };
  const client = createMemoryClient({ objects: [pod] });
  await client.delete(Pod, key);
  expect((await client.getOrThrow(Pod, key)).metadata.deletionTimestamp).toBeDefined();
  await client.delete(Pod, key, { gracePeriodSeconds: 0 });
  expect(await client.get(Pod, key)).toBeUndefined();
});

test("no call waits for a timer", async () => {
  const client = createMemoryClient({ objects: [bar({}, { ...key, uid: "u" })] });
  await client.list(Bar);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ownerReferences = [{ apiVersion: "foo.abc.com/v1", kind: "Bar", name: "a", uid: "u" }];
  await client.create({ ...config, metadata: { ...key, ownerReferences } });
  await client.delete(Bar, key);
  expect(await client.get(ConfigMap, key)).toBeUndefined();
  expect(await createMemoryClient({ objects: [config] }).get(ConfigMap, key)).toBeDefined();
});

describe("objects to begin with", () => {
  test("have their defaults, and the status and the identity that they are given", async () => {
    const metadata = { ...key, uid: "u", generation: 4, creationTimestamp: "2026-01-01T00:00:00Z" };
    const status = { observedGeneration: 4, replicas: 1 };
    const client = createMemoryClient({ objects: [{ ...deployment("a"), metadata, status } as Deployment] });
    const read = await client.getOrThrow(Deployment, key);
    expect(read).toMatchObject({ metadata, status, spec: { replicas: 1 } });
    expect(read.metadata.managedFields).toBeUndefined();
  });

  test("may set part of a status, while the server sets the rest", async () => {
    const pod: Pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: key,
      spec: { containers: [{ name: "a", image: "a" }] },
      status: { phase: "Running" },
    };
    const client = createMemoryClient({ objects: [pod] });
    expect((await client.getOrThrow(Pod, key)).status).toEqual({ phase: "Running", qosClass: "BestEffort" });
  });

  test("that the API server would not store are named by every call", async () => {
    const client = createMemoryClient({ objects: [config, deployment()] });
    for (const call of [() => client.get(ConfigMap, key), () => client.list(Pod)]) {
      await expect(call()).rejects.toMatchObject({
        code: "cluster/invalid-request",
        message: expect.stringMatching(
          /^createMemoryClient\(\) cannot store Deployment "a": .*containers\[0\]\.image: Required value/,
        ) as string,
      });
    }
  });

  test("may be deleted already, with the namespace that they are in", async () => {
    const gone = { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["example.com/hold"] };
    const namespace: Namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "default", ...gone } };
    const client = createMemoryClient({ objects: [namespace, { ...config, metadata: { ...key, ...gone } }] });
    expect((await client.getOrThrow(ConfigMap, key)).metadata).toMatchObject(gone);
    await expect(client.create({ ...config, metadata: { ...key, name: "b" } })).rejects.toThrow("being terminated");
  });
});
