import { describe, expect, test } from "vitest";
import { jsonPatch, type JsonPatchOperation, mergePatch } from "../../src/kube/client.js";
import { mergePatchFrom } from "../../src/kube/merge-patch-from.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { newName, Part, refusal, type Subject } from "./subject.js";

export function patchesContract({ client, namespace, configMap, part }: Subject): void {
  describe("patch", () => {
    test("merges: sets, removes with null, replaces lists", async () => {
      const created = await client().create(part({ size: 1, tags: ["a", "b"], nested: { keep: "1", drop: "2" } }));
      const patch = mergePatch({ spec: { tags: ["c"], nested: { drop: null, add: "3" } } });
      expect((await client().patch(Part, created.metadata, patch)).spec).toEqual({
        size: 1,
        tags: ["c"],
        nested: { keep: "1", add: "3" },
      });
    });

    test("of a difference changes only the difference, unless it is locked and another client wrote", async () => {
      const before = await client().create(part({ size: 1, tags: ["a"], nested: { drop: "1", keep: "2" } }));
      const after = { ...before, spec: { size: 2, tags: ["a"], nested: { keep: "2" } } };
      await client().patch(Part, before.metadata, mergePatch({ spec: { nested: { others: "3" } } }));
      const locked = mergePatchFrom(before, after, { optimisticLock: true });
      expect(await refusal(client().patch(Part, before.metadata, locked))).toBe("409 Conflict");
      expect((await client().patch(Part, before.metadata, mergePatchFrom(before, after))).spec).toEqual({
        size: 2,
        tags: ["a"],
        nested: { keep: "2", others: "3" },
      });
    });

    test("carries out JSON operations", async () => {
      const created = await client().create(part({ size: 1, tags: ["a", "b"], nested: { "a/b": "1" } }));
      const patch = jsonPatch([
        { op: "test", path: "/spec/size", value: 1 },
        { op: "replace", path: "/spec/size", value: 2 },
        { op: "add", path: "/spec/tags/1", value: "x" },
        { op: "add", path: "/spec/tags/-", value: "y" },
        { op: "remove", path: "/spec/tags/0" },
        { op: "move", from: "/spec/nested/a~1b", path: "/spec/nested/moved" },
        { op: "copy", from: "/spec/nested/moved", path: "/spec/nested/copied" },
      ]);
      expect((await client().patch(Part, created.metadata, patch)).spec).toEqual({
        size: 2,
        tags: ["x", "b", "y"],
        nested: { moved: "1", copied: "1" },
      });
    });

    test("whose test fails changes nothing", async () => {
      const created = await client().create(part({ size: 1 }));
      const patch = jsonPatch([
        { op: "replace", path: "/spec/size", value: 2 },
        { op: "test", path: "/spec/size", value: 1 },
      ]);
      await expect(client().patch(Part, created.metadata, patch)).rejects.toThrow();
      expect((await client().getOrThrow(Part, created.metadata)).spec).toEqual({ size: 1 });
    });

    test("of an object that is not there is refused, and so is one with a stale resourceVersion", async () => {
      const missing = { namespace, name: newName() };
      expect(await refusal(client().patch(Part, missing, mergePatch({ spec: {} })))).toBe("404 NotFound");
      const created = await client().create(part({ size: 1 }));
      await client().update({ ...created, spec: { size: 2 } });
      const { resourceVersion } = created.metadata;
      const stale = mergePatch({ metadata: { resourceVersion }, spec: { size: 3 } });
      expect(await refusal(client().patch(Part, created.metadata, stale))).toBe("409 Conflict");
    });

    test.each<[string, object]>([
      ["name", { name: "another" }],
      ["namespace", { namespace: "another" }],
    ])("cannot change the %s", async (_what, metadata) => {
      const created = await client().create(configMap());
      expect(await refusal(client().patch(ConfigMap, created.metadata, mergePatch({ metadata })))).toBe(
        "400 BadRequest",
      );
    });

    test("cannot change the kind", async () => {
      const created = await client().create(part());
      expect(await refusal(client().patch(Part, created.metadata, mergePatch({ kind: "Whole" })))).toBe("422 Invalid");
    });

    const fitting: [string, JsonPatchOperation[], object][] = [
      ["replaces a missing field", [{ op: "replace", path: "/spec/new", value: 1 }], { size: 1, tags: ["a"], new: 1 }],
      ["treats a missing field as null", [{ op: "test", path: "/spec/new", value: null }], { size: 1, tags: ["a"] }],
      ["adds null", [{ op: "add", path: "/spec/size", value: null }], { size: null, tags: ["a"] }],
      ["replaces in a list", [{ op: "replace", path: "/spec/tags/0", value: "b" }], { size: 1, tags: ["b"] }],
    ];
    test.each(fitting)("with JSON operations %s", async (_what, operations, expected) => {
      const created = await client().create(part({ size: 1, tags: ["a"] }));
      expect((await client().patch(Part, created.metadata, jsonPatch(operations))).spec).toEqual(expected);
    });

    const unfit: [string, JsonPatchOperation][] = [
      ["removes a missing field", { op: "remove", path: "/spec/new" }],
      ["adds to a missing field", { op: "add", path: "/spec/new/deeper", value: 1 }],
      ["adds beyond the end of a list", { op: "add", path: "/spec/tags/7", value: "x" }],
      ["removes the place after a list", { op: "remove", path: "/spec/tags/-" }],
      ["moves a field into itself", { op: "move", from: "/spec/nested", path: "/spec/nested/inner" }],
      ["has a path without a slash", { op: "add", path: "spec", value: {} }],
    ];
    test.each(unfit)("that %s is refused", async (_what, operation) => {
      const created = await client().create(part({ size: 1, tags: ["a"], nested: { a: "1" } }));
      expect(await refusal(client().patch(Part, created.metadata, jsonPatch([operation])))).toBe("422 Invalid");
    });

    test("of the status does not reach the spec, nor one of the spec the status", async () => {
      const created = await client().create(part({ size: 1 }));
      const both = mergePatch({ spec: { size: 2 }, status: { phase: "Ready" } });
      const patched = await client().patch(Part, created.metadata, both);
      expect(patched.spec).toEqual({ size: 2 });
      expect(patched.status).toBeUndefined();
    });

    test("with a dry run stores nothing", async () => {
      const created = await client().create(part({ size: 1 }));
      const patch = mergePatch({ spec: { size: 2 } });
      expect((await client().patch(Part, created.metadata, patch, { dryRun: true })).spec).toEqual({ size: 2 });
      expect((await client().getOrThrow(Part, created.metadata)).spec).toEqual({ size: 1 });
    });
  });
}
