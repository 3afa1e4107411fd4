/** Rules on parts of schemas, with values that contain these parts. */
import type { Schema, ValidationRule } from "../../src/schema/schema.js";
import type { EvaluationCase } from "./evaluation-cases.js";
import { object, rules } from "./schema-case.js";

const string: Schema = { type: "string" };
const integer: Schema = { type: "integer" };
const ruled = (schema: Schema, ...given: (string | ValidationRule)[]): Schema => ({ ...schema, ...rules(...given) });
const list = (items: Schema, more: Schema = {}): Schema => ({ type: "array", maxItems: 8, items, ...more });
const entry = object({ key: string, value: integer }, { required: ["key"] });
const keyed: Schema = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["key"] };
const set: Schema = { "x-kubernetes-list-type": "set" };
const show = (expression: string): ValidationRule => ({ rule: "false", messageExpression: expression });

export const shapes: readonly EvaluationCase[] = [
  { name: "a rule on each item", schema: list(ruled(string, "self == 'a'")), value: ["a", "b", "c"] },
  {
    name: "a rule on each entry",
    schema: { type: "object", additionalProperties: ruled(integer, "self > 1") },
    value: { a: 1, "b.c": 2, "d/e": 0 },
  },
  {
    name: "rules at all depths",
    schema: ruled(object({ a: ruled(object({ b: list(ruled(integer, "self > 1")) }), "self.b.size() > 1") }), "false"),
    value: { a: { b: [1] } },
  },
  { name: "a message", schema: ruled(object({}), { rule: "false", message: "  no way  " }), value: {} },
  {
    name: "a message beside an error",
    schema: ruled(object({ a: string }), { rule: "self.a == 'x'", message: "a is x" }),
    value: {},
  },
  {
    name: "a message expression that fails",
    schema: ruled(object({ a: string }), { rule: "false", messageExpression: "self.a", message: "plain" }),
    value: {},
  },
  {
    name: "a message expression that is empty",
    schema: ruled(object({ a: string }), { rule: "false", messageExpression: "' '" }),
    value: {},
  },
  {
    name: "a message expression of two lines",
    schema: ruled(object({ a: string }), { rule: "false", messageExpression: "'a\\nb'" }),
    value: {},
  },
  {
    name: "a message expression of one line",
    schema: ruled(object({ a: string }), { rule: "false", messageExpression: "' a is ' + self.a + '\\n'" }),
    value: { a: "x" },
  },
  {
    name: "a reason and a path",
    schema: ruled(object({ a: string }), { rule: "false", reason: "FieldValueRequired", fieldPath: ".a" }),
    value: {},
  },
  {
    name: "a forbidden field",
    schema: ruled(object({ a: string }), { rule: "false", reason: "FieldValueForbidden", fieldPath: ".a" }),
    value: {},
  },
  {
    name: "a path in brackets",
    schema: ruled(object({ a: { type: "object", additionalProperties: string } }), {
      rule: "false",
      fieldPath: ".a['x.y']",
    }),
    value: {},
  },
  {
    name: "null where it may be",
    schema: object({ a: { ...ruled(string, "false"), nullable: true } }),
    value: { a: null },
  },
  {
    name: "null as a field that is absent",
    schema: ruled(object({ a: { ...string, nullable: true } }), show("string(has(self.a))")),
    value: { a: null },
  },
  {
    name: "null in a list",
    schema: ruled(list({ ...string, nullable: true }), show("'%s'.format([self.map(x, dyn(x) == null)])")),
    value: ["a", null],
  },
  {
    name: "null in a map",
    schema: ruled(
      { type: "object", maxProperties: 3, additionalProperties: { ...string, nullable: true } },
      show("string(has(self.a)) + string(dyn(self.a) == null)"),
    ),
    value: { a: null },
  },
  {
    name: "sets in any order",
    schema: ruled(
      object({ a: list(string, set), b: list(string, set) }),
      show("string(self.a == self.b) + string(self.a == ['y', 'x']) + string(['y', 'x'] == self.a)"),
    ),
    value: { a: ["x", "y"], b: ["y", "x"] },
  },
  {
    name: "sets united",
    schema: ruled(
      object({ a: list(string, set), b: list(string, set) }),
      show("(self.a + self.b).join(',') + ' ' + (self.a + ['y', 'z', 'z']).join(',')"),
    ),
    value: { a: ["x", "y"], b: ["y", "w"] },
  },
  {
    name: "maps in any order",
    schema: ruled(
      object({ a: list(entry, keyed), b: list(entry, keyed) }),
      show("string(self.a == self.b) + string(self.a == [self.a[1], self.a[0]])"),
    ),
    value: { a: [{ key: "x", value: 1 }, { key: "y" }], b: [{ key: "y" }, { key: "x", value: 1 }] },
  },
  {
    name: "maps merged",
    schema: ruled(
      object({ a: list(entry, keyed) }),
      show("'%s'.format([(self.a + self.a.filter(e, e.key == 'y')).map(e, e.key)])"),
    ),
    value: { a: [{ key: "x", value: 1 }, { key: "y" }] },
  },
  { name: "lists joined", schema: ruled(list(string), show("(self + ['b'] + self).join(',')")), value: ["a"] },
  {
    name: "dates joined",
    schema: ruled(list({ type: "string", format: "date-time" }), show("string((self + [timestamp(0)])[1])")),
    value: ["2026-01-01T00:00:00Z"],
  },
  {
    name: "numbers joined",
    schema: ruled(list({ type: "number" }), show("string((self + [1.5, 2.0]).sum())")),
    value: [1, 0.5],
  },
  {
    name: "dates",
    schema: ruled(list({ type: "string", format: "date-time" }), show("self.map(t, string(t)).join(' ')")),
    value: ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.5-02:00", "2026-01-01T00:00:00.123456789Z"],
  },
  {
    name: "durations",
    schema: ruled(list({ type: "string", format: "duration" }), show("self.map(t, string(t)).join(' ')")),
    value: ["1h", "1 day", "2 weeks", "1m30s", "3 hrs", "0", "-5s"],
  },
  {
    name: "bytes of the other alphabet",
    schema: ruled(object({ a: { type: "string", format: "byte" } }), show("string(size(self.a))")),
    value: { a: "+/+/" },
  },
  {
    name: "a number that is whole",
    schema: ruled(
      object({ a: { type: "number" } }),
      show("string(self.a) + string(self.a == 2) + string(type(self.a) == double)"),
    ),
    value: { a: 2 },
  },
  {
    name: "names in CEL's spelling",
    schema: ruled(
      object({ "a-b": string, in: string, "x.y/z": string, a__b: string }),
      show("self.a__dash__b + self.__in__ + self.x__dot__y__slash__z + self.a__underscores__b"),
    ),
    value: { "a-b": "1", in: "2", "x.y/z": "3", a__b: "4" },
  },
  {
    name: "an old self that is the same",
    schema: ruled(object({ a: integer }), "oldSelf.a == self.a", "oldSelf.a < self.a"),
    value: { a: 1 },
  },
  {
    name: "an optional old self",
    schema: ruled(object({ a: integer, t: { type: "string", format: "date-time" } }), {
      rule: "oldSelf.hasValue() && oldSelf.?a.orValue(0) == 1",
      optionalOldSelf: true,
    }),
    value: { a: 1 },
  },
  {
    name: "an old self that may be absent",
    schema: ruled(object({ a: integer }), {
      rule: "!oldSelf.hasValue() || oldSelf.value().a == 1",
      optionalOldSelf: true,
    }),
    value: { a: 1 },
  },
  {
    name: "fields of an optional old self",
    schema: ruled(object({ t: { type: "string", format: "date-time" } }), {
      rule: "dyn(oldSelf.?t.value()) == 'x'",
      optionalOldSelf: true,
    }),
    value: { t: "2026-01-01T00:00:00Z" },
  },
  {
    name: "old items by their keys",
    schema: list(ruled(entry, "oldSelf.value > self.value"), keyed),
    value: [
      { key: "x", value: 1 },
      { key: "y", value: 2 },
    ],
  },
  {
    name: "an embedded resource",
    schema: ruled(
      { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      show("self.kind + self.metadata.name + string(has(self.metadata.generateName))"),
    ),
    value: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } },
  },
  {
    name: "an integer or a text",
    schema: ruled(
      list({ "x-kubernetes-int-or-string": true, maxLength: 8 }),
      show("self.map(x, type(x) == int ? string(x + 1) : x + '!').join(' ')"),
    ),
    value: [1, "a"],
  },
  { name: "an empty list in a chain", schema: ruled(list(string), "self[0] == 'a'"), value: [] },
  {
    name: "scalars",
    schema: object({
      s: ruled(string, "self == 'x'"),
      i: ruled(integer, "self == 2"),
      n: ruled({ type: "number" }, "self == 2.5"),
      b: ruled({ type: "boolean" }, "!self"),
    }),
    value: { s: "a", i: 1, n: 1.5, b: true },
  },
];
