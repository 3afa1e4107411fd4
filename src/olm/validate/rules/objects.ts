/** The rules for other objects of a bundle. Source: operator-framework/api, pkg/validation/internal/object.go. */
import { isJsonObject, isList, type JsonObject } from "../../../core/json.js";
import type { BundleObject } from "../../read/bundle.js";
import { fieldAt } from "../field-at.js";
import type { Facts, Found, Rule } from "../rule.js";
import { objectFaultOf } from "../typed-objects.js";

const defaultConstraints: readonly string[] = [
  ...[
    "privileged",
    "restricted",
    "anyuid",
    "hostaccess",
    "hostmount-anyuid",
    "hostnetwork",
    "node-exporter",
    "nonroot",
  ],
];

/** The kinds whose objects the rules read, with the versions of their types. */
const typedKinds: Readonly<Record<string, string>> = {
  PodDisruptionBudget: "policy/v1",
  PriorityClass: "scheduling.k8s.io/v1",
  Role: "rbac.authorization.k8s.io/v1",
  ClusterRole: "rbac.authorization.k8s.io/v1",
};

export const objectRules: readonly Rule[] = [
  {
    name: "object-types",
    severity: "error",
    hint: "Correct the value: the API server cannot read the object.",
    check: (facts) =>
      Object.entries(typedKinds).flatMap(([kind, apiVersion]) =>
        ofKind(facts, kind, ({ document }) => {
          const fault = objectFaultOf(document.value, apiVersion, kind);
          return fault === undefined ? [] : [at(document, [], fault)];
        }),
      ),
  },
  {
    name: "budget-max-unavailable",
    severity: "error",
    hint: "Allow at least one Pod: nodes could not be drained otherwise.",
    check: (facts) =>
      ofKind(facts, "PodDisruptionBudget", ({ document }) => {
        const value = fieldAt(document.value, ["spec", "maxUnavailable"]);
        return value === 0 || value === "0%"
          ? [at(document, ["spec", "maxUnavailable"], "maxUnavailable allows no Pod")]
          : [];
      }),
  },
  {
    name: "budget-min-available",
    severity: "error",
    hint: "Write less than 100%: nodes could not be drained otherwise.",
    check: (facts) =>
      ofKind(facts, "PodDisruptionBudget", ({ document }) =>
        fieldAt(document.value, ["spec", "minAvailable"]) === "100%"
          ? [at(document, ["spec", "minAvailable"], "minAvailable requires all Pods")]
          : [],
      ),
  },
  {
    name: "global-default-priority",
    severity: "error",
    hint: "Remove globalDefault: it changes the Pods of the whole cluster.",
    check: (facts) =>
      ofKind(facts, "PriorityClass", ({ document }) =>
        document.value["globalDefault"] === true
          ? [at(document, ["globalDefault"], "the PriorityClass becomes the default of the cluster")]
          : [],
      ),
  },
  {
    name: "budget-permission",
    severity: "warning",
    hint: "Check that the operator needs it: a PodDisruptionBudget can block the maintenance of nodes.",
    check: (facts) =>
      ofRoles(facts, (rule) =>
        has(rule, "apiGroups", "policy") &&
        has(rule, "resources", "poddisruptionbudgets") &&
        has(rule, "verbs", "*", "create", "update", "patch")
          ? "the role may change PodDisruptionBudgets"
          : undefined,
      ),
  },
  {
    name: "security-constraints-permission",
    severity: "error",
    hint: "Create SecurityContextConstraints of your own.",
    check: (facts) =>
      ofRoles(facts, (rule) =>
        has(rule, "apiGroups", "security.openshift.io") &&
        has(rule, "resources", "securitycontextconstraints") &&
        has(rule, "verbs", "*", "delete", "update", "patch") &&
        has(rule, "resourceNames", ...defaultConstraints)
          ? "the role may change the default SecurityContextConstraints of OpenShift"
          : undefined,
      ),
  },
];

function ofKind({ bundle }: Facts, kind: string, check: (object: BundleObject) => readonly Found[]): readonly Found[] {
  return bundle.others.filter(({ gvk }) => gvk.kind === kind).flatMap(check);
}

function ofRoles(facts: Facts, check: (rule: JsonObject) => string | undefined): readonly Found[] {
  return ["Role", "ClusterRole"].flatMap((kind) =>
    ofKind(facts, kind, ({ document }) => {
      const rules = document.value["rules"];
      return (isList(rules) ? rules : []).flatMap((rule, index) => {
        const message = isJsonObject(rule) ? check(rule) : undefined;
        return message === undefined ? [] : [at(document, ["rules", index], message)];
      });
    }),
  );
}

function at(document: BundleObject["document"], path: readonly (string | number)[], message: string): Found {
  return { at: document.at(path), message };
}

function has(rule: JsonObject, field: string, ...wanted: readonly string[]): boolean {
  const values = rule[field];
  return isList(values) && values.some((value) => typeof value === "string" && wanted.includes(value));
}
