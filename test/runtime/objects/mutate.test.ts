import { expect, test } from "vitest";
import type { KubeObject } from "../../../src/kube/objects.js";
import { patchBetween } from "../../../src/runtime/objects/mutate.js";

const big = 2 ** 60;
const before = {
  apiVersion: "a.com/v1",
  kind: "A",
  metadata: { name: "a", resourceVersion: "7" },
  spec: { serial: big, list: [1, big], plain: ["x"], gone: 1, map: { a: 1, b: 2 } },
};

function change(spec: Record<string, unknown>): KubeObject {
  return { ...structuredClone(before), ...{ spec: { ...structuredClone(before.spec), ...spec } } };
}

test.each<[string, Record<string, unknown>, object]>([
  ["only what differs", { map: { a: 1, b: 3 } }, { spec: { map: { b: 3 } } }],
  ["null for what is gone", { gone: undefined, map: { a: 1 } }, { spec: { gone: null, map: { b: null } } }],
  [
    "a list whole, and locked",
    { plain: ["x", "y"] },
    { metadata: { resourceVersion: "7" }, spec: { plain: ["x", "y"] } },
  ],
  ["a large number that is new", { other: 2 ** 61 }, { spec: { other: 2 ** 61 } }],
])("a patch between two objects holds %s", (_, spec, body) => {
  expect(patchBetween(before, change(spec))).toEqual({ type: "merge", body });
});

test("a patch between two objects does not hide in a prototype", () => {
  const after = change({ map: JSON.parse('{"a":1,"b":2,"__proto__":{"c":1},"constructor":1}') as object });
  expect(JSON.stringify(patchBetween(before, after).body)).toBe(
    '{"spec":{"map":{"__proto__":{"c":1},"constructor":1}}}',
  );
});

test("a patch between two objects rounds no number in a list", () => {
  expect(() => patchBetween(before, change({ list: [1, big, 3] }))).toThrow(
    expect.objectContaining({
      code: "cluster/inexact-number",
      message: expect.stringContaining("spec.list[1]") as string,
    }),
  );
});
