/** Schemas around the limits of the API server. Its verdict on each is recorded (verdicts.json). */
import { list, map, number, object, root, rules, type SchemaCase, spec, text } from "./schema-case.js";
import { costCases } from "./cost-cases.js";
import { visibilityCases } from "./visibility-cases.js";

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

export const schemaCases: readonly SchemaCase[] = [
  ...costCases,
  ...messages,
  ...paths,
  ...transitions,
  ...visibilityCases,
];
