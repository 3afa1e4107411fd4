/** Schemas around the limits of what the API server takes. What becomes of each, it has said (verdicts.json). */
import type { Schema, ValidationRule } from "../../src/schema/schema.js";

export interface SchemaCase {
  readonly name: string;
  readonly schema: Schema;
}

const rules = (...given: (string | ValidationRule)[]): Pick<Schema, "x-kubernetes-validations"> => ({
  "x-kubernetes-validations": given.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});
const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: "object",
  properties,
  ...more,
});
const list = (items: Schema, more: Schema = {}): Schema => ({ type: "array", items, ...more });
const map = (additionalProperties: Schema, more: Schema = {}): Schema => ({
  type: "object",
  additionalProperties,
  ...more,
});
const text = (more: Schema = {}): Schema => ({ type: "string", ...more });
const number: Schema = { type: "integer" };
const matchesA = "self.matches('^a+$')";
const allMatchA = "self.all(x, x.matches('^a+$'))";
const isUnique = "self.all(x, self.exists_one(y, x == y))";

/** A rule below a field, with the name of the case. */
const spec = (name: string, field: Schema): SchemaCase => ({ name, schema: object({ spec: object({ field }) }) });
const root = (name: string, schema: Schema): SchemaCase => ({ name, schema });

const bounds: readonly SchemaCase[] = [
  spec("a pattern on a text without a bound", text(rules(matchesA))),
  spec("a long pattern on a text without a bound", text(rules(`self.matches('${"a".repeat(200)}')`))),
  ...[32, 64, 100, 253, 1000].map((max) =>
    spec(`patterns on ${max} texts`, list(text(), { maxItems: max, ...rules(allMatchA) })),
  ),
  spec("patterns on any number of texts", list(text(), rules(allMatchA))),
  spec("patterns on any number of texts of 253", list(text({ maxLength: 253 }), rules(allMatchA))),
  spec("patterns on any number of texts of 10", list(text({ maxLength: 10 }), rules(allMatchA))),
  spec("patterns on any number of dates", list(text({ format: "date" }), rules("self.all(x, x > timestamp(0))"))),
  ...[10, 64, 200, 1000, 3000].flatMap((max) =>
    [16, 253].map((length) =>
      spec(
        `${max} unique texts of ${length}`,
        list(text({ maxLength: length }), { maxItems: max, ...rules(isUnique) }),
      ),
    ),
  ),
  spec("unique texts without bounds", list(text(), rules(isUnique))),
  spec("unique texts of 253, any number", list(text({ maxLength: 253 }), rules(isUnique))),
  spec("unique numbers, any number", list(number, rules(isUnique))),
  spec("unique of an enum", list(text({ enum: ["a", "bb", "ccc"] }), { maxItems: 900, ...rules(isUnique) })),
  ...[8, 16, 64].map((max) =>
    spec(
      `three loops over ${max}`,
      list(number, { maxItems: max, ...rules("self.all(x, self.all(y, self.all(z, x + y + z > 0)))") }),
    ),
  ),
  ...[5, 20, 60].map((max) =>
    spec(
      `lists of lists of lists of ${max}`,
      list(list(list(number, { maxItems: max }), { maxItems: max }), {
        maxItems: max,
        ...rules("self.all(x, x.all(y, y.all(z, z > 0)))"),
      }),
    ),
  ),
  ...[10, 100, 1000].map((max) =>
    spec(
      `maps of ${max} texts`,
      map(text({ maxLength: 63 }), { maxProperties: max, ...rules("self.all(k, self[k].matches('^a+$'))") }),
    ),
  ),
  spec("keys of a map without a bound", map(text(), rules("self.all(k, k.matches('^[a-z]+$'))"))),
  spec("values of a map without a bound", map(text(), rules("self.all(k, self[k] == 'a')"))),
  spec("an enum without a bound of its length", text({ enum: ["a", "b"], ...rules("self.contains('a')") })),
  spec("an enum with numbers in it", text({ enum: ["é", "bb"], ...rules(matchesA) })),
  spec("an empty enum", text({ enum: [], ...rules("self.contains(self)") })),
  spec("a text of no length", text({ maxLength: 0, ...rules("self.contains(self)") })),
  spec("a text of a format nobody knows", text({ format: "hostname", ...rules("self.contains(self)") })),
  spec("a text of a date with a bound", text({ format: "date", maxLength: 5, ...rules("self < timestamp(0)") })),
  spec("bytes", text({ format: "byte", ...rules("self == b'a' || self + self < self") })),
  spec("bytes with a bound", text({ format: "byte", maxLength: 10, ...rules("string(self).contains(string(self))") })),
  spec("an int or string", {
    "x-kubernetes-int-or-string": true,
    ...rules("type(self) == int || self.contains(self)"),
  }),
  spec("a short int or string", {
    "x-kubernetes-int-or-string": true,
    maxLength: 6,
    ...rules("type(self) == int || self.contains(self)"),
  }),
];

