import { expect, test } from "vitest";
import { compareSchema, summary, withField } from "../support/compared-crds.js";

const text = { type: "string" };
const rule = (more: object): object => ({ ...text, "x-kubernetes-validations": [more] });

const narrower = "objects clients";
const wider = "clients rollback";

test.each<[string, object | undefined, object | undefined, string[]]>([
  ["nothing", text, text, []],
  ["a description", text, { ...text, description: "New." }, ["documentation-changed: compatible"]],
  ["a new field", undefined, text, ["field-added: rollback"]],
  ["a removed field", text, undefined, ["field-removed: objects! clients!"]],
  ["another type", text, { type: "boolean" }, ["type-changed: objects! clients! rollback!"]],
  [
    "a whole number that becomes any number",
    { type: "integer" },
    { type: "number" },
    ["type-changed: clients! rollback!"],
  ],
  ["a number that becomes whole", { type: "number" }, { type: "integer" }, [`type-changed: ${narrower}`]],
  ["a value less in an enum", { ...text, enum: ["a", "b"] }, { ...text, enum: ["a"] }, [`enum-changed: ${narrower}`]],
  ["a value more in an enum", { ...text, enum: ["a"] }, { ...text, enum: ["a", "b"] }, [`enum-changed: ${wider}`]],
  ["an enum in another order", { ...text, enum: ["a", "b"] }, { ...text, enum: ["b", "a"] }, []],
  ["a new enum", text, { ...text, enum: ["a"] }, [`enum-changed: ${narrower}`]],
  ["a removed enum", { ...text, enum: ["a"] }, text, [`enum-changed: ${wider}`]],
  ["a shorter text", text, { ...text, maxLength: 9 }, [`bound-changed: ${narrower}`]],
  ["a longer text", { ...text, maxLength: 9 }, { ...text, maxLength: 10 }, [`bound-changed: ${wider}`]],
  ["a bound that all values keep", text, { ...text, minLength: 0 }, ["bound-changed: compatible"]],
  [
    "a bound that the pattern has",
    { ...text, pattern: "^a{3}$" },
    { ...text, pattern: "^a{3}$", maxLength: 3 },
    ["bound-changed: compatible"],
  ],
  [
    "a bound that the enum has",
    { ...text, enum: ["a"] },
    { ...text, enum: ["a"], maxLength: 3 },
    ["bound-changed: compatible"],
  ],
  [
    "a whole number above 0, and from 1",
    { type: "integer", minimum: 0, exclusiveMinimum: true },
    { type: "integer", minimum: 1 },
    ["bound-changed: compatible"],
  ],
  [
    "an excluded bound",
    { type: "number", minimum: 0 },
    { type: "number", minimum: 0, exclusiveMinimum: true },
    [`bound-changed: ${narrower}`],
  ],
  [
    "multiples",
    { type: "integer", multipleOf: 2 },
    { type: "integer", multipleOf: 4 },
    [`multiple-changed: ${narrower}`],
  ],
  [
    "a narrower pattern",
    { ...text, pattern: "^[a-z]+$" },
    { ...text, pattern: "^[a-m]+$" },
    [`pattern-changed: ${narrower}`],
  ],
  [
    "the same pattern, written in another way",
    { ...text, pattern: "^[ab]$" },
    { ...text, pattern: "^(a|b)$" },
    ["pattern-changed: compatible"],
  ],
  [
    "another pattern",
    { ...text, pattern: "^a$" },
    { ...text, pattern: "^b$" },
    ["pattern-changed: objects clients rollback"],
  ],
  ["a format", text, { ...text, format: "date-time" }, [`format-changed: ${narrower}`]],
  ["a format that the API server ignores", text, { ...text, format: "secret-word" }, ["format-changed: compatible"]],
  [
    "a smaller integer",
    { type: "integer", format: "int64" },
    { type: "integer", format: "int32" },
    ["format-changed: clients"],
  ],
  ["null", text, { ...text, nullable: true }, [`nullable-added: ${wider}`]],
  ["no null", { ...text, nullable: true }, text, [`nullable-removed: ${narrower}`]],
  ["a default", text, { ...text, default: "a" }, ["default-changed: objects clients"]],
  ["another default", { ...text, default: "b" }, { ...text, default: "a" }, ["default-changed: objects clients"]],
  ["a rule", text, rule({ rule: "self != 'a'" }), [`rule-added: ${narrower}`]],
  ["no rule", rule({ rule: "self != 'a'" }), text, [`rule-removed: ${wider}`]],
  [
    "a rule with other blanks",
    rule({ rule: "self != 'a'" }),
    rule({ rule: "self!='a'" }),
    ["rule-changed: compatible"],
  ],
  [
    "a rule with other blanks in a text",
    rule({ rule: "self != 'a b'" }),
    rule({ rule: "self != 'a  b'" }),
    [`rule-added: ${narrower}`, `rule-removed: ${wider}`],
  ],
  [
    "a rule with another message",
    rule({ rule: "self != 'a'" }),
    rule({ rule: "self != 'a'", message: "no" }),
    ["rule-changed: compatible"],
  ],
  [
    "a rule that now also applies to new objects",
    rule({ rule: "oldSelf == self" }),
    rule({ rule: "oldSelf == self", optionalOldSelf: true }),
    [`rule-changed: ${narrower}`],
  ],
  [
    "an alternative less",
    { ...text, anyOf: [{ minLength: 1 }, { pattern: "^a" }] },
    { ...text, anyOf: [{ minLength: 1 }] },
    [`branches-changed: ${narrower}`],
  ],
  ["an exclusion", text, { ...text, not: { enum: ["a"] } }, [`branches-changed: ${narrower}`]],
  [
    "pruning",
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    { type: "object" },
    [`pruning-added: ${narrower}`],
  ],
  [
    "no pruning",
    { type: "object" },
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    ["pruning-removed: rollback"],
  ],
  [
    "a list that becomes a set",
    { type: "array", items: text },
    { type: "array", items: text, "x-kubernetes-list-type": "set" },
    [`list-type-changed: ${narrower}`],
  ],
  [
    "a set that becomes a list",
    { type: "array", items: text, "x-kubernetes-list-type": "set" },
    { type: "array", items: text },
    ["list-type-changed: clients! rollback"],
  ],
  [
    "the type of lists without one",
    { type: "array", items: text },
    { type: "array", items: text, "x-kubernetes-list-type": "atomic" },
    [],
  ],
  [
    "a map that others no longer share",
    { type: "object", additionalProperties: text },
    { type: "object", additionalProperties: text, "x-kubernetes-map-type": "atomic" },
    ["map-type-changed: clients!"],
  ],
])("%s", (_name, before, after, expected) => {
  const found = compareSchema(withField(before), withField(after)).map(summary);
  expect(found.map((line) => line.replace("v1 spec.field ", ""))).toEqual(expected);
});

