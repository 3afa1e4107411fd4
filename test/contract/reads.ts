import { beforeAll, describe, expect, test } from "vitest";
import { listAll, listPages } from "../../src/kube/pages.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { collect, newName, refusal, type Subject } from "./subject.js";

export function readsContract({ client, namespace, configMap }: Subject): void {
  describe("get", () => {
    test("returns the object, or undefined if it does not exist, and getOrThrow rejects then", async () => {
      const created = await client().create(configMap({ a: "1" }));
      expect(await client().get(ConfigMap, created.metadata)).toMatchObject({ data: { a: "1" } });
      const missing = { namespace, name: newName() };
      expect(await client().get(ConfigMap, missing)).toBeUndefined();
      expect(await refusal(client().getOrThrow(ConfigMap, missing))).toBe("404 NotFound");
    });

    test("returns copies", async () => {
      const created = await client().create(configMap({ a: "1" }));
      created.data = {};
      const read = await client().getOrThrow(ConfigMap, created.metadata);
      expect(read.data).toEqual({ a: "1" });
      read.data = {};
      expect((await client().getOrThrow(ConfigMap, created.metadata)).data).toEqual({ a: "1" });
    });

    test("with shared returns an object that cannot be changed", async () => {
      const created = await client().create(configMap({ a: "1" }));
      const shared = await client().getOrThrow(ConfigMap, created.metadata, { shared: true });
      expect(Object.isFrozen(shared.data)).toBe(true);
    });

    test.each([
      ["whole objects", () => client()],
      ["metadata", () => client().metadata],
    ])("of %s leaves out the managed fields on request, as list and watch do", async (_, reader) => {
      const label = newName();
      const { metadata } = await client().create(configMap({ a: "1" }, { labels: { set: label } }));
      const where = { namespace, labels: { set: label } };
      const ask = { omitManagedFields: true };
      expect((await reader().getOrThrow(ConfigMap, metadata)).metadata.managedFields).toHaveLength(1);
      const read = await reader().getOrThrow(ConfigMap, metadata, ask);
      const { items } = await reader().list(ConfigMap, { ...where, ...ask });
      const objects = [read, ...items];
      for await (const { object } of reader().watch(ConfigMap, { ...where, ...ask, sendInitialEvents: true })) {
        objects.push(object as ConfigMap);
        break;
      }
      expect(objects).toHaveLength(3);
      for (const object of objects) {
        expect(object.metadata).toMatchObject({ uid: metadata.uid, resourceVersion: metadata.resourceVersion });
        expect(object.metadata).not.toHaveProperty("managedFields");
      }
    });

    test("does not begin after its signal", async () => {
      const signal = AbortSignal.abort(new Error("too late"));
      await expect(client().get(ConfigMap, { namespace, name: "x" }, { signal })).rejects.toThrow("too late");
    });
  });

  describe("list", () => {
    const label = newName();
    const names = ["list-a", "list-b", "list-c"];
    beforeAll(async () => {
      for (const [index, name] of names.entries()) {
        await client().create(
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
      const { items } = await client().list(ConfigMap, { namespace, labels });
      expect(items.map(({ metadata }) => metadata.name)).toEqual(expected);
    });

    test("selects by name and by namespace", async () => {
      const byName = await client().list(ConfigMap, { namespace, fields: "metadata.name=list-b" });
      expect(byName.items.map(({ metadata }) => metadata.name)).toEqual(["list-b"]);
      const everywhere = await client().list(ConfigMap, { labels: { set: label } });
      expect(everywhere.items).toHaveLength(3);
      expect((await client().list(ConfigMap, { namespace: "no-such-namespace" })).items).toEqual([]);
    });

    test("comes in pages", async () => {
      const labels = { set: label };
      const first = await client().list(ConfigMap, { namespace, labels, limit: 2 });
      expect(first.items).toHaveLength(2);
      const rest = await client().list(ConfigMap, {
        namespace,
        labels,
        limit: 2,
        continue: first.metadata.continue ?? "",
      });
      expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(["list-c"]);
      expect(rest.metadata.continue ?? "").toBe("");
    });

    test("comes in pages of any size, and one by one", async () => {
      const options = { namespace, labels: { set: label } };
      for (const limit of [1, 2, 3, 4]) {
        const pages = await collect(listPages(client(), ConfigMap, { ...options, limit }));
        expect(pages.flatMap(({ items }) => items.map(({ metadata }) => metadata.name))).toEqual(names);
        // The API server may end with an empty page: it looks at objects that the selector leaves out, too.
        expect(Math.max(...pages.map(({ items }) => items.length))).toBeLessThanOrEqual(limit);
      }
      const whole = await collect(listAll(client(), ConfigMap, options));
      expect(whole.map(({ metadata }) => metadata.name)).toEqual(names);
      const metadata = await collect(listAll(client().metadata, ConfigMap, { ...options, limit: 2 }));
      expect(metadata.map((each) => each.metadata.name)).toEqual(names);
    });

    test("goes on with the next page where the last one ended, whatever went in between", async () => {
      const labels = { set: newName() };
      for (const name of ["page-a", "page-b", "page-c"]) await client().create(configMap({}, { name, labels }));
      const first = await client().list(ConfigMap, { namespace, labels, limit: 2 });
      await client().delete(ConfigMap, { namespace, name: "page-a" });
      const options = { namespace, labels, limit: 2, continue: first.metadata.continue ?? "" };
      const rest = await client().list(ConfigMap, options);
      expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(["page-c"]);
    });

    test.each([
      ["a selector that is none", { labels: "a in (" }],
      ["a token of no list", { limit: 1, continue: "nonsense" }],
    ])("refuses %s", async (_what, options) => {
      expect(await refusal(client().list(ConfigMap, { namespace, ...options }))).toBe("400 BadRequest");
    });

    test("says what the items are, and at which resourceVersion they were so", async () => {
      const { items, metadata } = await client().list(ConfigMap, { namespace, limit: 1 });
      expect(items[0]).toMatchObject({ apiVersion: "v1", kind: "ConfigMap" });
      expect(metadata.resourceVersion).toMatch(/^\d+$/);
    });
  });
}