const cardinalities: readonly SchemaCase[] = [
  spec("a rule on an item of any number", list(text(rules(matchesA)))),
  spec("a rule on a text of 253 of any number", list(text({ maxLength: 253, ...rules(matchesA) }))),
  spec("a cheap rule on an item of any number", list({ ...number, ...rules("self > 1") })),
  spec(
    "a rule on a boolean of any number",
    list({ type: "boolean", ...rules("self || !self || self || !self || self") }),
  ),
  ...[10, 30, 100].map((max) => spec(`a rule on one of ${max} items`, list(text(rules(matchesA)), { maxItems: max }))),
  spec("a rule on a value of any number", map(text(rules(matchesA)))),
  spec("a rule on one of 20 values", map(text(rules(matchesA)), { maxProperties: 20 })),
  ...[10, 100, 1000].map((max) =>
    spec(
      `a rule on a field of one of ${max} by ${max} objects`,
      list(list(object({ name: text({ maxLength: 63, ...rules(matchesA) }) }), { maxItems: max }), { maxItems: max }),
    ),
  ),
  spec(
    "a rule below a list with a bound below one without",
    list(object({ names: list(text({ maxLength: 63, ...rules(matchesA) }), { maxItems: 3 }) })),
  ),
  spec(
    "required fields make for fewer objects",
    list(
      object(
        { aVeryLongNameOfAField: text(), anotherVeryLongNameOfAField: number, third: { type: "boolean" } },
        {
          required: ["aVeryLongNameOfAField", "anotherVeryLongNameOfAField", "third"],
          ...rules("self.aVeryLongNameOfAField.size() + self.anotherVeryLongNameOfAField > 3"),
        },
      ),
    ),
  ),
  spec(
    "required fields with defaults do not",
    list(
      object(
        { aVeryLongNameOfAField: text({ default: "x" }), anotherVeryLongNameOfAField: { ...number, default: 1 } },
        {
          required: ["aVeryLongNameOfAField", "anotherVeryLongNameOfAField"],
          ...rules("self.aVeryLongNameOfAField.size() + self.anotherVeryLongNameOfAField > 3"),
        },
      ),
    ),
  ),
  spec(
    "optional fields do not",
    list(object({ a: text(), b: number }, rules("has(self.a) && has(self.b) && self.b > 1 && self.a.size() > self.b"))),
  ),
  spec("no items at all", list(text(rules("self.contains(self)")), { maxItems: 0 })),
  spec("a rule on a list within a list", list(list(text({ maxLength: 10 }), { maxItems: 10, ...rules(isUnique) }))),
];

