/** Source: kubernetes/pkg/apis/rbac/validation/validation.go and the strategies of kubernetes/pkg/registry/rbac. */
import type { Json } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { listOf, objectOf, objectsOf } from "../../json-fields.js";
import type { GroupRules, KindRules } from "../kind-rules.js";
import { nameOf } from "../tables/cells.js";
import { validateLabelSelector } from "../validation/labels.js";
import { nameIsPathSegment } from "../validation/names.js";
import { bindingCells, setBindingDefaults, validateBinding, validateBindingUpdate } from "./bindings.js";
import { validatePolicyRules } from "./policy-rules.js";

const role: KindRules = {
  validateName: nameIsPathSegment,
  allowsCreateOnUpdate: true,
  validate: (object) => validatePolicyRules(object, true),
  setDefaults: emptyIsNone,
  cells: roleCells,
};

const clusterRole: KindRules = {
  ...role,
  validate: (object) => [...validatePolicyRules(object, false), ...validateAggregation(object)],
};

function binding(isNamespaced: boolean): KindRules {
  return {
    validateName: nameIsPathSegment,
    allowsCreateOnUpdate: true,
    setDefaults: setBindingDefaults,
    validate: (object) => validateBinding(object, isNamespaced),
    validateUpdate: (object, old) => [...validateBinding(object, isNamespaced), ...validateBindingUpdate(object, old)],
    cells: bindingCells,
  };
}

export const rbacRules: GroupRules = {
  roles: role,
  clusterroles: clusterRole,
  rolebindings: binding(true),
  clusterrolebindings: binding(false),
};

/** An empty list is none once it has been stored as protobuf. */
function emptyIsNone(object: ApiObject): void {
  if (listOf(object, "rules").length === 0) object["rules"] = null;
}

function validateAggregation(object: ApiObject): FieldError[] {
  const aggregation = objectOf(object, "aggregationRule");
  if (aggregation === undefined) return [];
  const path = "aggregationRule.clusterRoleSelectors";
  const selectors = objectsOf(aggregation, "clusterRoleSelectors");
  if (selectors.length === 0) {
    return [required(path, "at least one clusterRoleSelector required if aggregationRule is non-nil")];
  }
  return selectors.flatMap((selector, index) => {
    const faults = validateLabelSelector(selector, `${path}[${index}]`);
    // Go shows the selector that it could not make.
    return faults.length === 0 ? [] : [...faults, invalid(`${path}[${index}]`, null, "invalid label selector.")];
  });
}

/** Of roles, the time itself. Source: kubernetes/pkg/printers/internalversion/printers.go (printObject). */
function roleCells(object: ApiObject): Json[] {
  return [nameOf(object), object.metadata.creationTimestamp ?? null];
}
