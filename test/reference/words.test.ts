/** Constraints and rules in words. */
import { describe, expect, test } from "vitest";
import type { Inline, Line } from "../../src/reference/formats/block.js";
import { constraintsOf } from "../../src/reference/words/constraints.js";
import { descriptionBlocks, descriptionLines } from "../../src/reference/words/descriptions.js";
import { kubernetesLink } from "../../src/reference/words/kubernetes-links.js";
import { wordsOfRule } from "../../src/reference/words/rule-words.js";
import { readBuiltInResources } from "../../src/schema/built-in-resources.js";
import type { Schema } from "../../src/schema/schema.js";

function textOf(line: Line | undefined): string | undefined {
  return line
    ?.map((each: Inline) =>
      typeof each === "string"
        ? each
        : each.kind === "code"
          ? `\`${each.text}\``
          : each.kind === "link"
            ? "link"
            : each.text,
    )
    .join("");
}

describe("a rule", () => {
  test.each([
    ["self.min <= self.max", "`min` is at most `max`"],
    ["has(self.a) || has(self.b)", "`a` is set, or `b` is set"],
    ["!has(self.a) || self.b == 'x'", 'if `a` is set: `b` equals `"x"`'],
    ["has(self.a) ? self.b > 1 : true", "if `a` is set: `b` is greater than `1`"],
    [
      "has(self.a) ? self.b > 1 : self.b < 1",
      "if `a` is set: `b` is greater than `1`; otherwise: `b` is less than `1`",
    ],
    [
      "size(self.items) < 3 && !(self.kind in ['A', 'B'])",
      'the size of `items` is less than `3`, and `kind` is none of `"A"`, `"B"`',
    ],
    ["self.all(x, x.name.startsWith('a'))", 'for every `x` in the value: `x.name` starts with `"a"`'],
    ["self.list.exists(x, x == 'a')", 'for at least one `x` in `list`: `x` equals `"a"`'],
    ["!(self.a == 1 && self.b == 2)", "it is not the case that (`a` equals `1`, and `b` equals `2`)"],
    ["(self.a || self.b) && self.c", "(`a` is true, or `b` is true), and `c` is true"],
    ["self.value >= oldSelf.value", "`value` is at least the previous `value`"],
    ["self != null", "the value differs from `null`"],
  ])("%s", (rule, words) => {
    expect(textOf(wordsOfRule(rule))).toBe(words);
  });

  test.each([
    ["self.map(x, x.a).size() == 1"],
    ["self.a.lowerAscii() == self.a"],
    ["self.a + self.b <= 3"],
    ["self.transformList(i, x, x).size() > 1"],
    ["url(self.a).getHost() == 'a'"],
    ["self.a ==="],
    ["b'a' == self"],
    [`${"self.a && ".repeat(100)}self.a`],
  ])("%s has no words of its own", (rule) => {
    expect(wordsOfRule(rule)).toBeUndefined();
  });
});

describe("a constraint", () => {
  test.each<[Schema, string[]]>([
    [{ minimum: 1, maximum: 9, exclusiveMaximum: true }, ["At least `1`", "Less than `9`"]],
    [{ minLength: 1, maxLength: 63 }, ["1 to 63 characters"]],
    [{ minItems: 2, maxItems: 2 }, ["Exactly 2 items"]],
    [{ maxProperties: 1 }, ["At most 1 entry"]],
    [{ type: "string", format: "ipv4" }, ["Format `ipv4`, such as `10.0.0.1`"]],
    [{ type: "string", format: "made-up" }, ["Format `made-up`, which the API server does not check"]],
    [{ enum: ["a", "", 1, true, null] }, ['One of `a`, `""`, `1`, `true`, `null`']],
    [{ nullable: true }, ["Can be `null`"]],
    [
      { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "b"] },
      ["No two items have the same `a` and `b`; server-side apply merges the items by it"],
    ],
    [
      { oneOf: [{ required: ["a"] }, { required: ["b", "c"] }] },
      ["Exactly one of these holds: (1) `a` is set; (2) `b`, `c` are set"],
    ],
    [
      { oneOf: [{ properties: { kind: { enum: ["A"] } }, not: { required: ["b"] } }] },
      ["Exactly one of these holds: (1) `b` is not set, `kind`: One of `A`"],
    ],
    [
      { not: { anyOf: [{ required: ["a"] }, { minProperties: 2 }] } },
      ["This does not hold: At least one of these holds: (1) `a` is set; (2) At least 2 entries"],
    ],
    [{ anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true }, []],
    [
      { "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "field is immutable" }] },
      ["Immutable: field is immutable — `self == oldSelf`"],
    ],
    [
      { "x-kubernetes-validations": [{ rule: "self.a < 3", reason: "FieldValueInvalid", fieldPath: ".a" }] },
      ["Rule: `a` is less than `3` — `self.a < 3`, reported at `.a`, reason `FieldValueInvalid`"],
    ],
    [{ "x-kubernetes-validations": [{ rule: "f(self)", message: "no" }] }, ["Rule: no — `f(self)`"]],
    [{ externalDocs: { url: "javascript:alert(1)" } }, ["See javascript:alert(1)"]],
    [{ externalDocs: { url: "https://example.com" } }, ["See link"]],
  ])("%j", (schema, lines) => {
    expect(constraintsOf(schema).map(textOf)).toEqual(lines);
  });
});

test("a description keeps its paragraphs, lists and code", () => {
  const text = "One\ntwo `three`.\n\n- a\n- b\n  c\n\nLast ` sign.";
  expect(descriptionBlocks(text).map(({ kind }) => kind)).toEqual(["paragraph", "list", "paragraph"]);
  expect(descriptionLines(text).map(textOf)).toEqual(["One two `three`.", "• a", "• b c", "Last ` sign."]);
  expect(descriptionBlocks("")).toEqual([]);
});

test.each([
  ["core/v1", "PodSpec", "podspec-v1-core"],
  ["apps/v1", "DeploymentSpec", "deploymentspec-v1-apps"],
  ["rbac/v1", "PolicyRule", "policyrule-v1-rbac-authorization-k8s-io"],
  ["networking/v1", "IngressSpec", "ingressspec-v1-networking-k8s-io"],
  ["meta/v1", "LabelSelector", "labelselector-v1-meta"],
])("the link to %s %s", (module, name, anchor) => {
  const facts = { release: "1.35", resources: readBuiltInResources() };
  expect(kubernetesLink(facts, module, name)).toBe(
    `https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.35/#${anchor}`,
  );
});
