import * as fc from "fast-check";
import { expect, test } from "vitest";
import { printExactJson } from "../../src/core/exact-json.js";
import type { ExactJsonValue } from "../../src/core/json.js";
import type { Crd } from "../../src/generate/crd.js";
import { printDefinition } from "../../src/generate/definitions.js";
import { propertySeed } from "../support/property-seed.js";
import { readExportedLiteral } from "../../src/source/exported-literal.js";

const module = (literal: string): string =>
  `// Generated.\nimport type { CustomResourceDefinition } from "tsop/k8s/apiextensions/v1"\n\n// prettier-ignore\nexport const ReadingDefinition: CustomResourceDefinition = ${literal}\n`;

test.each<[string, string, unknown]>([
  [
    "what tsop prints",
    module('{\n  "a": [1, -2.5e3, true, null, "x\\n\\u00e4\\"/"]\n}'),
    { a: [1, -2500, true, null, 'x\nä"/'] },
  ],
  ["whole numbers of any length", module('{"a": 9223372036854775807}'), { a: 9_223_372_036_854_775_807n }],
  [
    "what Prettier makes of it",
    module("\n  {\n    a: 'it\\'s \"',\n    $b_1: [1, 2,],\n    1: {},\n  };"),
    { a: `it's "`, $b_1: [1, 2], 1: {} },
  ],
  [
    "comments, Windows line breaks and a byte order mark",
    `\ufeff${module("/* a **/ {\r\n // b\r\n a: 1 /* c */ } // d")}`,
    { a: 1 },
  ],
  [
    "another type and no type",
    "export const A = { a: 1 } as const satisfies CustomResourceDefinition;\nexport default A;",
    { a: 1 },
  ],
])("reads %s", (_, text, value) => {
  expect(readExportedLiteral(text)).toEqual({ kind: "literal", value });
});

test("a member __proto__ in brackets is a member", () => {
  const read = readExportedLiteral(module('{ ["__proto__"]: { "a": 1 }, "b": 2 }'));
  expect(JSON.stringify(read)).toBe('{"kind":"literal","value":{"__proto__":{"a":1},"b":2}}');
});

test.each<[string, string, string, number]>([
  ["an empty file", "", "it exports no constant", 1],
  ["another module", 'export * from "./other.js";\n', "it exports no constant", 1],
  ["a function", "export function x() {}\n", "it exports no constant", 1],
  ["a module that is cut off", module('{ "a": [1,').slice(0, -1), "']' expected. (TS1005)", 5],
  ["a text that is cut off", module('{\n"a": "x').slice(0, -1), "Unterminated string literal. (TS1002)", 6],
  ["a comment that is cut off", module("/* {}"), "'*/' expected. (TS1010)", 6],
  ["a call", module("define({})"), 'expected a value of JSON, found "define({})"', 5],
  ["a spread", module("{\n ...base }"), "it contains a member without a value", 6],
  ["a variable", module("{ a: base }"), 'expected a value of JSON, found "base"', 5],
  ["a template", module("{ a: `${x}` }"), 'expected a value of JSON, found "`${x}`"', 5],
  ["a computed name", module("{ [a]: 1 }"), "it contains a member whose name is code", 5],
  ["a function in a member", module("{ a() {} }"), "it contains a member without a value", 5],
  ["the short form of a member", module("{ a }"), "it contains a member without a value", 5],
  ["a list with a hole", module("[1,,2]"), 'expected a value of JSON, found ""', 5],
  ["two values without a comma", module("[1 2]"), "',' expected. (TS1005)", 5],
  ["undefined", module("{ a: undefined }"), 'expected a value of JSON, found "undefined"', 5],
  ["a member twice", module('{ "a": 1, a: 2 }'), 'the member "a" occurs twice', 5],
  ["a member that sets the prototype", module('{ "__proto__": {} }'), "the member __proto__ sets the prototype", 5],
  ["a change after the literal", module("{};\nA.spec.group = 1"), "it contains more than one literal", 6],
  ["deep nesting", module("[".repeat(100_000)), "it is nested too deeply", 1],
])("refuses %s", (_, text, why, line) => {
  expect(readExportedLiteral(text)).toEqual({ kind: "invalid", why, line });
});

test("reads every manifest that tsop prints", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const crd = { group: "a.b", kind: "C", names: { plural: "cs" }, manifest: value } as unknown as Crd;
      const read = readExportedLiteral(printDefinition(crd).content);
      expect(read.kind === "literal" && printExactJson(read.value)).toBe(printExactJson(value as ExactJsonValue));
    }),
    { seed: propertySeed },
  );
});
