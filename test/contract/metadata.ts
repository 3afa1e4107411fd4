import { describe, expect, test } from "vitest";
import { type Unstructured, unstructured } from "../../src/kube/objects.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { newName, Part, refusal, type Subject } from "./subject.js";

export function metadataContract({ client, namespace, configMap, part }: Subject): void {
  const missing = { namespace, name: newName() };

  describe("the metadata", () => {
    test("of an object is all that is read of it", async () => {
      const object = await client().create(configMap({ a: "1" }, { labels: { a: "b" } }));
      const { apiVersion, kind, metadata } = object;
      const read = await client().metadata.getOrThrow(ConfigMap, metadata);
      expect(read).toEqual({ apiVersion, kind, metadata });
      expect(await client().metadata.get(ConfigMap, metadata)).toEqual(read);
      const created = await client().create(part({ size: 1 }));
      const expected = { apiVersion: Part.apiVersion, kind: "Part", metadata: created.metadata };
      expect(await client().metadata.get(Part, created.metadata)).toEqual(expected);
    });

    test("of an object that is not there is undefined, or refused", async () => {
      expect(await client().metadata.get(ConfigMap, missing)).toBeUndefined();
      expect(await refusal(client().metadata.getOrThrow(ConfigMap, missing))).toBe("404 NotFound");
    });

    test("is listed by labels and in pages", async () => {
      const labels = { set: newName() };
      for (const name of ["meta-a", "meta-b", "meta-c"]) await client().create(configMap({ a: "1" }, { name, labels }));
      const first = await client().metadata.list(ConfigMap, { namespace, labels, limit: 2 });
      const rest = { namespace, labels, continue: first.metadata.continue ?? "" };
      const { items } = await client().metadata.list(ConfigMap, rest);
      expect([...first.items, ...items].map(({ metadata }) => metadata.name)).toEqual(["meta-a", "meta-b", "meta-c"]);
      for (const item of first.items) {
        expect(Object.keys(item).toSorted()).toEqual(["apiVersion", "kind", "metadata"]);
        expect([item.apiVersion, item.kind]).toEqual(["v1", "ConfigMap"]);
      }
    });

    test("is watched", async () => {
      const labels = { set: newName() };
      const { metadata } = await client().list(Part, { namespace });
      const created = await client().create(part({ size: 1 }, { labels }));
      await client().delete(Part, created.metadata);
      const seen: unknown[] = [];
      const resourceVersion = metadata.resourceVersion ?? "";
      for await (const event of client().metadata.watch(Part, { namespace, labels, resourceVersion })) {
        seen.push([event.type, Object.keys(event.object).toSorted(), event.object.kind, event.object.metadata.name]);
        if (event.type === "DELETED") break;
      }
      const keys = ["apiVersion", "kind", "metadata"];
      expect(seen).toEqual(["ADDED", "DELETED"].map((type) => [type, keys, "Part", created.metadata.name]));
    });
  });

  describe("a kind made of texts", () => {
    test("is written and read as any other", async () => {
      const kind = unstructured("contract.example.com/v1", "Part");
      const name = newName();
      const object = { apiVersion: kind.apiVersion, kind: "Part", metadata: { name, namespace }, spec: { size: 1 } };
      const created = await client().create<Unstructured>(object);
      expect(created).toMatchObject(object);
      expect(await client().get(kind, created.metadata)).toEqual(created);
      expect((await client().list(kind, { namespace, fields: `metadata.name=${name}` })).items).toEqual([created]);
      const updated = await client().update({ ...created, spec: { size: 2 } });
      expect(updated["spec"]).toEqual({ size: 2 });
      await client().delete(kind, created.metadata);
      expect(await client().get(Part, created.metadata)).toBeUndefined();
    });
  });
}