const costly = (max: number): Schema => list(text({ maxLength: 253 }), { maxItems: max, ...rules(allMatchA) });
const totals: readonly SchemaCase[] = [
  ...[3, 10, 11, 20].map((count) =>
    root(
      `${count} rules that are costly together`,
      object({
        spec: object(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, costly(30000)]))),
      }),
    ),
  ),
  root(
    "many rules on one field",
    object({ spec: { ...costly(30000), ...rules(...Array<string>(40).fill(allMatchA)) } }),
  ),
  root(
    "messages count as well",
    object({
      spec: object(
        Object.fromEntries(
          Array.from({ length: 60 }, (_, index) => [
            `f${index}`,
            text({ ...rules({ rule: "self != ''", messageExpression: "self + self + self + self" }) }),
          ]),
        ),
      ),
    }),
  ),
];

const message = "is wrong";
const messages: readonly SchemaCase[] = [
  spec("a message", text(rules({ rule: "self != ''", message }))),
  spec("a blank message", text(rules({ rule: "self != ''", message: "  " }))),
  spec("a message of two lines", text(rules({ rule: "self != ''", message: "a\nb" }))),
  spec("a message that ends in a line break", text(rules({ rule: "self != ''", message: "a\n" }))),
  spec("a rule of two lines without a message", text(rules("self !=\n''"))),
  spec("a rule of two lines with a message", text(rules({ rule: "self !=\n''", message }))),
  spec("a rule of two lines with a message expression", text(rules({ rule: "self !=\n''", messageExpression: "'a'" }))),
  spec("a rule that ends in a line break", text(rules("self != ''\n"))),
  spec("a blank rule", text(rules("  "))),
  spec("an empty rule", text(rules(""))),
  spec("a message expression", text(rules({ rule: "self != ''", messageExpression: "'not ' + self" }))),
  spec(
    "a message expression that gives a number",
    text(rules({ rule: "self != ''", messageExpression: "self.size()" })),
  ),
  spec("a message expression that does not parse", text(rules({ rule: "self != ''", messageExpression: "'a" }))),
  spec("a blank message expression", text(rules({ rule: "self != ''", messageExpression: "  " }))),
  spec("a message expression with an unknown field", text(rules({ rule: "self != ''", messageExpression: "self.a" }))),
  spec("a message expression that gives anything", text(rules({ rule: "self != ''", messageExpression: "dyn(self)" }))),
  spec(
    "a costly message expression",
    list(text(), rules({ rule: "self.size() > 1", messageExpression: "self.map(x, x + x + x).join(',')" })),
  ),
  spec(
    "a message expression is not counted for each item",
    list(text({ maxLength: 100, ...rules({ rule: "self != ''", messageExpression: "self + self" }) }), {
      maxItems: 100000,
    }),
  ),
  spec("a message expression with oldSelf", text(rules({ rule: "self != ''", messageExpression: "'was ' + oldSelf" }))),
  spec("a message expression behind a wrong rule", text(rules({ rule: "self", messageExpression: "self.a" }))),
  ...[
    "FieldValueInvalid",
    "FieldValueForbidden",
    "FieldValueRequired",
    "FieldValueDuplicate",
    "Invalid",
    "fieldValueInvalid",
  ].map((reason) => spec(`the reason ${reason}`, text(rules({ rule: "self != ''", reason })))),
];

const paths: readonly SchemaCase[] = (
  [
    ".a",
    ".a.b",
    ".a.c",
    "a",
    "",
    " ",
    ".",
    ".missing",
    ".list",
    ".list[0]",
    ".list[0].x",
    ".labels.some",
    ".labels['some.thing']",
    ".labels['some'].more",
    "['a']",
    "['a']['b']",
    "['a'].b",
    "['a",
    "[a]",
    "['x-y']",
    ".x-y",
    "['it\\'s']",
    "['z.z']",
    ".z.z",
    ".a\n",
    ".a..b",
    ".nothing.x",
  ] as const
).map((fieldPath) =>
  spec(
    `the path ${JSON.stringify(fieldPath)}`,
    object(
      {
        a: object({ b: text() }),
        list: list(object({ x: text() })),
        labels: map(text()),
        "x-y": text(),
        "it's": text(),
        "z.z": text(),
        nothing: text(),
      },
      rules({ rule: "has(self.a)", fieldPath }),
    ),
  ),
);

