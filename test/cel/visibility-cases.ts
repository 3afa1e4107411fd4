/** Cases about what rules see, and other unusual cases. */
import type { Schema } from "../../src/schema/schema.js";
import { list, map, number, object, root, rules, type SchemaCase, spec, text } from "./schema-case.js";

const visibility: readonly SchemaCase[] = [
  root("a rule at the root", object({ spec: object({ a: number }) }, rules("self.spec.a > 1"))),
  root("metadata.name", object({ spec: object({}) }, rules("self.metadata.name.matches('^a')"))),
  root("metadata.generateName", object({ spec: object({}) }, rules("self.metadata.generateName == 'a'"))),
  root("metadata.labels", object({ spec: object({}) }, rules("self.metadata.labels.size() == 0"))),
  root("metadata.namespace", object({ spec: object({}) }, rules("self.metadata.namespace == 'a'"))),
  root("kind and apiVersion", object({ spec: object({}) }, rules("self.kind == 'A' && self.apiVersion != 'v1'"))),
  root(
    "metadata that is bounded",
    object(
      { apiVersion: text(), kind: text(), metadata: object({ name: text({ maxLength: 10 }) }), spec: object({}) },
      rules("self.metadata.name.contains(self.metadata.name)"),
    ),
  ),
  root(
    "metadata with both names",
    object(
      {
        apiVersion: text(),
        kind: text(),
        metadata: object({ name: text({ maxLength: 10 }), generateName: text() }),
        spec: object({}),
      },
      rules("self.metadata.name.contains(self.metadata.name)"),
    ),
  ),
  spec("a rule on what may be anything", { "x-kubernetes-preserve-unknown-fields": true, ...rules("true") }),
  spec("a rule on an object that keeps unknown fields", {
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
    ...rules("has(self.a)"),
  }),
  spec(
    "a rule on a list of anything",
    list({ "x-kubernetes-preserve-unknown-fields": true }, rules("self.size() > 1")),
  ),
  spec("a rule on a map of anything", map({ "x-kubernetes-preserve-unknown-fields": true }, rules("self.size() > 1"))),
  spec("a rule below a field that CEL cannot name", object({ "1st": text(rules("self == 'a'")) }, rules("true"))),
  spec("a rule on a resource within", {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
    ...rules("self.metadata.name == self.kind"),
  }),
  spec("a rule on resources in a list", {
    ...list({ type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true }),
    maxItems: 10,
    ...rules("self.all(x, x.metadata.name == x.kind)"),
  }),
  spec(
    "objects of one shape at two places",
    object({ a: object({ x: number }), b: object({ x: number }) }, rules("self.a == self.b")),
  ),
  spec(
    "objects in lists of one shape at two places",
    object({ a: list(object({ x: number })), b: list(object({ x: number })) }, rules("self.a == self.b")),
  ),
  spec(
    "items of two lists",
    object(
      { a: list(object({ x: number }), { maxItems: 3 }), b: list(object({ x: number }), { maxItems: 3 }) },
      rules("self.a.all(p, p in self.b)"),
    ),
  ),
  spec(
    "a nullable object",
    object({ a: object({ x: number }, { nullable: true }) }, rules("self.a == null || self.a.x > 1")),
  ),
  spec("a nullable number", object({ a: { ...number, nullable: true } }, rules("self.a == null || self.a > 1"))),
  spec(
    "a field named as a type",
    object({ string: text(), int: number }, rules("self.string == 'a' && self.int == 1")),
  ),
  spec(
    "fields with reserved names",
    object(
      Object.fromEntries(
        ["true", "in", "as", "namespace", "if", "while", "var", "package"].map((name): [string, Schema] => [
          name,
          number,
        ]),
      ),
      rules("self.__true__ + self.__in__ + self.__as__ + self.namespace + self.if + self.__while__ > 1"),
    ),
  ),
  spec("a keyword as a field", object({ in: number }, rules("self.in == 1"))),
  spec(
    "fields with signs",
    object(
      { "a-b": number, "a.b": number, "a/b": number, a__b: number, _: number, "-": number },
      rules(
        "self.a__dash__b + self.a__dot__b + self.a__slash__b + self.a__underscores__b + self._ + self.__dash__ > 1",
      ),
    ),
  ),
  spec("a field with a letter beyond ASCII", object({ é: number }, rules("self.é == 1"))),
];

/** Cases in which the server's estimator confuses the paths of two fields, or uses the wrong size. */
const quirks: readonly SchemaCase[] = [
  spec(
    "two fields of an item",
    object(
      {
        l: list(object({ big: list(text()), small: list(text({ maxLength: 1 }), { maxItems: 1 }) }), { maxItems: 5 }),
      },
      rules("self.l.all(x, x.big.all(y, x.small.size() > 0))"),
    ),
  ),
  spec(
    "two fields of an item, the small one outside",
    object(
      {
        l: list(object({ big: list(text()), small: list(text({ maxLength: 1 }), { maxItems: 1 }) }), { maxItems: 5 }),
      },
      rules("self.l.all(x, x.small.all(y, x.big.all(z, z == y)))"),
    ),
  ),
  spec(
    "two fields of an item, in order",
    list(object({ big: list(text()), small: list(text({ maxLength: 1 }), { maxItems: 1 }) }), {
      maxItems: 5,
      ...rules("self.all(x, x.small.all(y, y in x.big) && x.big.all(z, z in x.small))"),
    }),
  ),
  spec(
    "a literal list at a list",
    list(text(), { maxItems: 100, ...rules("['a', 'bb'].all(x, self.exists(y, y.contains(x)))") }),
  ),
  spec("a literal list at an object", object({ a: text() }, rules("['a', 'bb'].all(x, self.a.contains(x + self.a))"))),
  spec("a name of a type", list(text({ maxLength: 3 }), { maxItems: 7, ...rules("self.all(x, type(x) == string)") })),
  spec(
    "a selected key of a map",
    map(text({ maxLength: 3 }), { maxProperties: 3, ...rules("self.a.contains(self.a)") }),
  ),
  spec(
    "an indexed key of a map",
    map(text({ maxLength: 3 }), { maxProperties: 3, ...rules("self['a'].contains(self['a'])") }),
  ),
  spec(
    "an optional key of a map",
    map(text({ maxLength: 3 }), { maxProperties: 3, ...rules("self[?'a'].orValue('').contains('a')") }),
  ),
  spec(
    "a reserved word as it is",
    object({ namespace: text({ maxLength: 3 }) }, rules("self.namespace.contains(self.namespace)")),
  ),
  spec(
    "a reserved word, escaped",
    object({ namespace: text({ maxLength: 3 }) }, rules("self.__namespace__.contains(self.__namespace__)")),
  ),
];

export const visibilityCases: readonly SchemaCase[] = [...visibility, ...quirks];
