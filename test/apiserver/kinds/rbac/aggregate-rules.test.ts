import { expect, test } from "vitest";
import type { ApiObject } from "../../../../src/apiserver/api-object.js";
import { aggregateRules } from "../../../../src/apiserver/kinds/rbac/aggregate-rules.js";
import type { JsonObject } from "../../../../src/core/json.js";

function role(name: string, labels: Record<string, string>, ...resources: string[]): ApiObject {
  const rules = resources.map((resource) => ({ apiGroups: [""], resources: [resource], verbs: ["get"] }));
  return { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name, labels }, rules };
}

const roles = [
  role("b", { to: "x", tier: "one" }, "pods", "secrets"),
  role("a", { to: "x" }, "secrets", "services"),
  role("c", { to: "y", tier: "two" }, "nodes"),
];

const cases: [string, JsonObject[], string[]][] = [
  ["the labels", [{ matchLabels: { to: "x" } }], ["secrets", "services", "pods"]],
  [
    "one of several selectors",
    [{ matchLabels: { to: "y" } }, { matchLabels: { tier: "one" } }],
    ["nodes", "pods", "secrets"],
  ],
  [
    "In",
    [{ matchExpressions: [{ key: "tier", operator: "In", values: ["two", "one"] }] }],
    ["pods", "secrets", "nodes"],
  ],
  [
    "NotIn",
    [{ matchExpressions: [{ key: "tier", operator: "NotIn", values: ["one"] }] }],
    ["secrets", "services", "nodes"],
  ],
  ["Exists", [{ matchExpressions: [{ key: "tier", operator: "Exists" }] }], ["pods", "secrets", "nodes"]],
  ["DoesNotExist", [{ matchExpressions: [{ key: "tier", operator: "DoesNotExist" }] }], ["secrets", "services"]],
  ["nothing that is there", [{ matchLabels: { to: "z" } }], []],
];

test.each(cases)(
  "a role takes the rules of those selected by %s, each once, in the order of names",
  (_, selectors, want) => {
    const target = { ...role("all", {}), aggregationRule: { clusterRoleSelectors: selectors } };
    const rules = aggregateRules(target, [...roles, target]);
    expect(rules.flatMap((rule) => rule.resources)).toEqual(want);
  },
);

test("a role that aggregates nothing has no rules from others", () => {
  expect(aggregateRules(role("alone", {}), roles)).toEqual([]);
});
