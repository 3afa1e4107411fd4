import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { objectsOf, textsOf } from "../../json-fields.js";

export function validatePolicyRules(role: ApiObject, isNamespaced: boolean): FieldError[] {
  return objectsOf(role, "rules").flatMap((rule, index) => validatePolicyRule(rule, isNamespaced, `rules[${index}]`));
}

function validatePolicyRule(rule: JsonObject, isNamespaced: boolean, path: string): FieldError[] {
  const has = (name: string): boolean => textsOf(rule, name).length > 0;
  const faults = has("verbs") ? [] : [required(`${path}.verbs`, "verbs must contain at least one value")];
  if (!has("nonResourceURLs")) {
    if (!has("apiGroups")) {
      faults.push(required(`${path}.apiGroups`, "resource rules must supply at least one api group"));
    }
    if (!has("resources")) {
      faults.push(required(`${path}.resources`, "resource rules must supply at least one resource"));
    }
    return faults;
  }
  const urls = [...textsOf(rule, "nonResourceURLs")];
  const at = `${path}.nonResourceURLs`;
  if (isNamespaced) faults.push(invalid(at, urls, "namespaced rules cannot apply to non-resource URLs"));
  if (has("apiGroups") || has("resources") || has("resourceNames")) {
    faults.push(invalid(at, urls, "rules cannot apply to both regular resources and non-resource URLs"));
  }
  return faults;
}
