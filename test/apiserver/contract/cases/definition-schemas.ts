/** The allowed contents of a CustomResourceDefinition's schema. */
import type { ContractCase } from "../contract-case.js";
import { inSpec } from "../custom-kinds.js";
import { list, mapOf, objects, ofField, ofSchema, rules, string, tries } from "../definition-cases.js";

const structural = [
  ...tries(
    "schema",
    ofSchema({
      "no type at the root": {},
      "another type at the root": { type: "string" },
      "nullable at the root": { type: "object", nullable: true },
      "a map at the root": { type: "object", additionalProperties: string },
      "metadata that restricts names": {
        type: "object",
        properties: { metadata: { type: "object", properties: { name: { type: "string", maxLength: 5 } } } },
      },
      "metadata that restricts labels": {
        type: "object",
        properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } },
      },
      "metadata of another type": { type: "object", properties: { metadata: { type: "string" } } },
      "a kind of another type": { type: "object", properties: { kind: { type: "integer" } } },
      "a default in metadata": {
        type: "object",
        properties: { metadata: { type: "object", properties: { name: { type: "string", default: "x" } } } },
      },
      "unknown fields kept at the root": { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    }),
  ),
  ...tries(
    "field",
    ofField({
      "no type": {},
      "an unknown type": { type: "text" },
      null: { type: "null" },
      "a list without items": { type: "array" },
      "items that are a list": { type: "array", items: [string] },
      "unique items": list({ uniqueItems: true }),
      "a reference": { $ref: "#/definitions/a" },
      definitions: { type: "object", definitions: { a: string } },
      dependencies: { type: "object", dependencies: { a: ["b"] } },
      "pattern properties": { type: "object", patternProperties: { a: string } },
      "additional items": list({ additionalItems: true }),
      "an id": { type: "string", id: "x" },
      "properties and a map": { type: "object", properties: { b: string }, additionalProperties: string },
      "properties and no other": { type: "object", properties: { b: string }, additionalProperties: false },
      "type within anyOf": { type: "string", anyOf: [string] },
      "properties within anyOf that are not outside": { type: "object", anyOf: [{ properties: { b: {} } }] },
      "a default within allOf": { type: "string", allOf: [{ default: "x" }] },
      "a description within not": { type: "string", not: { description: "x" } },
      "nullable within oneOf": { type: "string", oneOf: [{ nullable: true }] },
      "a bad pattern": { type: "string", pattern: "(" },
      "a pattern that Go does not know": { type: "string", pattern: "(?=a)" },
      "an unknown format": { type: "string", format: "nothing" },
      "unknown fields not kept": { type: "object", "x-kubernetes-preserve-unknown-fields": false },
      "an integer or text with a type": { type: "string", "x-kubernetes-int-or-string": true },
      "an integer or text that keeps unknown fields": {
        "x-kubernetes-int-or-string": true,
        "x-kubernetes-preserve-unknown-fields": true,
      },
      "an integer or text in its usual form": {
        "x-kubernetes-int-or-string": true,
        anyOf: [{ type: "integer" }, { type: "string" }],
      },
      "an embedded resource without properties": { type: "object", "x-kubernetes-embedded-resource": true },
      "an embedded resource that is a text": { type: "string", "x-kubernetes-embedded-resource": true },
      "an embedded resource that is a map": {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        additionalProperties: string,
      },
      "an embedded resource with a kind that is a number": {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        properties: { kind: { type: "integer" } },
      },
    }),
  ),
];

const ofDefaults = tries(
  "default",
  ofField({
    "another type": { type: "string", default: 5 },
    null: { type: "string", default: null },
    "null where it may be": { type: "string", nullable: true, default: null },
    "not one of the values": { type: "string", enum: ["a"], default: "b" },
    "too long": { type: "string", maxLength: 2, default: "abc" },
    "with an unknown field": { type: "object", properties: { b: string }, default: { c: "x" } },
    "without a required field": { type: "object", properties: { b: string }, required: ["b"], default: {} },
    "filled in by a default": {
      type: "object",
      properties: { b: { type: "string", default: "x" } },
      required: ["b"],
      default: {},
    },
    "twice in a set": list({ "x-kubernetes-list-type": "set", default: ["a", "a"] }),
    "a rule says no": { type: "integer", default: 1, ...rules({ rule: "self > 1" }) },
    "an integer or text": { "x-kubernetes-int-or-string": true, default: 1.5 },
    "a format": { type: "string", format: "date-time", default: "yesterday" },
  }),
);

