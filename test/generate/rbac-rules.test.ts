import { describe, expect, test } from "vitest";
import { mergeRules, type PolicyRule } from "../../src/generate/rbac-rules.js";

function rule(groups: string, resources: string, verbs: string, more: Partial<PolicyRule> = {}): PolicyRule {
  const list = (text: string): string[] => (text === "" ? [] : text.split(" "));
  return { groups: list(groups), resources: list(resources), verbs: list(verbs), resourceNames: [], urls: [], ...more };
}

describe("rules", () => {
  test("of one resource are joined by their verbs", () => {
    expect(mergeRules([rule("a", "x", "list"), rule("a", "x", "get list")])).toEqual([rule("a", "x", "get list")]);
  });

  test("with the same verbs are joined by their resources, then by their groups", () => {
    const rules = [rule("a", "y", "get"), rule("b", "x y", "get"), rule("a", "x", "get")];
    expect(mergeRules(rules)).toEqual([rule("a b", "x y", "get")]);
  });

  test("are joined by resources first, so that equal groups can be found", () => {
    const rules = [rule("a", "x", "get"), rule("b", "x", "get"), rule("a", "y", "get")];
    expect(mergeRules(rules)).toEqual([rule("a", "x y", "get"), rule("b", "x", "get")]);
  });

  test("for URLs are joined by their URLs", () => {
    const rules = [rule("", "", "get", { urls: ["/b"] }), rule("", "", "get", { urls: ["/a"] })];
    expect(mergeRules(rules)).toEqual([rule("", "", "get", { urls: ["/a", "/b"] })]);
  });

  test("for named objects stay apart from those for all", () => {
    const rules = [rule("a", "x", "get", { resourceNames: ["n"] }), rule("a", "x", "get")];
    expect(mergeRules(rules)).toHaveLength(2);
  });

  test("with all verbs say nothing else, and are not joined with others", () => {
    expect(mergeRules([rule("a", "x", "get *"), rule("a", "y", "*")])).toEqual([
      rule("a", "x", "*"),
      rule("a", "y", "*"),
    ]);
  });

  test("of the core group have an empty name, and none twice", () => {
    const { groups } = mergeRules([{ ...rule("core", "pods", "get"), groups: ["core", ""] }])[0]!;
    expect(groups).toEqual([""]);
  });

  test("come out the same in whatever order they are given", () => {
    const rules = [rule("b", "x y", "get"), rule("a", "x", "list get"), rule("c", "z", "*"), rule("a", "y", "get")];
    expect(mergeRules(rules.toReversed())).toEqual(mergeRules(rules));
  });
});
