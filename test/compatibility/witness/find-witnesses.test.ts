import { expect, test } from "vitest";
import { compareCrds } from "../../../src/compatibility/compare-crds.js";
import { findWitnesses } from "../../../src/compatibility/witness/find-witnesses.js";
import { crdDocument, crdFrom, withField } from "../../support/compared-crds.js";

/** Returns the witnesses of all changes: direction, outcome, and the spec of the object. */
async function witnesses(before: object, after: object): Promise<string[]> {
  const [old, now] = [crdFrom(crdDocument(before)), crdFrom(crdDocument(after))];
  const found = await findWitnesses(old, now, compareCrds(old, now));
  return [...found].map(([{ detail }, search]) =>
    search.kind === "none"
      ? `${detail.kind}: none`
      : `${detail.kind}: ${search.witness.direction} ${search.witness.outcome.kind} ${JSON.stringify(search.witness.object["spec"])}`,
  );
}

const text = { type: "string" };
const rule = (...rules: string[]): object => ({ "x-kubernetes-validations": rules.map((each) => ({ rule: each })) });
const list = (more: object): object => ({ type: "array", items: text, maxItems: 5, ...more });

test.each<[string, object | undefined, object | undefined, string[]]>([
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
    ["rule-added: none"],
  ],
  ["another description", { type: "string", description: "a" }, text, []],
])("%s", async (_title, before, after, expected) => {
  expect(await witnesses(withField(before), withField(after))).toEqual(expected);
});
