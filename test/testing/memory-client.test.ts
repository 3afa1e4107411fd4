import { describe, expect, test } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { CustomResourceDefinition } from "../../src/k8s/apiextensions/v1.js";
import { ConfigMap, Namespace } from "../../src/k8s/core/v1.js";
import type { ManagerClient } from "../../src/runtime/manager-client.js";
import { createMemoryClient, memoryIndex } from "../../src/testing/index.js";
import { clientContract } from "../contract/client.js";
import { Part } from "../contract/subject.js";
import { simpleCrd } from "../support/crds.js";
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

    test.each([{ limit: 1 }, { continue: "x" }, { resourceVersion: "1" }])(
      "refuses a page or a version of it (%j), as the manager's client does",
      async (more) => {
        const client = createMemoryClient({ objects, indexes });
        await expect(client.list(ConfigMap, { indexes: { size: "1" }, ...more })).rejects.toMatchObject({
          code: "runtime/not-cached",
        });
      },
    );

    test("rejects an unknown index, like the manager's client", async () => {
      const client: ManagerClient = createMemoryClient({ objects, indexes });
      expect([client.indexesOf(ConfigMap), client.indexesOf(Part)]).toEqual([["size", "name"], []]);
      await expect(client.list(ConfigMap, { indexes: { other: "" } })).rejects.toMatchObject({
        code: "runtime/unknown-index",
        message: "ConfigMap has no index other; its indexes are size, name",
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
    ["twice", [object, object], /occurs twice/],
    [
      "when it is gone already",
      [{ ...object, metadata: { ...key, deletionTimestamp: "2026-01-01T00:00:00Z" } }],
      /deletionTimestamp, but no finalizers/,
    ],
  ])("does not begin with an object %s", (_what, objects, message) => {
    expect(() => createMemoryClient({ objects })).toThrow(message);
  });

  test("assigns the fields of the initial objects to a manager", async () => {
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

  test("waits with settle() for the first answer, which takes longest", async () => {
    const seen: unknown[] = [];
    void createMemoryClient({ objects: [object] })
      .get(ConfigMap, key)
      .then((read) => seen.push(read?.metadata.name));
    await settle();
    expect(seen).toEqual(["a"]);
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
    await client.create({ ...object, metadata: { name: "constructor", namespace: "valueof" }, data });
    const read = await client.getOrThrow(ConfigMap, { name: "constructor", namespace: "valueof" });
    expect(Object.keys(read.data ?? {})).toEqual(["__proto__", "constructor"]);
    const hostile = JSON.parse('{"data": {"__proto__": "yes"}}') as object;
    await client.patch(ConfigMap, read.metadata, mergePatch(hostile));
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(await client.get(ConfigMap, { name: "__proto__", namespace: "constructor" })).toBeUndefined();
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
    const odd = { namespace: "default", name: "a/b" };
    await expect(createMemoryClient().get(ConfigMap, odd)).rejects.toThrow("cannot be the name");
  });

  test("shares nothing with another client", async () => {
    const [first, second] = [createMemoryClient({ objects: [object] }), createMemoryClient()];
    await first.create<KubeObject>(simpleCrd("example.com", "bars", "Bar"));
    expect(await second.get(ConfigMap, key)).toBeUndefined();
    expect((await second.list(CustomResourceDefinition)).items).toEqual([]);
    await second.create(object);
    await second.delete(ConfigMap, key);
    expect(await first.get(ConfigMap, key)).toBeDefined();
  });

  test("returns copies, and stores copies", async () => {
    const given = { ...object, data: { a: "1" } };
    const client = createMemoryClient({ objects: [given] });
    given.data.a = "2";
    const read = await client.getOrThrow(ConfigMap, key);
    expect(read.data).toEqual({ a: "1" });
    read.data = { a: "3" };
    expect((await client.getOrThrow(ConfigMap, key)).data).toEqual({ a: "1" });
    expect(Object.isFrozen((await client.list(ConfigMap, { shared: true })).items[0]?.data)).toBe(true);
  });
});