test.each<[string, object, object, string[]]>([
  [
    "a field that all need now",
    withField(text),
    withField(text, { required: ["field"] }),
    ["v1 spec required-added: objects clients"],
  ],
  [
    "a new field that all need",
    withField(undefined),
    withField(text, { required: ["field"] }),
    ["v1 spec required-added: objects! clients!", "v1 spec.field field-added: rollback"],
  ],
  [
    "a field that all need, and get",
    withField(undefined),
    withField({ ...text, default: "a" }, { required: ["field"] }),
    ["v1 spec required-added: compatible", "v1 spec.field field-added: rollback"],
  ],
  [
    "a field that nobody needs now",
    withField(text, { required: ["field"] }),
    withField(text),
    ["v1 spec required-removed: clients rollback"],
  ],
  [
    "a required field that goes",
    withField(text, { required: ["field"] }),
    withField(undefined),
    ["v1 spec.field field-removed: objects! clients! rollback!"],
  ],
  [
    "a field that is kept without a schema",
    withField(text),
    withField(undefined, { "x-kubernetes-preserve-unknown-fields": true }),
    ["v1 spec pruning-removed: rollback", "v1 spec.field field-removed: clients rollback"],
  ],
  [
    "a field that had no schema",
    withField(undefined, { "x-kubernetes-preserve-unknown-fields": true }),
    withField(text, { "x-kubernetes-preserve-unknown-fields": true }),
    ["v1 spec.field field-added: objects clients"],
  ],
  [
    "apiVersion",
    { type: "object", properties: { apiVersion: text } },
    { type: "object" },
    ["v1 apiVersion field-removed: compatible"],
  ],
])("%s", (_name, before, after, expected) => {
  expect(compareSchema(before, after).map(summary)).toEqual(expected);
});

test("a change names the schema it is in, through lists and maps", () => {
  const nested = (inner: object): object =>
    withField({
      type: "array",
      items: { type: "object", additionalProperties: { type: "object", properties: { a: inner } } },
    });
  expect(compareSchema(nested(text), nested({ ...text, maxLength: 1 })).map(summary)).toEqual([
    `v1 spec.field[*].*.a bound-changed: ${narrower}`,
  ]);
});

test("a pattern comes with a text that breaks it", () => {
  const [change] = compareSchema(
    withField({ ...text, pattern: "^[a-z]+$" }),
    withField({ ...text, pattern: "^[b-z]+$" }),
  );
  expect(change?.detail).toMatchObject({ kind: "pattern-changed", effect: "narrower", example: "a" });
  expect(change?.verdicts.clients.why).toBe(
    'The API server rejects requests of clients that write a text that does not match "^[b-z]+$" (for example "a") to spec.field.',
  );
});

test("the type of a map inside an atomic list does not matter: server-side apply replaces the list", () => {
  const listOf = (mapType: string): object =>
    withField({
      type: "array",
      items: { type: "object", properties: { a: text }, "x-kubernetes-map-type": mapType },
    });
  expect(compareSchema(listOf("granular"), listOf("atomic")).map(summary)).toEqual([
    "v1 spec.field[*] map-type-changed: compatible",
  ]);
});
