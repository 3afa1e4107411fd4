/** Where a pod wants to be. Source: validateAffinity in pkg/apis/core/validation/validation.go. */
import { type FieldError, forbidden, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectOf, objectsOf, textOf, textsOf } from "../../json-fields.js";
import { validateLabelName, validateLabelSelector } from "../validation/labels.js";
import { checkLabelValue, nameIsDnsLabel, nameIsDnsSubdomain } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";
import { validateLabelKeys } from "./validate-label-keys.js";

const requiredTerms = "requiredDuringSchedulingIgnoredDuringExecution";
const preferredTerms = "preferredDuringSchedulingIgnoredDuringExecution";

export function validateAffinity(spec: JsonObject, path: string): FieldError[] {
  const affinity = objectOf(spec, "affinity");
  return [
    ...validateNodeAffinity(objectOf(affinity, "nodeAffinity"), `${path}.nodeAffinity`),
    ...["podAffinity", "podAntiAffinity"].flatMap((name) =>
      validatePodAffinity(objectOf(affinity, name), `${path}.${name}`),
    ),
  ];
}

function validateNodeAffinity(affinity: JsonObject | undefined, path: string): FieldError[] {
  const selector = objectOf(affinity, requiredTerms);
  return [
    ...(selector === undefined ? [] : validateNodeSelector(selector, `${path}.${requiredTerms}`)),
    ...objectsOf(affinity, preferredTerms).flatMap((term, index) => {
      const at = `${path}.${preferredTerms}[${index}]`;
      const preference = objectOf(term, "preference") ?? {};
      return [
        ...validateWeight(term, at),
        ...validateNodeTerm(preference, `${at}.preference`, { checksValues: false }),
      ];
    }),
  ];
}

/** Also of volumes, and of what a node has. */
export function validateNodeSelector(selector: JsonObject, path: string): FieldError[] {
  const terms = objectsOf(selector, "nodeSelectorTerms");
  const at = `${path}.nodeSelectorTerms`;
  if (terms.length === 0) return [required(at, "must have at least one node selector term")];
  return terms.flatMap((term, index) => validateNodeTerm(term, `${at}[${index}]`, { checksValues: true }));
}

function validateNodeTerm(term: JsonObject, path: string, options: { readonly checksValues: boolean }): FieldError[] {
  return [
    ...objectsOf(term, "matchExpressions").flatMap((requirement, index) =>
      validateNodeRequirement(requirement, `${path}.matchExpressions[${index}]`, options.checksValues),
    ),
    ...objectsOf(term, "matchFields").flatMap((requirement, index) =>
      validateNodeField(requirement, `${path}.matchFields[${index}]`),
    ),
  ];
}

function validateNodeRequirement(requirement: JsonObject, path: string, checksValues: boolean): FieldError[] {
  const values = textsOf(requirement, "values");
  return [
    ...validateOperator(textOf(requirement, "operator"), values, path),
    ...validateLabelName(textOf(requirement, "key"), `${path}.key`),
    ...(checksValues
      ? values.flatMap((value, index) => faultsAt(`${path}.values[${index}]`, value, checkLabelValue(value)))
      : []),
  ];
}

function validateOperator(operator: string, values: readonly string[], path: string): FieldError[] {
  const at = `${path}.values`;
  switch (operator) {
    case "In":
    case "NotIn":
      return values.length > 0 ? [] : [required(at, "must be specified when `operator` is 'In' or 'NotIn'")];
    case "Exists":
    case "DoesNotExist":
      return values.length === 0
        ? []
        : [forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case "Gt":
    case "Lt":
      return values.length === 1
        ? []
        : [required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalid(`${path}.operator`, operator, "not a valid selector operator")];
  }
}

function validateNodeField(requirement: JsonObject, path: string): FieldError[] {
  const operator = textOf(requirement, "operator");
  const values = textsOf(requirement, "values");
  const key = textOf(requirement, "key");
  const isKnown = operator === "In" || operator === "NotIn";
  const oneValue = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
  return [
    ...(isKnown && values.length !== 1 ? [required(`${path}.values`, oneValue)] : []),
    ...(isKnown ? [] : [invalid(`${path}.operator`, operator, "not a valid selector operator")]),
    ...(key === "metadata.name"
      ? values.flatMap((value, index) => faultsAt(`${path}.values[${index}]`, value, nameIsDnsSubdomain(value, false)))
      : [invalid(`${path}.key`, key, "not a valid field selector key")]),
  ];
}

function validatePodAffinity(affinity: JsonObject | undefined, path: string): FieldError[] {
  return [
    ...objectsOf(affinity, requiredTerms).flatMap((term, index) =>
      validatePodTerm(term, `${path}.${requiredTerms}[${index}]`),
    ),
    ...objectsOf(affinity, preferredTerms).flatMap((weighted, index) => {
      const at = `${path}.${preferredTerms}[${index}]`;
      const term = objectOf(weighted, "podAffinityTerm") ?? {};
      return [...validateWeight(weighted, at), ...validatePodTerm(term, `${at}.podAffinityTerm`)];
    }),
  ];
}

function validateWeight(term: JsonObject, path: string): FieldError[] {
  const weight = numberOf(term, "weight") ?? 0;
  return weight >= 1 && weight <= 100 ? [] : [invalid(`${path}.weight`, weight, "must be in the range 1-100")];
}

function validatePodTerm(term: JsonObject, path: string): FieldError[] {
  const topologyKey = textOf(term, "topologyKey");
  return [
    ...validateLabelSelector(objectOf(term, "labelSelector"), `${path}.labelSelector`),
    ...validateLabelSelector(objectOf(term, "namespaceSelector"), `${path}.namespaceSelector`),
    ...textsOf(term, "namespaces").flatMap((name) => faultsAt(`${path}.namespace`, name, nameIsDnsLabel(name, false))),
    ...validateLabelKeys(term, path),
    ...(topologyKey === "" ? [required(`${path}.topologyKey`, "can not be empty")] : []),
    ...validateLabelName(topologyKey, `${path}.topologyKey`),
  ];
}
