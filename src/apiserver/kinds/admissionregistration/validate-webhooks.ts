/** Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateMutatingWebhook). */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { duplicate, type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import { numberOf, objectOf, objectsOf, textOf, textsOf } from "../../json-fields.js";
import { validateLabelSelector } from "../validation/labels.js";
import { checkDns1035Label, checkDns1123Subdomain } from "../validation/names.js";
import { validateClientConfig } from "./validate-client-config.js";
import { validateMatchConditions } from "./validate-match-conditions.js";
import { validateRule } from "./validate-rules.js";

const reviewVersions = ["v1", "v1beta1"];
const sideEffects = ["None", "NoneOnDryRun"];

export const choices = {
  failurePolicy: ["Fail", "Ignore"],
  matchPolicy: ["Equivalent", "Exact"],
  reinvocationPolicy: ["IfNeeded", "Never"],
} as const;

export function validateWebhooks(object: ApiObject, isMutating: boolean): FieldError[] {
  const webhooks = objectsOf(object, "webhooks");
  const names = webhooks.map((webhook) => textOf(webhook, "name"));
  return webhooks.flatMap((webhook, index) => {
    const path = `webhooks[${index}]`;
    const name = names[index] ?? "";
    return [
      ...validateWebhook(webhook, isMutating, path),
      ...validateReviewVersions(webhook, `${path}.admissionReviewVersions`),
      ...(name !== "" && names.indexOf(name) < index ? [duplicate(`${path}.name`, name)] : []),
    ];
  });
}

function validateWebhook(webhook: JsonObject, isMutating: boolean, path: string): FieldError[] {
  const timeout = numberOf(webhook, "timeoutSeconds");
  const effects = webhook["sideEffects"];
  return [
    ...validateName(textOf(webhook, "name"), `${path}.name`),
    ...objectsOf(webhook, "rules").flatMap((rule, index) => validateRule(rule, `${path}.rules[${index}]`)),
    ...validateChoice(webhook, "failurePolicy", path),
    ...validateChoice(webhook, "matchPolicy", path),
    ...(typeof effects !== "string"
      ? [required(`${path}.sideEffects`, `must specify one of ${sideEffects.join(", ")}`)]
      : sideEffects.includes(effects)
        ? []
        : [notSupported(`${path}.sideEffects`, effects, sideEffects)]),
    ...(timeout !== undefined && (timeout > 30 || timeout < 1)
      ? [invalid(`${path}.timeoutSeconds`, timeout, "the timeout value must be between 1 and 30 seconds")]
      : []),
    ...validateLabelSelector(objectOf(webhook, "namespaceSelector"), `${path}.namespaceSelector`),
    ...validateLabelSelector(objectOf(webhook, "objectSelector"), `${path}.objectSelector`),
    ...(isMutating ? validateChoice(webhook, "reinvocationPolicy", path) : []),
    ...validateClientConfig(objectOf(webhook, "clientConfig"), `${path}.clientConfig`),
    ...validateMatchConditions(objectsOf(webhook, "matchConditions"), `${path}.matchConditions`),
  ];
}

export function validateChoice(object: JsonObject, field: keyof typeof choices, path: string): FieldError[] {
  const value = object[field];
  const supported: readonly string[] = choices[field];
  return typeof value !== "string" || supported.includes(value)
    ? []
    : [notSupported(`${path}.${field}`, value, supported)];
}

/** Source: k8s.io/apimachinery/pkg/util/validation/validation.go (IsFullyQualifiedName). */
function validateName(name: string, path: string): FieldError[] {
  if (name === "") return [required(path)];
  const faults = checkDns1123Subdomain(name);
  if (faults.length > 0) return [invalid(path, name, faults.join(","))];
  if (name.split(".").length >= 3) return [];
  return [invalid(path, name, "should be a domain with at least three segments separated by dots")];
}

function validateReviewVersions(webhook: JsonObject, path: string): FieldError[] {
  const versions = [...textsOf(webhook, "admissionReviewVersions")];
  if (versions.length === 0) return [required(path, `must specify one of ${reviewVersions.join(", ")}`)];
  const faults = versions.flatMap((version, index) =>
    versions.indexOf(version) < index
      ? [invalid(`${path}[${index}]`, version, "duplicate version")]
      : checkDns1035Label(version).map((fault) => invalid(`${path}[${index}]`, version, fault)),
  );
  if (versions.some((version) => reviewVersions.includes(version))) return faults;
  return [...faults, invalid(path, versions, `must include at least one of ${reviewVersions.join(", ")}`)];
}
