import { describe, expect, expectTypeOf, test } from "vitest";
import type { Json } from "../../src/core/json.js";
import { mergePatchFrom } from "../../src/kube/merge-patch-from.js";
import type { DeepReadonly, KubeObject } from "../../src/kube/objects.js";
import type { Patch } from "../../src/kube/client.js";
import type { Deployment } from "../../src/k8s/apps/v1.js";
import { applyMergePatch } from "../../src/apiserver/patches/merge-patch.js";
import { seeded } from "../support/seeded.js";

type Thing = KubeObject & { readonly spec?: unknown; readonly status?: unknown };

function thing(spec: unknown, metadata: Partial<KubeObject["metadata"]> = {}): Thing {
  return { apiVersion: "v1", kind: "Thing", metadata: { namespace: "default", name: "a", ...metadata }, spec };
}

describe("a patch from a difference", () => {
  test.each<[string, unknown, unknown, unknown]>([
    ["what is new", { a: 1 }, { a: 1, b: 2 }, { b: 2 }],
    ["what has another value", { a: 1, b: 1 }, { a: 1, b: 2 }, { b: 2 }],
    ["null for what is gone", { a: 1, b: 1 }, { a: 1 }, { b: null }],
    ["null for what is undefined now", { a: 1 }, { a: undefined }, { a: null }],
    ["only the changed branch", { a: { b: 1, c: { d: 1 } } }, { a: { b: 1, c: { d: 2 } } }, { a: { c: { d: 2 } } }],
    ["a list as a whole", { a: [1, 2, 3] }, { a: [1, 3] }, { a: [1, 3] }],
    ["a value for a branch", { a: { b: 1 } }, { a: 1 }, { a: 1 }],
    ["a branch for a value", { a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
    ["an object for a list", { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
    ["an empty branch", {}, { a: {} }, { a: {} }],
    ["false, 0 and the empty text", { a: true, b: 1, c: "x" }, { a: false, b: 0, c: "" }, { a: false, b: 0, c: "" }],
  ])("holds %s", (_what, before, after, expected) => {
    expect(mergePatchFrom(thing(before), thing(after))).toEqual({ type: "merge", body: { spec: expected } });
  });

  test.each<[string, unknown, unknown]>([
    ["nothing differs", { a: [{ b: 1 }] }, { a: [{ b: 1 }] }],
    ["only the order of keys differs", { a: 1, b: 2 }, { b: 2, a: 1 }],
    ["a field is undefined instead of absent", { a: 1 }, { a: 1, b: undefined }],
    ["a field is null instead of absent", { a: 1 }, { a: 1, b: null }],
    ["a field was null and is absent, further down", { a: { b: null } }, { a: {} }],
  ])("is empty where %s", (_what, before, after) => {
    expect(mergePatchFrom(thing(before), thing(after))).toEqual({ type: "merge", body: {} });
  });

  test("takes a whole part away", () => {
    const { spec, ...rest } = thing({ a: 1 });
    expect(spec).toBeDefined();
    expect(mergePatchFrom<Thing>(thing({ a: 1 }), rest).body).toEqual({ spec: null });
  });

  test("leaves out what only the API server sets", () => {
    const before = thing({}, { uid: "u", resourceVersion: "1", generation: 1, creationTimestamp: "t" });
    const later = { resourceVersion: "2", generation: 2, deletionTimestamp: "t", managedFields: [{ manager: "x" }] };
    expect(mergePatchFrom(before, thing({}, later)).body).toEqual({});
    const finalizers = ["example.com/x"];
    expect(mergePatchFrom(before, thing({}, { ...later, finalizers })).body).toEqual({ metadata: { finalizers } });
  });

  test("with a lock names the version that was read", () => {
    const before = thing({}, { resourceVersion: "7" });
    const lock = { optimisticLock: true };
    expect(mergePatchFrom(before, before, lock).body).toEqual({ metadata: { resourceVersion: "7" } });
    const after = thing({}, { resourceVersion: "9", labels: { a: "b" } });
    expect(mergePatchFrom(before, after, lock).body).toEqual({
      metadata: { resourceVersion: "7", labels: { a: "b" } },
    });
  });

  test("changes neither object", () => {
    const [before, after] = [thing({ a: { b: 1 } }, { resourceVersion: "1" }), thing({ a: { b: 2 } })];
    const copies = structuredClone([before, after]);
    mergePatchFrom(before, after, { optimisticLock: true });
    expect([before, after]).toEqual(copies);
  });

  test("is not led astray by names of JavaScript's own", () => {
    const parse = (text: string): unknown => JSON.parse(text);
    const patch = mergePatchFrom(
      thing(parse('{"__proto__":{"a":1},"constructor":1}')),
      thing(parse('{"__proto__":{"a":2},"toString":1}')),
    );
    expect(JSON.stringify(patch.body)).toBe('{"spec":{"__proto__":{"a":2},"constructor":null,"toString":1}}');
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  test.each<[string, Thing, string]>([
    ["name", thing({}, { name: "b" }), 'cannot change Thing "default/a" of v1 to Thing "default/b" of v1'],
    ["namespace", thing({}, { namespace: "x" }), 'to Thing "x/a" of v1'],
    ["kind", { ...thing({}), kind: "Other" }, 'to Other "default/a" of v1'],
    ["version", { ...thing({}), apiVersion: "v2" }, 'to Thing "default/a" of v2'],
  ])("is not made of objects of another %s", (_what, after, message) => {
    expect(() => mergePatchFrom(thing({}), after)).toThrow(
      expect.objectContaining({
        code: "cluster/invalid-request",
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  test.each(["", undefined])("is not locked by the version %j", (resourceVersion) => {
    const before = {
      ...thing({}),
      metadata: { name: "a", ...(resourceVersion === undefined ? {} : { resourceVersion }) },
    };
    expect(() => mergePatchFrom<Thing>(before, before, { optimisticLock: true })).toThrow("has no resourceVersion");
  });

  test("does not write a number that reading has rounded", () => {
    const serial = 2 ** 53;
    expect(mergePatchFrom(thing({ serial }), thing({ serial, size: 1 })).body).toEqual({ spec: { size: 1 } });
    const lists = [{ list: [{ serial }] }, { list: [{ serial }, {}] }] as const;
    expect(() => mergePatchFrom(thing(lists[0]), thing(lists[1]))).toThrow(
      expect.objectContaining({
        code: "cluster/inexact-number",
        message: expect.stringContaining("at spec.list[0].serial") as string,
      }),
    );
  });

  const asJson = (object: object): Json => JSON.parse(JSON.stringify(object)) as Json;

  test("makes the one of the other, whatever they are", () => {
    const random = seeded(7);
    const value = (depth: number): unknown => {
      const choice = Math.floor(random() * (depth > 3 ? 3 : 5));
      if (choice === 0) return Math.floor(random() * 3);
      if (choice === 1) return random() < 0.5;
      if (choice === 2) return ["", "a"][Math.floor(random() * 2)];
      const items = Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1));
      return choice === 3 ? items : Object.fromEntries(items.map((item, index) => ["abcd"[index], item]));
    };
    for (let round = 0; round < 500; round++) {
      const [before, after] = [thing(value(0)), thing(value(0))];
      const { body } = mergePatchFrom(before, after);
      expect(applyMergePatch(asJson(before), asJson(body))).toEqual(after);
    }
  });

  test("takes shared objects, and tells kinds apart", () => {
    expectTypeOf(mergePatchFrom<Deployment>)
      .parameter(0)
      .toEqualTypeOf<Deployment | DeepReadonly<Deployment>>();
    expectTypeOf(mergePatchFrom<Deployment>).returns.toEqualTypeOf<Patch>();
  });
});