const transition = "self == oldSelf";
const transitions: readonly SchemaCase[] = [
  root("oldSelf at the root", object({ spec: object({ a: text() }) }, rules("self.spec.a == oldSelf.spec.a"))),
  spec("oldSelf on a field", text(rules(transition))),
  spec("oldSelf on an item of a list", list(text(rules(transition)), { maxItems: 3 })),
  spec("oldSelf on an item of a set", list(text(rules(transition)), { maxItems: 3, "x-kubernetes-list-type": "set" })),
  spec(
    "oldSelf on an item of an atomic list",
    list(text(rules(transition)), { maxItems: 3, "x-kubernetes-list-type": "atomic" }),
  ),
  spec(
    "oldSelf on an item of a list with keys",
    list(object({ name: text({ maxLength: 9 }) }, { required: ["name"], ...rules("self.name == oldSelf.name") }), {
      maxItems: 3,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
    }),
  ),
  spec(
    "oldSelf below a list below a list with keys",
    list(
      object(
        { name: text({ maxLength: 9 }), more: list(text({ maxLength: 9, ...rules(transition) }), { maxItems: 3 }) },
        { required: ["name"] },
      ),
      { maxItems: 3, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
    ),
  ),
  spec("oldSelf on a value of a map", map(text({ maxLength: 9, ...rules(transition) }), { maxProperties: 3 })),
  spec(
    "oldSelf on a value of an atomic map",
    map(text({ maxLength: 9, ...rules(transition) }), { maxProperties: 3, "x-kubernetes-map-type": "atomic" }),
  ),
  spec(
    "oldSelf in an atomic object",
    object({ a: text({ maxLength: 9, ...rules(transition) }) }, { "x-kubernetes-map-type": "atomic" }),
  ),
  spec("oldSelf of a whole list", list(text({ maxLength: 9 }), { maxItems: 9, ...rules(transition) })),
  spec(
    "oldSelf as a variable below a list",
    list(list(number, { maxItems: 3, ...rules("self.all(oldSelf, oldSelf > 1)") }), { maxItems: 3 }),
  ),
  spec(
    "optional oldSelf",
    text(rules({ rule: "oldSelf.hasValue() ? oldSelf.value() == self : true", optionalOldSelf: true })),
  ),
  spec("optional oldSelf, used as if it were not", text(rules({ rule: transition, optionalOldSelf: true }))),
  spec("optional oldSelf with orValue", text(rules({ rule: "oldSelf.orValue('') == self", optionalOldSelf: true }))),
  spec("optional oldSelf that is not used", text(rules({ rule: "self != ''", optionalOldSelf: true }))),
  spec("optionalOldSelf false, and not used", text(rules({ rule: "self != ''", optionalOldSelf: false }))),
  spec("optionalOldSelf false, and used", text(rules({ rule: transition, optionalOldSelf: false }))),
  spec(
    "optional oldSelf on an item",
    list(text(rules({ rule: "oldSelf.orValue('') == self", optionalOldSelf: true })), { maxItems: 2 }),
  ),
  spec(
    "fields of an optional oldSelf",
    object({ a: object({ b: number }) }, rules({ rule: "oldSelf.a.b.orValue(1) == self.a.b", optionalOldSelf: true })),
  ),
  spec(
    "oldSelf in the message only, optional",
    text(rules({ rule: "self != ''", messageExpression: "oldSelf.orValue('')", optionalOldSelf: true })),
  ),
];

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

/** Where the server's estimator confuses the paths of two fields, or takes one size for another. */
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

export const schemaCases: readonly SchemaCase[] = [
  ...bounds,
  ...cardinalities,
  ...totals,
  ...messages,
  ...paths,
  ...transitions,
  ...visibility,
  ...quirks,
];
