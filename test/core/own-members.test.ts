/** Keys with a meaning in JavaScript are ordinary keys, and nothing changes the prototype of all objects. */
import { afterEach, expect, test } from "vitest";
import { copyJson, isSameJson, type Json, type JsonObject } from "../../src/core/json.js";
import { applyJsonPatch } from "../../src/core/json-patch.js";
import { ownOf, setOwn } from "../../src/core/own-members.js";
import { applyMergePatch } from "../../src/apiserver/patches/merge-patch.js";
import { applyStrategicMergePatch } from "../../src/apiserver/patches/strategic-merge-patch.js";
import { toScale } from "../../src/apiserver/endpoints/scale.js";
import { deducedNode } from "../../src/apiserver/types/untyped-nodes.js";

const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject;
const odd =
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":[{"__proto__":1}]}';

afterEach(() => {
  expect(({} as JsonObject)["polluted"]).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect((Object as unknown as JsonObject)["polluted"]).toBeUndefined();
});

test("a copy has all keys, and is the same as its original alone", () => {
  expect(JSON.stringify(copyJson(parse(odd)))).toBe(odd);
  expect(isSameJson(parse(odd), parse(odd))).toBe(true);
  expect(isSameJson(parse('{"__proto__":{}}'), {})).toBe(false);
  expect(isSameJson({}, parse('{"__proto__":{}}'))).toBe(false);
  expect(isSameJson(parse('{"constructor":1}'), {})).toBe(false);
});

test("what an object has from its prototype is not its own", () => {
  for (const key of ["__proto__", "constructor", "toString"]) expect(ownOf<Json | undefined>({}, key)).toBeUndefined();
  const object: JsonObject = {};
  setOwn(object, "__proto__", { a: 1 });
  expect(JSON.stringify(object)).toBe('{"__proto__":{"a":1}}');
  expect(ownOf(object, "__proto__")).toEqual({ a: 1 });
});

test.each([
  "/__proto__/polluted",
  "/constructor/prototype/polluted",
  "/a/__proto__/polluted",
  "/l/__proto__/polluted",
  "/l/constructor",
])("a JSON patch to %s goes nowhere", (path) => {
  for (const op of ["add", "replace", "remove", "copy", "move"]) {
    const patch = (): Json => applyJsonPatch({ a: {}, l: [], x: 1 }, [{ op, path, from: "/x", value: true }]);
    expect(patch).toThrow();
  }
});

test("patches set, change and remove such keys as they do others", () => {
  const steps = (path: string): Json =>
    applyJsonPatch({}, [
      { op: "add", path, value: { a: 1 } },
      { op: "add", path: `${path}/b`, value: 2 },
    ]);
  for (const key of ["__proto__", "constructor"]) {
    expect(JSON.stringify(steps(`/${key}`))).toBe(`{"${key}":{"a":1,"b":2}}`);
    expect(applyJsonPatch(steps(`/${key}`), [{ op: "remove", path: `/${key}` }])).toEqual({});
  }
  expect(JSON.stringify(applyMergePatch({}, parse(odd)))).toBe(odd);
  expect(JSON.stringify(applyStrategicMergePatch({}, parse(odd), deducedNode))).toBe(odd);
  const removed = parse('{"__proto__":null,"constructor":null,"toString":null}');
  expect(applyMergePatch(parse(odd), removed)).toEqual({});
  expect(applyStrategicMergePatch(parse(odd), removed, deducedNode)).toEqual({});
});

test("a scale reads nothing from a prototype", () => {
  const paths = { specReplicasPath: ".spec.__proto__.length", statusReplicasPath: ".status.toString.length" };
  const object = { apiVersion: "v1", kind: "A", metadata: {}, spec: [] as Json, status: {} };
  expect(toScale({ type: "scale", ...paths }, object, 0)).toMatchObject({
    spec: {},
    status: { replicas: 0 },
  });
});
