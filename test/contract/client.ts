/**
 * What a client does, whatever is behind it. Run on the memory client and on the API server; where they differ, the memory
 * client is wrong.
 */
import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { jsonPatch, type LiveClient, mergePatch } from "../../src/kube/client.js";
import { defineKind } from "../../src/kube/kind.js";
import type { CustomResource, KubeObject, ObjectMeta } from "../../src/kube/objects.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { eventually } from "../support/shell.js";

/** A kind with a status subresource. */
export interface Part extends CustomResource<"contract.example.com/v1", "Part"> {
  spec?: { size?: number; tags?: string[]; nested?: Record<string, string> };
  status?: { phase?: string };
}
export const Part = defineKind<Part>("contract.example.com/v1", "Part");

export interface ClientContract {
  /** A client, and a namespace that is there and that nobody else uses. */
  readonly setUp: () => Promise<{ client: LiveClient; namespace: string }>;
  /** Whether dependents go when their owner goes. The API server needs another program for that. */
  readonly collectsGarbage: boolean;
}

export function clientContract({ setUp, collectsGarbage }: ClientContract): void {
  let client: LiveClient;
  let namespace: string;
  beforeAll(async () => {
    ({ client, namespace } = await setUp());
  });

  const newName = (): string => `n-${randomBytes(6).toString("hex")}`;
  const configMap = (data: Record<string, string> = {}, metadata: Partial<ObjectMeta> = {}): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: newName(), namespace, ...metadata },
    data,
  });
  const part = (spec: NonNullable<Part["spec"]> = {}, metadata: Partial<ObjectMeta> = {}): Part => ({
    apiVersion: "contract.example.com/v1",
    kind: "Part",
    metadata: { name: newName(), namespace, ...metadata },
    spec,
  });
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => "accepted",
      (error: unknown) => {
        const { statusCode, reason } = error as { statusCode: number; reason: string };
        return `${statusCode} ${reason}`;
      },
    );

  describe("create", () => {
    test("gives the object its identity", async () => {
      const object = configMap({ a: "1" });
      const created = await client.create(object);
      expect(created).toMatchObject(object);
      expect(created.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
      expect(created.metadata.resourceVersion).toMatch(/^\d+$/);
      expect(created.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(object.metadata.uid).toBeUndefined();
    });

    test("counts generations from one, and drops a status", async () => {
      const created = await client.create({ ...part({ size: 1 }), status: { phase: "Ready" } });
      expect(created.metadata.generation).toBe(1);
      expect(created.status).toBeUndefined();
    });

    test("makes a name of generateName", async () => {
      const metadata = { namespace, generateName: "made-" };
      const created = await client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
      expect(created.metadata.name).toMatch(/^made-[a-z0-9]{5}$/);
    });

    test("refuses a name that is taken", async () => {
      const object = await client.create(configMap());
      expect(await refusal(client.create(configMap({}, { name: object.metadata.name })))).toBe("409 AlreadyExists");
    });

    test("with a dry run stores nothing", async () => {
      const created = await client.create(configMap({ a: "1" }), { dryRun: true });
      expect(created.metadata.uid).toBeDefined();
      expect(await client.get(ConfigMap, created.metadata)).toBeUndefined();
    });
  });

  describe("get", () => {
    test("returns what is there, undefined where nothing is, and getOrThrow refuses that", async () => {
      const created = await client.create(configMap({ a: "1" }));
      expect(await client.get(ConfigMap, created.metadata)).toMatchObject({ data: { a: "1" } });
      const missing = { namespace, name: newName() };
      expect(await client.get(ConfigMap, missing)).toBeUndefined();
      expect(await refusal(client.getOrThrow(ConfigMap, missing))).toBe("404 NotFound");
    });

    test("returns copies", async () => {
      const created = await client.create(configMap({ a: "1" }));
      created.data = {};
      const read = await client.getOrThrow(ConfigMap, created.metadata);
      expect(read.data).toEqual({ a: "1" });
      read.data = {};
      expect((await client.getOrThrow(ConfigMap, created.metadata)).data).toEqual({ a: "1" });
    });

    test("with shared returns an object that cannot be changed", async () => {
      const created = await client.create(configMap({ a: "1" }));
      const shared = await client.getOrThrow(ConfigMap, created.metadata, { shared: true });
      expect(Object.isFrozen(shared.data)).toBe(true);
    });

    test("does not begin after its signal", async () => {
      const signal = AbortSignal.abort(new Error("too late"));
      await expect(client.get(ConfigMap, { namespace, name: "x" }, { signal })).rejects.toThrow("too late");
    });
  });

  describe("list", () => {
    const label = newName();
    const names = ["list-a", "list-b", "list-c"];
    beforeAll(async () => {
      for (const [index, name] of names.entries()) {
        await client.create(
          configMap({}, { name, labels: { set: label, index: String(index), ...(index === 0 ? { first: "" } : {}) } }),
        );
      }
    });

    test.each<[string | Record<string, string>, string[]]>([
      [{ set: label }, names],
      [`set=${label},index!=1`, ["list-a", "list-c"]],
      [`set=${label},index in (0,1)`, ["list-a", "list-b"]],
      [`set=${label},index notin (0,1)`, ["list-c"]],
      [`set=${label},first`, ["list-a"]],
      [`set=${label},!first`, ["list-b", "list-c"]],
      [{ set: "nothing-like-it" }, []],
    ])("selects by the labels %j", async (labels, expected) => {
      const { items } = await client.list(ConfigMap, { namespace, labels });
      expect(items.map(({ metadata }) => metadata.name)).toEqual(expected);
    });

    test("selects by name and by namespace", async () => {
      const byName = await client.list(ConfigMap, { namespace, fields: "metadata.name=list-b" });
      expect(byName.items.map(({ metadata }) => metadata.name)).toEqual(["list-b"]);
      const everywhere = await client.list(ConfigMap, { labels: { set: label } });
      expect(everywhere.items).toHaveLength(3);
      expect((await client.list(ConfigMap, { namespace: "no-such-namespace" })).items).toEqual([]);
    });

    test("comes in pages", async () => {
      const labels = { set: label };
      const first = await client.list(ConfigMap, { namespace, labels, limit: 2 });
      expect(first.items).toHaveLength(2);
      const rest = await client.list(ConfigMap, {
        namespace,
        labels,
        limit: 2,
        continue: first.metadata.continue ?? "",
      });
      expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(["list-c"]);
      expect(rest.metadata.continue ?? "").toBe("");
    });
  });

  describe("update", () => {
    test("replaces the object and counts the generation", async () => {
      const created = await client.create(part({ size: 1 }));
      const updated = await client.update({ ...created, spec: { size: 2 } });
      expect(updated).toMatchObject({ spec: { size: 2 }, metadata: { generation: 2, uid: created.metadata.uid } });
      expect(updated.metadata.resourceVersion).not.toBe(created.metadata.resourceVersion);
    });

    test("that changes nothing keeps the resourceVersion", async () => {
      const created = await client.create(part({ size: 1 }));
      expect((await client.update(created)).metadata.resourceVersion).toBe(created.metadata.resourceVersion);
    });

    test("of the metadata alone keeps the generation", async () => {
      const created = await client.create(part({ size: 1 }));
      const labelled = { ...created, metadata: { ...created.metadata, labels: { a: "b" } } };
      expect((await client.update(labelled)).metadata).toMatchObject({ generation: 1, labels: { a: "b" } });
    });

    test("leaves the status alone", async () => {
      const created = await client.create(part());
      await client.status.update({ ...created, status: { phase: "Ready" } });
      const current = await client.getOrThrow(Part, created.metadata);
      expect((await client.update({ ...current, status: { phase: "Other" } })).status).toEqual({ phase: "Ready" });
    });

    test("of an object that somebody else has changed is refused", async () => {
      const created = await client.create(part({ size: 1 }));
      await client.update({ ...created, spec: { size: 2 } });
      expect(await refusal(client.update({ ...created, spec: { size: 3 } }))).toBe("409 Conflict");
    });

    test("of an object that is not there is refused", async () => {
      expect(await refusal(client.update(configMap()))).toBe("404 NotFound");
    });

    test("with a dry run stores nothing", async () => {
      const created = await client.create(part({ size: 1 }));
      expect((await client.update({ ...created, spec: { size: 2 } }, { dryRun: true })).spec).toEqual({ size: 2 });
      expect((await client.getOrThrow(Part, created.metadata)).spec).toEqual({ size: 1 });
    });
  });

  describe("the status", () => {
    test("is all that status.update writes, and no new generation", async () => {
      const created = await client.create(part({ size: 1 }));
      const updated = await client.status.update({ ...created, spec: { size: 9 }, status: { phase: "Ready" } });
      expect(updated).toMatchObject({ spec: { size: 1 }, status: { phase: "Ready" }, metadata: { generation: 1 } });
    });

    test("is refused where somebody else has changed the object", async () => {
      const created = await client.create(part({ size: 1 }));
      await client.update({ ...created, spec: { size: 2 } });
      expect(await refusal(client.status.update({ ...created, status: {} }))).toBe("409 Conflict");
    });

    test("is all that status.patch and status.apply write", async () => {
      const created = await client.create(part({ size: 1 }));
      const patch = mergePatch({ spec: { size: 9 }, status: { phase: "Patched" } });
      expect(await client.status.patch(Part, created.metadata, patch)).toMatchObject({
        spec: { size: 1 },
        status: { phase: "Patched" },
      });
      const applied = {
        apiVersion: Part.apiVersion,
        kind: Part.kind,
        metadata: { name: created.metadata.name, namespace },
      };
      const result = await client.status.apply<Part>(
        { ...applied, apiVersion: "contract.example.com/v1", kind: "Part", status: { phase: "Applied" } },
        { force: true },
      );
      expect(result).toMatchObject({ spec: { size: 1 }, status: { phase: "Applied" } });
    });
  });

  describe("patch", () => {
    test("merges: sets, removes with null, replaces lists", async () => {
      const created = await client.create(part({ size: 1, tags: ["a", "b"], nested: { keep: "1", drop: "2" } }));
      const patch = mergePatch({ spec: { tags: ["c"], nested: { drop: null, add: "3" } } });
      expect((await client.patch(Part, created.metadata, patch)).spec).toEqual({
        size: 1,
        tags: ["c"],
        nested: { keep: "1", add: "3" },
      });
    });

    test("carries out JSON operations", async () => {
      const created = await client.create(part({ size: 1, tags: ["a", "b"], nested: { "a/b": "1" } }));
      const patch = jsonPatch([
        { op: "test", path: "/spec/size", value: 1 },
        { op: "replace", path: "/spec/size", value: 2 },
        { op: "add", path: "/spec/tags/1", value: "x" },
        { op: "add", path: "/spec/tags/-", value: "y" },
        { op: "remove", path: "/spec/tags/0" },
        { op: "move", from: "/spec/nested/a~1b", path: "/spec/nested/moved" },
        { op: "copy", from: "/spec/nested/moved", path: "/spec/nested/copied" },
      ]);
      expect((await client.patch(Part, created.metadata, patch)).spec).toEqual({
        size: 2,
        tags: ["x", "b", "y"],
        nested: { moved: "1", copied: "1" },
      });
    });

    test("whose test fails changes nothing", async () => {
      const created = await client.create(part({ size: 1 }));
      const patch = jsonPatch([
        { op: "replace", path: "/spec/size", value: 2 },
        { op: "test", path: "/spec/size", value: 1 },
      ]);
      await expect(client.patch(Part, created.metadata, patch)).rejects.toThrow();
      expect((await client.getOrThrow(Part, created.metadata)).spec).toEqual({ size: 1 });
    });

    test("of an object that is not there is refused, and so is one with a stale resourceVersion", async () => {
      const missing = { namespace, name: newName() };
      expect(await refusal(client.patch(Part, missing, mergePatch({ spec: {} })))).toBe("404 NotFound");
      const created = await client.create(part({ size: 1 }));
      await client.update({ ...created, spec: { size: 2 } });
      const { resourceVersion } = created.metadata;
      const stale = mergePatch({ metadata: { resourceVersion }, spec: { size: 3 } });
      expect(await refusal(client.patch(Part, created.metadata, stale))).toBe("409 Conflict");
    });
  });

  describe("apply", () => {
    const fields = (name: string, spec: NonNullable<Part["spec"]>) => ({
      apiVersion: "contract.example.com/v1" as const,
      kind: "Part" as const,
      metadata: { name, namespace },
      spec,
    });
    const alice = { fieldManager: "alice" };
    const bob = { fieldManager: "bob" };

    test("creates, then changes only what it names", async () => {
      const name = newName();
      expect(await client.apply<Part>(fields(name, { size: 1 }), alice)).toMatchObject({ metadata: { generation: 1 } });
      await client.patch(Part, { namespace, name }, mergePatch({ spec: { nested: { other: "1" } } }));
      const applied = await client.apply<Part>(fields(name, { size: 2 }), alice);
      expect(applied.spec).toEqual({ size: 2, nested: { other: "1" } });
    });

    test("that changes nothing keeps the resourceVersion", async () => {
      const name = newName();
      const first = await client.apply<Part>(fields(name, { size: 1 }), alice);
      const second = await client.apply<Part>(fields(name, { size: 1 }), alice);
      expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    });

    test("takes away what the same manager applied before and names no more", async () => {
      const name = newName();
      await client.apply<Part>(fields(name, { size: 1, nested: { a: "1", b: "2" } }), alice);
      expect((await client.apply<Part>(fields(name, { nested: { a: "1" } }), alice)).spec).toEqual({
        nested: { a: "1" },
      });
    });

    test("leaves what another manager applies as well", async () => {
      const name = newName();
      await client.apply<Part>(fields(name, { size: 1, nested: { shared: "1" } }), alice);
      await client.apply<Part>(fields(name, { nested: { shared: "1" } }), bob);
      expect((await client.apply<Part>(fields(name, { size: 1 }), alice)).spec).toEqual({
        size: 1,
        nested: { shared: "1" },
      });
    });

    test("is refused where another manager says otherwise, unless it is forced", async () => {
      const name = newName();
      await client.apply<Part>(fields(name, { size: 1 }), alice);
      expect(await refusal(client.apply<Part>(fields(name, { size: 2 }), bob))).toBe("409 Conflict");
      const forced = await client.apply<Part>(fields(name, { size: 2 }), { ...bob, force: true });
      expect(forced.spec).toEqual({ size: 2 });
      expect((await client.apply<Part>(fields(name, {}), alice)).spec).toEqual({ size: 2 });
    });
  });

  describe("delete", () => {
    test("takes the object away; one that is gone is no error", async () => {
      const created = await client.create(configMap());
      await client.delete(ConfigMap, created.metadata);
      expect(await client.get(ConfigMap, created.metadata)).toBeUndefined();
      await client.delete(ConfigMap, created.metadata);
    });

    test("waits for finalizers", async () => {
      const created = await client.create(part({}, { finalizers: ["contract.example.com/hold"] }));
      await client.delete(Part, created.metadata);
      const held = await client.getOrThrow(Part, created.metadata);
      expect(held.metadata.deletionTimestamp).toBeDefined();
      await client.update({ ...held, metadata: { ...held.metadata, finalizers: [] } });
      expect(await client.get(Part, created.metadata)).toBeUndefined();
    });

    test("of another object than the one that is meant is refused", async () => {
      const created = await client.create(configMap());
      const uid = "11111111-2222-4333-8444-555555555555";
      expect(await refusal(client.delete(ConfigMap, created.metadata, { preconditions: { uid } }))).toBe(
        "409 Conflict",
      );
      expect(await client.get(ConfigMap, created.metadata)).toBeDefined();
    });

    test("with a dry run takes nothing away", async () => {
      const created = await client.create(configMap());
      await client.delete(ConfigMap, created.metadata, { dryRun: true });
      expect(await client.get(ConfigMap, created.metadata)).toBeDefined();
    });

    test.runIf(collectsGarbage)(
      "takes dependents along once their last owner is gone, unless they are orphaned",
      async () => {
        const [first, second] = [await client.create(part()), await client.create(part())];
        const owners = [first, second].map(({ apiVersion, kind, metadata: { name, uid = "" } }) => ({
          apiVersion,
          kind,
          name,
          uid,
        }));
        const dependent = await client.create(configMap({}, { ownerReferences: owners }));
        const orphan = await client.create(configMap({}, { ownerReferences: owners.slice(0, 1) }));
        await client.delete(Part, first.metadata, { propagationPolicy: "Orphan" });
        expect(await client.get(ConfigMap, orphan.metadata)).toBeDefined();
        expect(await client.get(ConfigMap, dependent.metadata)).toBeDefined();
        await client.delete(Part, second.metadata);
        await eventually(async () => expect(await client.get(ConfigMap, dependent.metadata)).toBeUndefined());
      },
    );
  });

  describe("watch", () => {
    test("tells what changes, from where it is told to begin", async () => {
      const label = newName();
      const { metadata } = await client.list(ConfigMap, { namespace });
      const created = await client.create(configMap({ a: "1" }, { labels: { label } }));
      await client.update({ ...created, data: { a: "2" } });
      await client.patch(ConfigMap, created.metadata, mergePatch({ metadata: { labels: { label: "other" } } }));
      const again = await client.create(configMap({}, { labels: { label } }));
      await client.delete(ConfigMap, again.metadata);
      const events = await take(
        5,
        client.watch(ConfigMap, watching({ resourceVersion: metadata.resourceVersion ?? "" }, label)),
      );
      expect(events).toEqual(["ADDED 1", "MODIFIED 2", "DELETED 2", "ADDED ", "DELETED "]);
    });

    test("can begin with what is there", async () => {
      const label = newName();
      await client.create(configMap({ a: "1" }, { labels: { label } }));
      const events = await take(
        2,
        client.watch(ConfigMap, watching({ sendInitialEvents: true, allowBookmarks: true }, label)),
      );
      expect(events).toEqual(["ADDED 1", "BOOKMARK "]);
    });

    const watching = (options: object, label: string) => ({
      namespace,
      labels: { label },
      timeoutSeconds: 30,
      ...options,
    });
    const take = async (
      count: number,
      watch: AsyncIterable<{ type: string; object: KubeObject }>,
    ): Promise<string[]> => {
      const seen: string[] = [];
      for await (const { type, object } of watch) {
        seen.push(`${type} ${(object as Partial<ConfigMap>).data?.["a"] ?? ""}`);
        if (seen.length === count) break;
      }
      return seen;
    };
  });
}
