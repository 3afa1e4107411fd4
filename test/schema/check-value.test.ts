import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/core/json.js";
import { findFault, findOverflow } from "../../src/schema/check-value.js";
import { Patterns } from "../../src/schema/patterns.js";
import type { Schema } from "../../src/schema/schema.js";

const text: Schema = { type: "string" };
const object: Schema = { type: "object", properties: { a: text, b: { type: "integer" } }, required: ["a"] };

describe("a valid value", () => {
  test.each<[JsonValue, Schema]>([
    ["a", text],
    [null, { type: "string", nullable: true }],
    [1, { type: "number" }],
    [2 ** 31, { type: "integer", format: "int32" }],
    [0.3, { type: "number", multipleOf: 0.1 }],
    ["😀😀", { type: "string", maxLength: 2 }],
    [{ a: "x", b: 1 }, object],
    [{ x: 1 }, { type: "object", "x-kubernetes-preserve-unknown-fields": true }],
    [{ x: 1 }, { "x-kubernetes-preserve-unknown-fields": true }],
    [{ x: "1" }, { type: "object", additionalProperties: text }],
    ["10%", { "x-kubernetes-int-or-string": true }],
    [10, { "x-kubernetes-int-or-string": true, pattern: "^x" }],
    [["a", "b"], { type: "array", items: text, "x-kubernetes-list-type": "set" }],
    [["a", "a"], { type: "array", items: text }],
    ["2024-02-29T12:00:00Z", { type: "string", format: "date-time" }],
    ["anything", { type: "string", format: "unheard-of" }],
    ["anything", { type: "string", format: "constructor" }],
    ["fd00::1", { type: "string", format: "ipv6" }],
    ["fd00::/8", { type: "string", format: "cidr" }],
    ["abc", { type: "string", pattern: "^a", allOf: [{ pattern: "c$" }] }],
    [
      { a: "x", b: 1 },
      { ...object, oneOf: [{ required: ["b"] }, { properties: { a: { enum: ["y"] } } }] },
    ],
    [{ a: "x" }, { ...object, anyOf: [{ required: ["b"] }, { not: { required: ["b"] } }] }],
    [{ a: "x" }, { ...object, not: { required: ["b"] } }],
    [
      { apiVersion: "v1", kind: "Pod" },
      { type: "object", properties: {}, "x-kubernetes-embedded-resource": true },
    ],
  ])("%j", (value, schema) => {
    expect(findFault(new Patterns(), value, schema)).toBeUndefined();
  });
});

describe("an invalid value", () => {
  test.each<[JsonValue, Schema, string]>([
    [1, text, "expected a string, found 1"],
    [null, text, "null is not valid; the field is not nullable"],
    [1.5, { type: "integer" }, "expected an integer, found 1.5"],
    [0.35, { type: "number", multipleOf: 0.1 }, "0.35 is not a multiple of 0.1"],
    [1, { type: "integer", minimum: 1, exclusiveMinimum: true }, "1 is less than the minimum 1 (exclusive)"],
    [{}, object, "the required field a is missing"],
    [{ a: "x", c: 1 }, object, "there is no field c"],
    [{ a: "x", toString: 1 }, object, "there is no field toString"],
    [{ a: 1 }, object, "a: expected a string, found 1"],
    [
      { a: "x" },
      { ...object, oneOf: [{ required: ["b"] }, { properties: { a: { enum: ["y"] } } }] },
      'it matches none of the 2 alternatives: the required field b is missing; a: "x" is not one of ["y"]',
    ],
    [
      { a: "y", b: 1 },
      { ...object, oneOf: [{ required: ["b"] }, { properties: { a: { enum: ["y"] } } }] },
      "it matches 2 of the alternatives, and must match exactly one",
    ],
    [
      { a: "x" },
      { ...object, anyOf: [{ required: ["b"] }, { not: { required: ["a"] } }] },
      "it matches none of the 2 alternatives: the required field b is missing; it matches a schema that it must not match",
    ],
    ["ab", { ...text, allOf: [{ pattern: "^a" }, { maxLength: 1 }] }, '"ab" is longer than 1 characters'],
    [[{ a: "x", b: "y" }], { type: "array", items: object }, '[0].b: expected an integer, found "y"'],
    [["a", "a"], { type: "array", items: text, "x-kubernetes-list-type": "set" }, "[1]: occurs twice"],
    [
      [{ a: "x" }, { a: "x", b: 1 }],
      { type: "array", items: object, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] },
      "[1]: occurs twice",
    ],
    [1.5, { "x-kubernetes-int-or-string": true }, "expected an integer or a string, found 1.5"],
    ["ab", { type: "string", allOf: [{ pattern: "c$" }] }, '"ab" does not match the pattern c$'],
    ["2023-02-29", { type: "string", format: "date" }, '"2023-02-29" is not of the format date'],
    ["256.0.0.1", { type: "string", format: "ipv4" }, '"256.0.0.1" is not of the format ipv4'],
    ["fd00::/129", { type: "string", format: "cidr" }, '"fd00::/129" is not of the format cidr'],
    ["b", { type: "string", enum: ["a"] }, '"b" is not one of ["a"]'],
  ])("%j", (value, schema, fault) => {
    expect(findFault(new Patterns(), value, schema)).toBe(fault);
  });
});

test.each<[JsonValue, Schema, string | undefined]>([
  [2 ** 31 - 1, { type: "integer", format: "int32" }, undefined],
  [-(2 ** 31), { type: "integer", format: "int32" }, undefined],
  [2 ** 31, { type: "integer", format: "int64" }, undefined],
  [2 ** 31, { type: "integer", format: "int32" }, "2147483648 does not fit into 32 bits"],
  [-(2 ** 31) - 1, { type: "integer", format: "int32" }, "-2147483649 does not fit into 32 bits"],
  [
    { a: [{ b: 2 ** 40 }] },
    {
      type: "object",
      properties: {
        a: {
          type: "array",
          items: { type: "object", additionalProperties: { type: "integer", format: "int32" } },
        },
      },
    },
    "a[0].b: 1099511627776 does not fit into 32 bits",
  ],
])("only typed clients notice that %j is no int32: %j", (value, schema, fault) => {
  expect(findFault(new Patterns(), value, schema)).toBeUndefined();
  expect(findOverflow(value, schema)).toBe(fault);
});
