import { describe, expect, test } from "vitest";
import { pathAttributes, resourceAttributes } from "../../../src/apiserver/authorization/authorizer.js";
import { describeMissing } from "../../../src/apiserver/authorization/rule-coverage.js";
import { doesPathMatch, doesRuleAllow } from "../../../src/apiserver/authorization/rule-matches.js";

const user = { username: "jane", groups: [] };
const get = { verb: "get", resource: "pods", namespace: "a" };

describe("a rule", () => {
  test.each([
    ["names what is asked for", { verbs: ["get"], apiGroups: [""], resources: ["pods"] }, get, true],
    ["is for another verb", { verbs: ["list"], apiGroups: [""], resources: ["pods"] }, get, false],
    ["is for another group", { verbs: ["*"], apiGroups: ["apps"], resources: ["pods"] }, get, false],
    ["is for all groups", { verbs: ["*"], apiGroups: ["*"], resources: ["pods"] }, get, true],
    ["has no groups", { verbs: ["*"], resources: ["*"] }, get, false],
    [
      "does not name the subresource",
      { verbs: ["*"], apiGroups: [""], resources: ["pods"] },
      { ...get, subresource: "log" },
      false,
    ],
    [
      "names the subresource",
      { verbs: ["*"], apiGroups: [""], resources: ["pods/log"] },
      { ...get, subresource: "log" },
      true,
    ],
    [
      "names the subresource of all",
      { verbs: ["*"], apiGroups: [""], resources: ["*/log"] },
      { ...get, subresource: "log" },
      true,
    ],
    [
      "names another subresource of all",
      { verbs: ["*"], apiGroups: [""], resources: ["*/og"] },
      { ...get, subresource: "log" },
      false,
    ],
    [
      "is for a name",
      { verbs: ["*"], apiGroups: [""], resources: ["*"], resourceNames: ["x"] },
      { ...get, name: "x" },
      true,
    ],
    ["is for another name", { verbs: ["*"], apiGroups: [""], resources: ["*"], resourceNames: ["x"] }, get, false],
    ["is for paths", { verbs: ["*"], nonResourceURLs: ["*"] }, get, false],
  ])("that %s", (_, rule, asked, isAllowed) => {
    expect(doesRuleAllow(rule, resourceAttributes(user, asked))).toBe(isAllowed);
  });

  test.each([
    ["/healthz", "/healthz", true],
    ["/healthz", "/healthz/x", false],
    ["/healthz/*", "/healthz/x/y", true],
    ["/healthz/*", "/healthz", false],
    ["/health**", "/healthz", true],
    ["*", "/", true],
  ])("for the path %s and a request for %s", (pattern, path, isAllowed) => {
    expect(doesPathMatch(pattern, path)).toBe(isAllowed);
    expect(doesRuleAllow({ verbs: ["get"], nonResourceURLs: [pattern] }, pathAttributes(user, "get", path))).toBe(
      isAllowed,
    );
  });
});

describe("missing rules", () => {
  const pods = { verbs: ["get", "list"], apiGroups: [""], resources: ["pods"] };

  test("is nothing when all is held, by several rules too", () => {
    const held = [
      { ...pods, verbs: ["get"] },
      { ...pods, verbs: ["list"] },
    ];
    expect(describeMissing(held, [pods])).toEqual([]);
    expect(describeMissing([{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }], [pods])).toEqual([]);
  });

  test("is joined by verb and sorted", () => {
    expect(describeMissing([], [{ ...pods, resources: ["secrets", "pods"] }])).toEqual([
      '{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}',
      '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
    ]);
  });

  test("a rule for a name does not hold for all names", () => {
    expect(describeMissing([{ ...pods, resourceNames: ["a"] }], [pods])).toHaveLength(1);
    expect(describeMissing([{ ...pods, resourceNames: ["a"] }], [{ ...pods, resourceNames: ["a"] }])).toEqual([]);
  });

  test("paths stay apart", () => {
    expect(
      describeMissing(
        [{ verbs: ["get"], nonResourceURLs: ["/a/*"] }],
        [{ verbs: ["get"], nonResourceURLs: ["/a/b", "/c"] }],
      ),
    ).toEqual(['{NonResourceURLs:["/c"], Verbs:["get"]}']);
  });
});
