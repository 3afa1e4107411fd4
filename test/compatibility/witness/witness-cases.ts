/** Changes of a field, and the witnesses that show them. */

import { withField } from "../../support/compared-crds.js";

/** The field before and after, and the witness of each change: the direction, the outcome, and the specs of the objects. */
export type WitnessCase = readonly [
  title: string,
  before: object | undefined,
  after: object | undefined,
  witnesses: readonly string[],
];

const text = { type: "string" };
const rule = (...rules: string[]): object => ({ "x-kubernetes-validations": rules.map((each) => ({ rule: each })) });
const list = (more: object): object => ({ type: "array", items: text, maxItems: 5, ...more });

const items = (more: object): object => ({
  ...{ type: "array", maxItems: 5 },
  items: { type: "object", properties: { a: text, b: text }, required: ["a", "b"] },
  ...more,
});
const byKey = (...keys: string[]): object => ({
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": keys,
});

export const witnessCases: readonly WitnessCase[] = [
  [
    "fewer values",
    { type: "string", enum: ["a", "b"] },
    { type: "string", enum: ["a"] },
    ['enum-changed: forward create-rejected {"field":"b"}'],
  ],
  [
    "more values",
    { type: "string", enum: ["a"] },
    { type: "string", enum: ["a", "b"] },
    ['enum-changed: back create-rejected {"field":"b"}'],
  ],
  ["a pattern", text, { type: "string", pattern: "^a+$" }, ['pattern-changed: forward create-rejected {"field":""}']],
  [
    "a shorter text",
    { type: "string", maxLength: 9 },
    { type: "string", maxLength: 5 },
    ['bound-changed: forward create-rejected {"field":"aaaaaa"}'],
  ],
  [
    "a lower maximum",
    { type: "integer", maximum: 9 },
    { type: "integer", maximum: 5 },
    ['bound-changed: forward create-rejected {"field":9}'],
  ],
  ["another type", { type: "integer" }, text, ['type-changed: forward create-rejected {"field":0}']],
  ["no null", { type: "string", nullable: true }, text, ['nullable-removed: forward read-changed {"field":null}']],
  ["a field less", text, undefined, ['field-removed: forward read-changed {"field":"field"}']],
  ["a new field", undefined, text, ['field-added: back read-changed {"field":"field"}']],
  [
    "another default",
    { type: "string", default: "a" },
    { type: "string", default: "b" },
    ["default-changed: forward create-changed {}"],
  ],
  [
    "a rule on a number",
    { type: "integer" },
    { type: "integer", ...rule("self < 10") },
    ['rule-added: forward create-rejected {"field":10}'],
  ],
  [
    "a rule on a text",
    text,
    { type: "string", ...rule("self.startsWith('x')") },
    ['rule-added: forward create-rejected {"field":""}'],
  ],
  [
    "a set",
    list({}),
    list({ "x-kubernetes-list-type": "set" }),
    ['list-type-changed: forward create-rejected {"field":["field","field"]}'],
  ],
  ["a format", text, { type: "string", format: "date-time" }, ['format-changed: forward create-rejected {"field":""}']],
  [
    "fewer items",
    list({}),
    list({ maxItems: 2 }),
    ['bound-changed: forward create-rejected {"field":["field","field","field"]}'],
  ],
  [
    "a rule that compares with the value before",
    text,
    { type: "string", ...rule("self == oldSelf") },
    ['rule-added: forward change-rejected {"field":""} then {"field":"a"}'],
  ],
  [
    "a rule that no longer compares with the value before",
    { type: "integer", ...rule("self >= oldSelf") },
    { type: "integer" },
    ['rule-removed: back change-rejected {"field":1} then {"field":0}'],
  ],
  [
    "a rule that an object may only grow",
    { type: "object", properties: { a: text } },
    { type: "object", properties: { a: text }, ...rule("has(self.a) || !has(oldSelf.a)") },
    ['rule-added: forward change-rejected {"field":{"a":"a"}} then {"field":{}}'],
  ],
  [
    "a rule on new objects and on changes",
    { type: "string", ...rule("self == oldSelf") },
    { type: "string", "x-kubernetes-validations": [{ rule: "self == oldSelf.orValue('a')", optionalOldSelf: true }] },
    ['rule-added: forward create-rejected {"field":""}', "rule-removed: none"],
  ],
  [
    "a list that is applied as a whole",
    items({ ...byKey("a") }),
    items({}),
    ['list-type-changed: forward apply-changed {"field":[{"a":"a","b":"b"}]} then {"field":[{"a":"example","b":"b"}]}'],
  ],
  [
    "items with more keys",
    items(byKey("a")),
    items(byKey("a", "b")),
    ['list-keys-changed: forward apply-changed {"field":[{"a":"a","b":"b"}]} then {"field":[{"a":"a","b":"example"}]}'],
  ],
  [
    "a map that is applied as a whole",
    { type: "object", additionalProperties: text },
    { type: "object", additionalProperties: text, "x-kubernetes-map-type": "atomic" },
    ['map-type-changed: forward apply-changed {"field":{"example":"field"}} then {"field":{"example-2":"field"}}'],
  ],
  [
    "a format that only typed clients check",
    { type: "integer" },
    { type: "integer", format: "int32" },
    ["format-changed: none"],
  ],
  ["another description", { type: "string", description: "a" }, text, []],

  [
    "a multiple",
    { type: "integer" },
    { type: "integer", multipleOf: 7 },
    ['multiple-changed: forward create-rejected {"field":1}'],
  ],
  ["null", text, { type: "string", nullable: true }, ['nullable-added: back read-changed {"field":null}']],
  [
    "an alternative",
    text,
    { type: "string", anyOf: [{ minLength: 3 }, { enum: ["x"] }] },
    ['branches-changed: forward create-rejected {"field":""}'],
  ],
  [
    "pruning",
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    { type: "object" },
    ['pruning-added: forward read-changed {"field":{"undeclared":"value"}}'],
  ],
  [
    "no pruning",
    { type: "object" },
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    ['pruning-removed: back read-changed {"field":{"undeclared":"value"}}'],
  ],
  [
    "a whole object",
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    { type: "object", "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-embedded-resource": true },
    ['embedded-added: forward update-rejected {"field":{}}'],
  ],
  [
    "a set that is applied as a whole",
    list({ "x-kubernetes-list-type": "set" }),
    list({}),
    ['list-type-changed: forward apply-changed {"field":["field"]} then {"field":["example"]}'],
  ],
  [
    "a new required field inside",
    { type: "object", properties: { a: text } },
    { type: "object", properties: { a: text }, required: ["a"] },
    ['required-added: forward create-rejected {"field":{}}'],
  ],
  [
    "an optional field inside",
    { type: "object", properties: { a: text }, required: ["a"] },
    { type: "object", properties: { a: text } },
    ['required-removed: back create-rejected {"field":{}}'],
  ],
  [
    "an optional field whose object has a new default inside",
    { type: "object", properties: { a: text }, required: ["a"] },
    { type: "object", properties: { a: text, b: { ...text, default: "x" } } },
    ['required-removed: back create-rejected {"field":{}}', 'field-added: back read-changed {"field":{}}'],
  ],
  [
    "a rule on an object with a new default inside",
    { type: "object", properties: { a: text } },
    { type: "object", properties: { a: { ...text, default: "x" } }, ...rule("self.a != 'y'") },
    ['rule-added: forward create-rejected {"field":{"a":"y"}}', 'default-changed: forward read-changed {"field":{}}'],
  ],
  [
    "items that a rule compares",
    items(byKey("a")),
    {
      ...items(byKey("a")),
      items: {
        type: "object",
        properties: { a: text, b: { ...text, ...rule("self == oldSelf") } },
        required: ["a", "b"],
      },
    },
    ['rule-added: forward change-rejected {"field":[{"a":"a","b":""}]} then {"field":[{"a":"a","b":"a"}]}'],
  ],
];