const ofLists = tries(
  "list",
  ofField({
    "an unknown type of list": list({ "x-kubernetes-list-type": "heap" }),
    "a type of list for a text": { type: "string", "x-kubernetes-list-type": "set" },
    "a set of objects": objects({ "x-kubernetes-list-type": "set" }, { b: string }),
    "a set of atomic objects": objects(
      { "x-kubernetes-list-type": "set" },
      { b: string },
      { "x-kubernetes-map-type": "atomic" },
    ),
    "a set of lists": list({ "x-kubernetes-list-type": "set" }, list({ "x-kubernetes-list-type": "atomic" })),
    "a set of what may be null": list({ "x-kubernetes-list-type": "set" }, { type: "string", nullable: true }),
    "a map without keys": objects({ "x-kubernetes-list-type": "map" }, { b: string }),
    "a map of texts": list(mapOf(["b"])),
    "a key that is not there": objects(mapOf(["c"]), { b: string }, { required: ["b"] }),
    "a key that is not required": objects(mapOf(["b"]), { b: string }),
    "a key with a default": objects(mapOf(["b"]), { b: { type: "string", default: "x" } }),
    "a key that is an object": objects(mapOf(["b"]), { b: { type: "object" } }, { required: ["b"] }),
    "a key twice": objects(mapOf(["b", "b"]), { b: string }, { required: ["b"] }),
    "keys without a map": objects({ "x-kubernetes-list-map-keys": ["b"] }, { b: string }),
    "a key that may be null": objects(mapOf(["b"]), { b: { type: "string", nullable: true } }, { required: ["b"] }),
    "an unknown type of map": { type: "object", "x-kubernetes-map-type": "heap" },
    "a type of map for a text": { type: "string", "x-kubernetes-map-type": "atomic" },
  }),
);

const ofRules = tries(
  "rule",
  ofField({
    "no rule": { type: "string", ...rules({ rule: "" }) },
    spaces: { type: "string", ...rules({ rule: "  " }) },
    "of another type": { type: "string", ...rules({ rule: "size(self)" }) },
    "an unknown field": { type: "object", properties: { b: string }, ...rules({ rule: "self.c == 'x'" }) },
    "a message of several lines": { type: "string", ...rules({ rule: "true", message: "a\nb" }) },
    "an empty message": { type: "string", ...rules({ rule: "true", message: " " }) },
    "a rule of several lines without a message": { type: "string", ...rules({ rule: "true &&\ntrue" }) },
    "an unknown reason": { type: "string", ...rules({ rule: "true", reason: "Because" }) },
    "a message expression of another type": { type: "string", ...rules({ rule: "true", messageExpression: "5" }) },
    "an empty message expression": { type: "string", ...rules({ rule: "true", messageExpression: " " }) },
    "a field path that leads nowhere": {
      type: "object",
      properties: { b: string },
      ...rules({ rule: "true", fieldPath: ".c" }),
    },
    "a field path without a dot": {
      type: "object",
      properties: { b: string },
      ...rules({ rule: "true", fieldPath: "b" }),
    },
    "a field path into a list": {
      type: "object",
      properties: { b: list({}) },
      ...rules({ rule: "true", fieldPath: ".b[0]" }),
    },
    "a field path in brackets": {
      type: "object",
      properties: { "b.c": string },
      ...rules({ rule: "true", fieldPath: "['b.c']" }),
    },
    "the old value where items have no identity": list({}, { type: "string", ...rules({ rule: "self == oldSelf" }) }),
    "the old value in a map by keys": objects(
      mapOf(["b"]),
      { b: string, c: { type: "string", ...rules({ rule: "self == oldSelf" }) } },
      { required: ["b"] },
    ),
    "an optional old value without an old value": {
      type: "string",
      ...rules({ rule: "self == 'x'", optionalOldSelf: true }),
    },
    "an optional old value": {
      type: "string",
      ...rules({ rule: "!oldSelf.hasValue() || oldSelf.value() == self", optionalOldSelf: true }),
    },
    "too costly": list({}, { type: "string", ...rules({ rule: "self.matches('^a+$')" }) }),
    "too costly for all of them together": list({ ...rules({ rule: "self.all(x, self.all(y, x == y))" }) }, string),
    "costly, with bounds": list(
      { maxItems: 10, ...rules({ rule: "self.all(x, self.all(y, x == y))" }) },
      {
        type: "string",
        maxLength: 10,
      },
    ),
  }),
);

const quadratic = (text: string): object =>
  rules({ rule: `${text}.split('').all(c, ${text}.contains(c))`, message: "no" });
const template = (more: object): object => ({
  ...{ type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
  ...more,
});

const ofNames = tries(
  "rule about a name",
  ofSchema({
    "a search": { type: "object", ...rules({ rule: "self.metadata.name.matches('^[a-z]+(-[a-z]+)*$')" }) },
    quadratic: { type: "object", ...quadratic("self.metadata.name") },
    "of the start of a name": { type: "object", ...quadratic("self.metadata.generateName") },
    "cubic, with a shorter bound": {
      type: "object",
      properties: { metadata: { type: "object", properties: { name: { type: "string", maxLength: 20 } } } },
      ...rules({ rule: "self.metadata.name.split('').all(a, self.metadata.name.split('').all(b, a < b))" }),
    },
    "of embedded resources": inSpec({
      a: list({ maxItems: 100 }, template(rules({ rule: "self.metadata.name.matches('^[a-z]+(-[a-z]+)*$')" }))),
    }),
    "of embedded resources without a bound": inSpec({
      a: list({}, template(quadratic("self.metadata.name"))),
    }),
  }),
);

export const cases: readonly ContractCase[] = [...structural, ...ofDefaults, ...ofLists, ...ofRules, ...ofNames];
