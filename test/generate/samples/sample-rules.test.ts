import { describe, expect, test } from "vitest";
import { parseAllYaml } from "../../../src/core/yaml.js";
import { runManifests } from "../../support/manifest-cases.js";

interface Sampled {
  readonly object: { readonly metadata: { readonly name: string }; readonly spec?: unknown };
  readonly warnings: readonly string[];
}

/** Returns the plain sample of a kind with that spec, and its diagnostics. */
function sample(spec: string, tags: readonly string[] = []): Sampled {
  const source = `import { type CustomResource, defineKind, type Int32 } from "tsop";
/**
${tags.map((tag) => ` * ${tag}`).join("\n")}
 */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { ${spec} };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`;
  const { artifacts, diagnostics } = runManifests({ "api/v1/bar_types.ts": source }, { generators: ["samples"] });
  const [artifact] = artifacts;
  const [object] = parseAllYaml(artifact?.content ?? "", "sample") as unknown as Sampled["object"][];
  if (object === undefined) throw new Error(JSON.stringify(diagnostics));
  return { object, warnings: diagnostics.map(({ code, message, hint }) => `${code}: ${message} (${hint})`) };
}

describe("a sample of a kind with rules", () => {
  test.each<[rule: string, type: string, value: unknown]>([
    ["self > 1", "Int32", 2],
    ["self < -5", "Int32", -6],
    ["self == 7", "Int32", 7],
    ["self % 3 == 0 && self > 10", "Int32", 12],
    ["self == 'x.y'", "string", "x.y"],
    ["self.endsWith('.io')", "string", "a.io"],
    ["!self.contains('a') && self.size() > 2", "string", "EXAMPLE"],
    ["self.matches('^[A-Z]{2}-[0-9]{3}$')", "string", "AA-111"],
    ["duration(self) > duration('1h')", "string", "100m"],
    ["self in ['x', 'y']", "string", "x"],
    ["!self", "boolean", false],
    ["self == 'b'", '"a" | "b"', "b"],
    ["ip(self).family() == 6", "string", undefined],
  ])("keeps %s", (rule, type, value) => {
    const bound = type === "string" ? "\n * @maxLength 50" : "";
    const { object, warnings } = sample(`/**\n * @cel rule=${JSON.stringify(rule)}${bound}\n */ a: ${type}`);
    if (value === undefined) {
      expect(object.spec).toEqual({});
      expect(warnings).toEqual([
        `sample/incomplete: the sample of Bar has no value for spec.a (Put @example with a valid value on the field (it must keep the rule ${rule}).)`,
      ]);
    } else {
      expect({ spec: object.spec, warnings }).toEqual({ spec: { a: value }, warnings: [] });
    }
  });

  test.each<[rule: string, spec: string, value: unknown]>([
    ["has(self.a)", "a?: Int32; b?: Int32", { a: 1 }],
    ["has(self.a) != has(self.b)", "a?: Int32; b?: Int32", { a: 1 }],
    ["has(self.a) == has(self.b)", "a: Int32; b?: Int32", { a: 1, b: 1 }],
    ["self.mode != 'A' || has(self.b)", 'mode: "A" | "B"; b?: Int32', { mode: "A", b: 1 }],
  ])("keeps %s of an object", (rule, spec, value) => {
    const { object, warnings } = sample(`/** @cel rule=${JSON.stringify(rule)} */ inner: { ${spec} }`);
    expect({ spec: object.spec, warnings }).toEqual({ spec: { inner: value }, warnings: [] });
  });

  test.each<[type: string, value: unknown]>([
    ["string[]", ["item"]],
    ["Record<string, Int32>", { example: 1 }],
  ])("is not empty where a rule asks for more: %s", (type, value) => {
    const { object, warnings } = sample(`/** @cel rule="self.size() > 0" */ items: ${type}`);
    expect({ spec: object.spec, warnings }).toEqual({ spec: { items: value }, warnings: [] });
  });

  test("has the name that a rule of the kind asks for", () => {
    const { object, warnings } = sample("a?: Int32", [`@cel rule="self.metadata.name == 'cluster'"`]);
    expect({ name: object.metadata.name, warnings }).toEqual({ name: "cluster", warnings: [] });
  });

  test("shows what breaks a rule, with the rule", () => {
    const { object, warnings } = sample(
      '/** @cel rule="self.a * 2 == self.b + 7" message="b is twice a less seven" */ inner: { a: Int32; b: Int32 }',
    );
    expect(object.spec).toEqual({ inner: { a: 1, b: 1 } });
    expect(warnings).toEqual([
      "sample/incomplete: the sample of Bar breaks a rule on spec.inner: b is twice a less seven (Put @example with valid values on the fields of the rule, or on a field that contains them.)",
    ]);
  });

  test("does not look at rules on changes", () => {
    const { object, warnings } = sample('/** @cel rule="self == oldSelf" */ a: Int32');
    expect({ spec: object.spec, warnings }).toEqual({ spec: { a: 1 }, warnings: [] });
  });
});