const version = (name: string, field: object | undefined, more: object = {}): object => ({
  ...{ name, served: true, storage: false, schema: { openAPIV3Schema: withField(field) } },
  ...more,
});

/** Changes of versions: the versions before and after, and the witnesses. */
export const versionCases: readonly (readonly [
  title: string,
  before: readonly object[],
  after: readonly object[],
  witnesses: readonly string[],
])[] = [
  [
    "a version less",
    [version("v1", text, { storage: true }), version("v1beta1", text)],
    [version("v1", text, { storage: true })],
    ["version-removed: forward create-rejected "],
  ],
  [
    "a version that is no longer served",
    [version("v1", text, { storage: true }), version("v1beta1", text)],
    [version("v1", text, { storage: true }), version("v1beta1", text, { served: false })],
    ["served-changed: forward create-rejected "],
  ],
  [
    "another storage version, without the first one",
    [version("v1", text, { storage: true })],
    [version("v2", text, { storage: true })],
    ["storage-changed: none", "version-removed: forward create-rejected ", "version-added: none"],
  ],
  [
    "a new version that allows less",
    [version("v1", text, { storage: true })],
    [version("v1", text, { storage: true }), version("v2", { type: "string", maxLength: 3 })],
    ["version-added: none", 'bound-changed: forward create-rejected {"field":"aaaa"}'],
  ],
  [
    "a storage version without a field",
    [version("v1", text, { storage: true }), version("v2", undefined)],
    [version("v1", text), version("v2", undefined, { storage: true })],
    ['field-unstored: forward create-changed {"field":"field"}'],
  ],
  [
    "a storage version with a new field",
    [version("v1", undefined, { storage: true }), version("v2", text)],
    [version("v1", undefined), version("v2", text, { storage: true })],
    ['field-stored: back create-changed {"field":"field"}'],
  ],
];
