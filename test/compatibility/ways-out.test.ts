import { expect, test } from "vitest";
import { checkRules } from "../../src/cel/check-rules.js";
import { compareCrds } from "../../src/compatibility/compare-crds.js";
import { waysOut } from "../../src/compatibility/ways-out.js";
import type { Schema, ValidationRule } from "../../src/schema/schema.js";
import { crdDocument, crdFrom, withField } from "../support/compared-crds.js";

const text = { type: "string" };

function waysFor(before: object, after: object, source = "git:HEAD"): string[] {
  const now = crdFrom(crdDocument(after));
  return compareCrds(crdFrom(crdDocument(before)), now).flatMap((change) => waysOut(change, now, source));
}

/** Returns the rule in a tag of a suggestion. */
function ruleIn(way: string | undefined): ValidationRule {
  const [, json = "null"] = /`@cel (\{.*\})`/.exec(way ?? "") ?? [];
  return JSON.parse(json) as ValidationRule;
}

test("a change that breaks nothing needs no way out", () => {
  expect(waysFor(withField(undefined), withField(text))).toEqual([]);
});

test("a new required field can be required of new objects only, with a rule that the API server accepts", () => {
  const after = withField(text, { required: ["field"] });
  const [first, second, third] = waysFor(withField(text), after);
  expect(first).toContain("@default");
  const rule = ruleIn(second);
  const spec: Schema = {
    type: "object",
    properties: { field: { type: "string" } },
    "x-kubernetes-validations": [rule],
  };
  expect(checkRules({ type: "object", properties: { spec } })).toEqual([]);
  const webhook = "`tsop create webhook --group foo --kind Bar --version v2 --conversion --spoke v1`";
  expect(third).toBe(
    `Make the change in a new version: \`tsop create api --group foo --kind Bar --version v2 --changes-since git:HEAD\` and ${webhook}.`,
  );
  expect(waysFor(withField(text), after, "install.yaml")[2]).toBe(
    `Make the change in a new version: \`tsop create api --group foo --kind Bar --version v2\` and ${webhook}.`,
  );
});

test("a narrower value can be required of changed values only, with a rule that the API server accepts", () => {
  const [first] = waysFor(withField(text), withField({ ...text, maxLength: 5 }));
  const { rule, ...rest } = ruleIn(first);
  const field: Schema = {
    type: "string",
    maxLength: 99,
    "x-kubernetes-validations": [{ ...rest, rule: rule.replace("CONDITION", "size(self) <= 5") }],
  };
  expect(checkRules({ type: "object", properties: { field } })).toEqual([]);
});

test("a new rule can be required of changed values only", () => {
  const [first] = waysFor(
    withField(text),
    withField({ ...text, maxLength: 9, "x-kubernetes-validations": [{ rule: "self != 'a'" }] }),
  ).filter((way) => way.includes("self != 'a'"));
  const field: Schema = { type: "string", maxLength: 9, "x-kubernetes-validations": [ruleIn(first)] };
  expect(checkRules({ type: "object", properties: { field } })).toEqual([]);
});
