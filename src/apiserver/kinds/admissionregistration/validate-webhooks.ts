/** Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateMutatingWebhook). */
import type { MutatingWebhook, MutatingWebhookConfiguration } from "../../../k8s/admissionregistration/v1.js";
import { invalid } from "../../../core/field-error.js";
import { textsOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { labelSelector } from "../validation/labels.js";
import { checkDns1035Label, checkDns1123Subdomain } from "../validation/names.js";
import { matchConditions } from "./validate-expressions.js";
import { operationRule } from "./validate-rules.js";
import { checkClientConfig } from "../../webhooks/check-client-config.js";

const reviewVersions = ["v1", "v1beta1"];
const sideEffects = ["None", "NoneOnDryRun"];

export const failurePolicy: rule.Rule<{ failurePolicy?: string }, unknown> = rule.textPointer(
  "failurePolicy",
  must.beOneOf("Fail", "Ignore"),
);
export const matchPolicy: rule.Rule<{ matchPolicy?: string }, unknown> = rule.textPointer(
  "matchPolicy",
  must.beOneOf("Equivalent", "Exact"),
);

function webhook(isMutating: boolean): rule.Table<MutatingWebhook> {
  return [
    rule.text("name", must.beSet(), beFullName),
    rule.each("rules", operationRule),
    failurePolicy,
    matchPolicy,
    rule.requiredIf(
      "sideEffects",
      `must specify one of ${sideEffects.join(", ")}`,
      (object) => typeof object["sideEffects"] !== "string",
    ),
    rule.textPointer("sideEffects", must.beOneOf(...sideEffects)),
    rule.numberPointer("timeoutSeconds", must.beIn(1, 30, "the timeout value must be between 1 and 30 seconds")),
    rule.object("namespaceSelector", labelSelector),
    rule.object("objectSelector", labelSelector),
    ...(isMutating
      ? [rule.textPointer<MutatingWebhook, unknown>("reinvocationPolicy", must.beOneOf("IfNeeded", "Never"))]
      : []),
    rule.object("clientConfig", [({ object, path }) => checkClientConfig(object, path)]),
    matchConditions,
    rule.list("admissionReviewVersions", must.beSet(`must specify one of ${reviewVersions.join(", ")}`)),
    rule.eachText("admissionReviewVersions", must.beUnique("duplicate version"), must.haveForm(checkDns1035Label)),
    rule.invalidIf("admissionReviewVersions", `must include at least one of ${reviewVersions.join(", ")}`, (object) => {
      const versions = textsOf(object, "admissionReviewVersions");
      return versions.length > 0 && !versions.some((version) => reviewVersions.includes(version));
    }),
    rule.optionalText("name", must.beUnique()),
  ];
}

export function webhookRules(isMutating: boolean): rule.Table<MutatingWebhookConfiguration> {
  return [rule.each("webhooks", webhook(isMutating))];
}

/** Source: k8s.io/apimachinery/pkg/util/validation/validation.go (IsFullyQualifiedName). */
function beFullName(name: string, path: string): rule.Faults {
  const faults = checkDns1123Subdomain(name);
  if (faults.length > 0) return [invalid(path, name, faults.join(","))];
  if (name.split(".").length >= 3) return [];
  return [invalid(path, name, "should be a domain with at least three segments separated by dots")];
}
