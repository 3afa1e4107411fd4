import { describe, expect, test } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import type { ObjectMeta } from "../../src/kube/objects.js";
import { newName, Part, refusal, refusalOf, type Subject } from "./subject.js";

export function appliesContract({ client, namespace, part }: Subject): void {
  describe("apply", () => {
    const fields = (name: string, spec: NonNullable<Part["spec"]>, metadata: Partial<ObjectMeta> = {}) => ({
      apiVersion: "contract.example.com/v1" as const,
      kind: "Part" as const,
      metadata: { ...metadata, name, namespace },
      spec,
    });
    const alice = { fieldManager: "alice" };
    const bob = { fieldManager: "bob" };

    test("creates, then changes only what it names", async () => {
      const name = newName();
      expect(await client().apply<Part>(fields(name, { size: 1 }), alice)).toMatchObject({
        metadata: { generation: 1 },
      });
      await client().patch(Part, { namespace, name }, mergePatch({ spec: { nested: { other: "1" } } }));
      const applied = await client().apply<Part>(fields(name, { size: 2 }), alice);
      expect(applied.spec).toEqual({ size: 2, nested: { other: "1" } });
    });

    test("that changes nothing keeps the resourceVersion", async () => {
      const name = newName();
      const first = await client().apply<Part>(fields(name, { size: 1 }), alice);
      const second = await client().apply<Part>(fields(name, { size: 1 }), alice);
      expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    });

    test("takes away what the same manager applied before and names no more", async () => {
      const name = newName();
      await client().apply<Part>(fields(name, { size: 1, nested: { a: "1", b: "2" } }), alice);
      expect((await client().apply<Part>(fields(name, { nested: { a: "1" } }), alice)).spec).toEqual({
        nested: { a: "1" },
      });
    });

    test("leaves what another manager applies as well", async () => {
      const name = newName();
      await client().apply<Part>(fields(name, { size: 1, nested: { shared: "1" } }), alice);
      await client().apply<Part>(fields(name, { nested: { shared: "1" } }), bob);
      expect((await client().apply<Part>(fields(name, { size: 1 }), alice)).spec).toEqual({
        size: 1,
        nested: { shared: "1" },
      });
    });

    test("is refused where another manager says otherwise, unless it is forced", async () => {
      const name = newName();
      await client().apply<Part>(fields(name, { size: 1 }), alice);
      expect(await refusal(client().apply<Part>(fields(name, { size: 2 }), bob))).toBe("409 Conflict");
      const forced = await client().apply<Part>(fields(name, { size: 2 }), { ...bob, force: true });
      expect(forced.spec).toEqual({ size: 2 });
      expect((await client().apply<Part>(fields(name, {}), alice)).spec).toEqual({ size: 2 });
    });

    test("names each field in the way and who has set it", async () => {
      const name = newName();
      await client().apply<Part>(fields(name, { size: 1, nested: { a: "1" } }), alice);
      const refused = await refusalOf(client().apply<Part>(fields(name, { size: 2, nested: { a: "2" } }), bob));
      expect(refused.message).toContain('Apply failed with 2 conflicts: conflicts with "alice":');
      const causes = refused.details?.causes ?? [];
      expect(causes.map(({ field, message }) => `${field ?? ""} ${message ?? ""}`).sort()).toEqual([
        '.spec.nested.a conflict with "alice"',
        '.spec.size conflict with "alice"',
      ]);
    });

    test("is in conflict with what was created or updated, even by the same manager", async () => {
      const { metadata } = await client().create(part({ size: 1 }), alice);
      const refused = await refusalOf(client().apply<Part>(fields(metadata.name, { size: 2 }), alice));
      expect(refused.message).toContain('conflict with "alice" using contract.example.com/v1: .spec.size');
      expect((await client().apply<Part>(fields(metadata.name, { size: 1 }), alice)).spec).toEqual({ size: 1 });
    });

    test("does not delete objects that another client updated since", async () => {
      const name = newName();
      const { metadata } = await client().apply<Part>(fields(name, { size: 1, tags: ["a"] }), alice);
      await client().patch(Part, metadata, mergePatch({ spec: { size: 5 } }), bob);
      expect((await client().apply<Part>(fields(name, { tags: ["a"] }), alice)).spec).toEqual({ size: 5, tags: ["a"] });
    });

    test("takes away a branch with its last field", async () => {
      const name = newName();
      await client().apply<Part>(fields(name, { size: 1, nested: { a: "1" } }, { labels: { a: "b" } }), alice);
      const applied = await client().apply<Part>(fields(name, { size: 1 }), alice);
      expect(applied.spec).toEqual({ size: 1 });
      expect(applied.metadata.labels).toBeUndefined();
    });

    test("merges finalizers of several managers", async () => {
      const name = newName();
      const [one, two] = ["contract.example.com/one", "contract.example.com/two"];
      await client().apply<Part>(fields(name, {}, { finalizers: [one] }), alice);
      const both = await client().apply<Part>(fields(name, {}, { finalizers: [two] }), bob);
      expect(both.metadata.finalizers).toEqual([one, two]);
      expect((await client().apply<Part>(fields(name, {}), alice)).metadata.finalizers).toEqual([two]);
    });

    test("merges owner references by uid", async () => {
      const name = newName();
      const owner = (uid: string, controller = false) => ({ apiVersion: "v1", kind: "X", name: "x", uid, controller });
      await client().apply<Part>(fields(name, {}, { ownerReferences: [owner("1", true), owner("3")] }), alice);
      const both = await client().apply<Part>(fields(name, {}, { ownerReferences: [owner("2")] }), bob);
      expect(both.metadata.ownerReferences?.map(({ uid }) => uid).sort()).toEqual(["1", "2", "3"]);
      const refused = await refusalOf(client().apply<Part>(fields(name, {}, { ownerReferences: [owner("1")] }), bob));
      expect(refused.message).toContain('conflict with "alice": .metadata.ownerReferences[uid="1"]');
      const fewer = await client().apply<Part>(fields(name, {}, { ownerReferences: [owner("1", true)] }), alice);
      expect(fewer.metadata.ownerReferences?.map(({ uid }) => uid).sort()).toEqual(["1", "2"]);
    });

    test("of the status is an owner of its own", async () => {
      const name = newName();
      const { apiVersion, kind, metadata } = fields(name, {});
      const status = (value: NonNullable<Part["status"]>) => ({ apiVersion, kind, metadata, status: value });
      await client().apply<Part>(fields(name, { size: 1 }), alice);
      await client().status.apply<Part>(status({ phase: "Ready", detail: "x" }), alice);
      await client().apply<Part>(fields(name, { size: 2 }), alice);
      const applied = await client().status.apply<Part>(status({ detail: "x" }), alice);
      expect(applied).toMatchObject({ spec: { size: 2 }, metadata: { generation: 2 } });
      expect(applied.status).toEqual({ detail: "x" });
      const refused = await refusalOf(client().status.apply<Part>(status({ detail: "y" }), bob));
      expect(refused.message).toContain('conflict with "alice" with subresource "status": .status.detail');
    });

    test("does not apply a status with the rest", async () => {
      const created = await client().apply<Part>(
        { ...fields(newName(), { size: 1 }), status: { phase: "Ready" } },
        alice,
      );
      expect(created.status).toBeUndefined();
    });

    test("holds to a resourceVersion and a uid where they are given", async () => {
      const created = await client().create(part({ size: 1 }));
      await client().update({ ...created, spec: { size: 2 } });
      const { name, resourceVersion = "" } = created.metadata;
      const uid = "11111111-2222-4333-8444-555555555555";
      const call = (named: string, metadata: Partial<ObjectMeta>) =>
        refusal(client().apply<Part>(fields(named, { tags: [] }, metadata), alice));
      expect(await call(name, { resourceVersion })).toBe("409 Conflict");
      expect(await call(name, { uid })).toBe("422 Invalid");
      expect(await call(newName(), { uid })).toBe("409 Conflict");
    });

    test("refuses managedFields", async () => {
      const metadata = { managedFields: [{ manager: "alice" }] };
      expect(await refusal(client().apply<Part>(fields(newName(), {}, metadata), alice))).toBe("400 BadRequest");
    });

    test("with a dry run stores nothing", async () => {
      const name = newName();
      const applied = await client().apply<Part>(fields(name, { size: 1 }), { ...alice, dryRun: true });
      expect(applied.spec).toEqual({ size: 1 });
      expect(await client().get(Part, { namespace, name })).toBeUndefined();
    });
  });
}
