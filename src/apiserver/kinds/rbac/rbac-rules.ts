/** Source: kubernetes/pkg/apis/rbac/validation/validation.go and the strategies of kubernetes/pkg/registry/rbac. */
import type { ClusterRole, PolicyRule, Role } from "../../../k8s/rbac/v1.js";
import { invalid } from "../../../core/field-error.js";
import { listOf, textsOf } from "../../api-object.js";
import type { GroupRules, KindRules } from "../kind-rules.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { labelSelector } from "../validation/labels.js";
import { nameIsPathSegment } from "../validation/names.js";
import { bindingCells, bindingRules, keptRoleRef, setBindingDefaults } from "./bindings.js";

function policyRule(isNamespaced: boolean): rule.Table<PolicyRule> {
  const has = (object: Parameters<typeof textsOf>[0], name: string): boolean => textsOf(object, name).length > 0;
  return [
    rule.list("verbs", must.beSet("verbs must contain at least one value")),
    rule.when(
      (object) => !has(object, "nonResourceURLs"),
      rule.list("apiGroups", must.beSet("resource rules must supply at least one api group")),
      rule.list("resources", must.beSet("resource rules must supply at least one resource")),
    ),
    rule.when(
      (object) => has(object, "nonResourceURLs"),
      rule.list("nonResourceURLs", [() => !isNamespaced, "namespaced rules cannot apply to non-resource URLs"]),
      rule.list("nonResourceURLs", [
        (_urls, { object }) => !["apiGroups", "resources", "resourceNames"].some((name) => has(object, name)),
        "rules cannot apply to both regular resources and non-resource URLs",
      ]),
    ),
  ];
}

const role: KindRules = {
  validateName: nameIsPathSegment,
  allowsCreateOnUpdate: true,
  validate: rule.validator<Role>([rule.each("rules", policyRule(true))]),
  // An empty list becomes null when it is stored as protobuf.
  setDefaults(object) {
    if (listOf(object, "rules").length === 0) object["rules"] = null;
  },
  nullIfEmpty: true,
  // Roles show the creation time itself.
  cells: cell.row(cell.nameOf, ({ metadata }) => metadata.creationTimestamp ?? null),
};

const clusterRole: KindRules = {
  ...role,
  validate: rule.validator<ClusterRole>([
    rule.each("rules", policyRule(false)),
    rule.optional("aggregationRule", [
      rule.list(
        "clusterRoleSelectors",
        must.beSet("at least one clusterRoleSelector required if aggregationRule is non-nil"),
      ),
      rule.each("clusterRoleSelectors", [
        (place) => {
          const faults = rule.judgeAt(labelSelector, place);
          // Go shows the selector that it failed to create.
          return faults.length === 0 ? [] : [...faults, invalid(place.path, null, "invalid label selector.")];
        },
      ]),
    ]),
  ]),
};

function binding(isNamespaced: boolean): KindRules {
  const rules = bindingRules(isNamespaced);
  return {
    validateName: nameIsPathSegment,
    allowsCreateOnUpdate: true,
    setDefaults: setBindingDefaults,
    validate: rule.validator(rules),
    validateUpdate: rule.validator([...rules, keptRoleRef]),
    cells: bindingCells,
  };
}

export const rbacRules: GroupRules = {
  roles: role,
  clusterroles: clusterRole,
  rolebindings: binding(true),
  clusterrolebindings: binding(false),
};
