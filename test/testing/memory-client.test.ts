import { describe, expect, test } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { ConfigMap, Namespace } from "../../src/k8s/core/v1.js";
import type { ManagerClient } from "../../src/runtime/manager-client.js";
import { createMemoryClient, memoryIndex } from "../../src/testing/index.js";
import { clientContract } from "../contract/client.js";
import { Part } from "../contract/subject.js";
import { FakeClock, settle } from "../support/fake-clock.js";

describe("the memory client", () => {
  clientContract({
    createClient: () => Promise.resolve(createMemoryClient()),
    namespace: "default",
    collectsGarbage: true,
  });

  const key = { namespace: "default", name: "a" };
  const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: key };

  test("begins with the objects that it is given, their status included", async () => {
    const part: Part = {
      apiVersion: "contract.example.com/v1",
      kind: "Part",
      metadata: key,
      status: { phase: "Ready" },
    };
    const client = createMemoryClient({ objects: [object, part] });
    expect(await client.getOrThrow(Part, key)).toMatchObject({
      status: { phase: "Ready" },
      metadata: { generation: 1 },
    });
    expect((await client.list(ConfigMap)).items).toHaveLength(1);
  });

  describe("with indexes", () => {
    const objects = ["a", "b", "c"].map((name): ConfigMap => ({
      ...object,
      metadata: { ...key, name },
      data: { size: name === "c" ? "2" : "1" },
    }));
    const indexes = [
      memoryIndex(ConfigMap, "size", ({ data }) => [data?.["size"] ?? ""]),
      memoryIndex(ConfigMap, "name", ({ metadata }) => [metadata.name]),
      memoryIndex(Namespace, "other", () => [""]),
    ];

    test.each([
      [{ size: "1" }, ["a", "b"]],
      [{ size: "1", name: "b" }, ["b"]],
      [{ size: "2", name: "b" }, []],
      [{}, ["a", "b", "c"]],
    ])("reads by %j", async (wanted, expected) => {
      const client = createMemoryClient({ objects, indexes });
      const { items } = await client.list(ConfigMap, { namespace: "default", indexes: wanted });
      expect(items.map(({ metadata }) => metadata.name)).toEqual(expected);
    });

    test("refuses one that is not there, as the manager's client does", async () => {
      const client: ManagerClient = createMemoryClient({ objects, indexes });
      expect([client.indexesOf(ConfigMap), client.indexesOf(Part)]).toEqual([["size", "name"], []]);
      await expect(client.list(ConfigMap, { indexes: { other: "" } })).rejects.toMatchObject({
        code: "runtime/unknown-index",
        message: "ConfigMap has no index other; there are size, name",
      });
    });
  });

  test("keeps the identity of the objects that it is given, so that one can own another", async () => {
    const uid = "11111111-2222-4333-8444-555555555555";
    const owner: Part = {
      apiVersion: "contract.example.com/v1",
      kind: "Part",
      metadata: { ...key, uid, generation: 3 },
    };
    const ownerReferences = [{ apiVersion: owner.apiVersion, kind: owner.kind, name: owner.metadata.name, uid }];
    const client = createMemoryClient({ objects: [owner, { ...object, metadata: { ...key, ownerReferences } }] });
    expect((await client.getOrThrow(Part, key)).metadata).toMatchObject({ uid, generation: 3 });
    await client.delete(Part, key);
    expect(await client.get(ConfigMap, key)).toBeUndefined();
  });

  test("can begin with an object that is being deleted", async () => {
    const metadata = { ...key, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["example.com/hold"] };
    const client = createMemoryClient({ objects: [{ ...object, metadata }] });
    const held = await client.getOrThrow(ConfigMap, key);
    expect(held.metadata.deletionTimestamp).toBe(metadata.deletionTimestamp);
    await client.update({ ...held, metadata: { ...held.metadata, finalizers: [] } });
    expect(await client.get(ConfigMap, key)).toBeUndefined();
  });

  test.each<[string, KubeObject[], RegExp]>([
    ["twice", [object, object], /given twice/],
    [
      "when it is gone already",
      [{ ...object, metadata: { ...key, deletionTimestamp: "2026-01-01T00:00:00Z" } }],
      /deletionTimestamp and no finalizers/,
    ],
  ])("does not begin with an object %s", (_what, objects, message) => {
    expect(() => createMemoryClient({ objects })).toThrow(message);
  });

  test("counts the fields of the objects that it is given as somebody's", async () => {
    const client = createMemoryClient({ objects: [{ ...object, data: { a: "1" } } as ConfigMap] });
    const wanted = { ...object, data: { a: "2" } };
    await expect(client.apply(wanted)).rejects.toMatchObject({ statusCode: 409, reason: "Conflict" });
    expect((await client.apply(wanted, { force: true })).data).toEqual({ a: "2" });
  });

  test("merges applied conditions by their type", async () => {
    const client = createMemoryClient();
    await client.create<Part>({ apiVersion: "contract.example.com/v1", kind: "Part", metadata: key });
    const apply = (fieldManager: string, ...types: string[]) => {
      const conditions = types.map((type) => ({ type, status: "True" }));
      // A Part has no conditions; the client does not know.
      const applied = { apiVersion: Part.apiVersion, kind: Part.kind, metadata: key, status: { conditions } } as Part;
      return client.status.apply(applied, { fieldManager });
    };
    await apply("alice", "Ready", "Synced");
    await apply("bob", "Healthy");
    expect((await apply("alice", "Synced")).status).toMatchObject({
      conditions: [{ type: "Synced" }, { type: "Healthy" }],
    });
  });

  test("knows objects as they would be on the wire", async () => {
    const data = { kept: "1", absent: undefined } as unknown as Record<string, string>;
    const created = await createMemoryClient().create({ ...object, data });
    expect(Object.keys(created.data)).toEqual(["kept"]);
  });

  test("finds objects without a namespace under an empty one", async () => {
    const client = createMemoryClient();
    await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: "a" } });
    expect(await client.get(Namespace, { namespace: "", name: "a" })).toBeDefined();
  });

  test("ends a watch by its clock, and tells of changes while it waits", async () => {
    const clock = new FakeClock();
    const client = createMemoryClient({ clock });
    const seen: string[] = [];
    const follow = async (): Promise<void> => {
      for await (const event of client.watch(ConfigMap, { timeoutSeconds: 10 })) seen.push(event.type);
    };
    const following = follow();
    await settle();
    await client.create(object);
    await clock.advance(9_999);
    expect(seen).toEqual(["ADDED"]);
    await clock.advance(1);
    await following;
    expect(clock.timers).toBe(0);
  });

  test("takes its times from the clock", async () => {
    const clock = new FakeClock();
    const { metadata } = await createMemoryClient({ clock }).create(object);
    expect(Date.parse(metadata.creationTimestamp ?? "")).toBe(Math.floor(clock.now() / 1000) * 1000);
  });

  test("is not led astray by names of JavaScript's own", async () => {
    const client = createMemoryClient();
    const data = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, string>;
    await client.create({ ...object, metadata: { name: "__proto__", namespace: "constructor" }, data });
    const read = await client.getOrThrow(ConfigMap, { name: "__proto__", namespace: "constructor" });
    expect(Object.keys(read.data ?? {})).toEqual(["__proto__", "constructor"]);
    const hostile = JSON.parse('{"data": {"__proto__": {"polluted": "yes"}}}') as object;
    await client.patch(ConfigMap, read.metadata, mergePatch(hostile));
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      "a strategic merge patch",
      () => createMemoryClient({ objects: [object] }).patch(ConfigMap, key, { type: "strategic", body: {} }),
    ],
    [
      "a field that it cannot select by",
      () => createMemoryClient({ objects: [object] }).list(ConfigMap, { fields: "status.phase=Running" }),
    ],
  ])("refuses %s with the way out", async (_what, call) => {
    await expect(call()).rejects.toMatchObject({ code: "cluster/invalid-request", hint: expect.any(String) as string });
  });

  test("refuses to write back a number that JavaScript has rounded", async () => {
    const client = createMemoryClient();
    const part: Part = { apiVersion: "contract.example.com/v1", kind: "Part", metadata: key, spec: { size: 2 ** 53 } };
    const created = await client.create(part);
    await expect(client.update(created)).rejects.toMatchObject({ code: "cluster/inexact-number" });
  });

  test("does not begin with an object without a name, and knows names that none can have", async () => {
    expect(() => createMemoryClient({ objects: [{ ...object, metadata: { name: "" } }] })).toThrow(
      "createMemoryClient() got a ConfigMap without metadata.name",
    );
    await expect(createMemoryClient().get(ConfigMap, { name: "a/b" })).rejects.toThrow("cannot be the name");
  });
});
