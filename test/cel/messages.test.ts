import { describe, expect, test } from "vitest";
import { compileExpression } from "../../src/cel/compile.js";
import { evaluate } from "../../src/cel/evaluate.js";
import { Functions } from "../../src/cel/functions.js";
import { jsonOf } from "../../src/cel/json-of-value.js";
import { patchFunctions, patchTypes } from "../../src/cel/messages.js";
import type { CelType } from "../../src/cel/types.js";
import type { Value } from "../../src/cel/values.js";
import { Patterns } from "../../src/schema/patterns.js";

const patterns = new Patterns();
const environment = {
  ...{ functions: new Functions(patchFunctions), patterns, messages: patchTypes },
  variables: new Map<string, CelType>(),
  objects: new Map(),
};

function valueOf(text: string): Value {
  const compiled = compileExpression(text, environment);
  if (compiled.kind !== "ok") throw new Error(compiled.faults.map(({ message }) => message).join("; "));
  return evaluate(compiled.checked, { patterns, variables: new Map() }).value;
}

function faultsOf(text: string): string[] {
  const compiled = compileExpression(text, environment);
  return compiled.kind === "ok" ? [] : compiled.faults.map(({ at, message }) => `${at}: ${message}`);
}

describe("an object that an expression constructs", () => {
  test.each([
    ["Object{}", {}],
    [
      "Object{spec: Object.spec{replicas: 3, ratio: 0.5, on: true, none: null}}",
      { spec: { replicas: 3, ratio: 0.5, on: true, none: null } },
    ],
    ["Object{a: ['b', 'c'], d: {'e': 'f'}, g: b'xyz'}", { a: ["b", "c"], d: { e: "f" }, g: "eHl6" }],
    ["Object{?a: optional.none(), ?b: optional.of(1)}", { b: 1 }],
    [
      "Object{a: duration('90s'), b: timestamp('2026-01-31T12:00:00Z'), c: 3u}",
      { a: "90s", b: "2026-01-31T12:00:00Z", c: 3 },
    ],
    [
      "JSONPatch{op: 'add', path: '/a/' + jsonpatch.escapeKey('b/c~d'), value: [1]}",
      { op: "add", path: "/a/b~1c~0d", value: [1] },
    ],
  ])("%s", (text, json) => {
    expect(jsonOf(valueOf(text))).toEqual(json);
  });

  test.each([
    ["Object{a: 1} == Object{a: 1}", true],
    ["Object{a: 1} == Object{a: 2}", false],
    ["Object{a: 1} == Object{b: 1}", false],
    ["Object{a: Object.a{}} == Object{a: Object.b{}}", false],
    ["Object{a: [1, 2]}.a.sum() == 3", true],
    ["has(Object{a: 1}.a) && !has(Object{a: 1}.b)", true],
    ["Object{}.?a.hasValue()", false],
    ["type(Object.spec{}) == type(Object.spec{a: 1})", true],
  ])("%s is %j", (text, result) => {
    expect(valueOf(text)).toBe(result);
  });

  test("costs as much as in Kubernetes", () => {
    const compiled = compileExpression("Object{a: 'b'}", environment);
    expect(compiled.kind === "ok" && evaluate(compiled.checked, { patterns, variables: new Map() }).cost).toBe(40);
  });

  test.each([
    ["Other{}", ['0: a rule cannot create a message "Other"']],
    ["JSONPatch{op: 1}", ['12: the field "op" takes string, not int']],
    ["JSONPatch{on: 'a'}", ['12: no field "on" in JSONPatch']],
    ["Object{a: nope}", ['10: unknown name "nope"']],
    ["Object{?a: 1}", ["11: an element after ? must be an optional, not int"]],
  ])("does not compile: %s", (text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  test("does not compile where objects cannot be constructed", () => {
    const compiled = compileExpression("Object{}", { ...environment, messages: undefined });
    expect(compiled.kind === "ok" ? [] : compiled.faults).toMatchObject([
      { message: 'a rule cannot create a message "Object"', hint: "Write a map with keys in quotes." },
    ]);
  });

  test("is not JSON if it contains a value that JSON cannot express", () => {
    expect(() => jsonOf(valueOf("Object{a: optional.of(1)}"))).toThrow("unsupported type: optional_type");
    expect(() => jsonOf(valueOf("Object{a: {1: 'b'}}"))).toThrow("map key is of type int, not string");
  });
});
