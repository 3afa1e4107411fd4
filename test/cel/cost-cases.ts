/** Cases about the cost limits of rules. */
import type { Schema } from "../../src/schema/schema.js";
import {
  allMatchA,
  isUnique,
  list,
  map,
  matchesA,
  number,
  object,
  root,
  rules,
  type SchemaCase,
  spec,
  text,
} from "./schema-case.js";

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

export const costCases: readonly SchemaCase[] = [...bounds, ...cardinalities, ...totals];
