import { describe, expect, test } from "vitest";
import { checkRules } from "../../src/cel/check-rules.js";
import { compareCrds } from "../../src/compatibility/compare-crds.js";
import type { Crd, ObjectStore } from "../../src/compatibility/crd.js";
import { waysOut } from "../../src/compatibility/ways-out.js";
import type { UnknownObject } from "../../src/core/json.js";
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

describe("a kind of an extension API server", () => {
  const ways = (store: ObjectStore, before: UnknownObject, after: UnknownObject): string => {
    const [old, now] = [before, after].map((each): Crd => ({ ...crdFrom(each), store })) as [Crd, Crd];
    const all = compareCrds(old, now).flatMap((change) => waysOut(change, now, "git:HEAD"));
    expect(all.join("\n")).not.toMatch(/CRD|webhook before|migrate-storage|create api /);
    return all.join("\n");
  };
  const version = (name: string, field: object | undefined, storage = false): object => ({
    ...{ name, served: true, storage, schema: { openAPIV3Schema: withField(field) } },
  });
  const versions = (...all: object[]): UnknownObject => crdDocument({}, { versions: all });

  test("gets commands that work for it", () => {
    expect(ways("file", crdDocument(withField(text)), crdDocument(withField({ type: "integer" })))).toContain(
      "`tsop create apiserver --group foo --kind Bar --version v2 --changes-since git:HEAD`",
    );
    const both = versions(version("v1", text, true), version("v2", undefined));
    const moved = versions(version("v1", text), version("v2", undefined, true));
    expect(ways("file", both, moved)).toContain(
      "in the code before you change the storage version: `tsop create webhook --group foo --kind Bar --version v2 --conversion --spoke v1`.",
    );
    expect(ways("file", both, versions(version("v2", undefined, true)))).toContain(
      "`kubectl get bars.foo.example.com -A -o json | kubectl replace -f -`",
    );
    const cluster = crdDocument(withField(text), { scope: "Cluster" });
    expect(ways("file", crdDocument(withField(text)), cluster)).toContain("copy the objects to it");
  });

  test("writes nothing if the server computes its objects", () => {
    const gone = versions(version("v2", undefined, true));
    const all = [
      ways("virtual", crdDocument(withField(text)), crdDocument(withField(undefined))),
      ways("virtual", versions(version("v1", text, true), version("v2", undefined)), gone),
      ways("virtual", crdDocument(withField(text)), crdDocument(withField(text), { scope: "Cluster" })),
    ].join("\n");
    expect(all).toContain("Keep the field, and describe it as deprecated.");
    expect(all).not.toMatch(/kubectl|copy|oldSelf|controller/);
  });
});
