/** Source: the strategies of kubernetes/pkg/registry/admissionregistration, pkg/apis/admissionregistration/v1/defaults.go. */
import type { JsonObject } from "../../../core/json.js";
import {
  type ApiObject,
  ensureObject,
  objectOf,
  objectsOf,
  setDefault,
  setDefaults,
  textOf,
} from "../../api-object.js";
import type { GroupRules, KindRules } from "../kind-rules.js";
import { rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { formatSelector } from "../tables/selector-text.js";
import { generationOfSpec, specOf } from "../workload-parts.js";
import { mutatingPolicyBinding, validateMutatingPolicy } from "./validate-mutating-policies.js";
import { policyBinding, validatePolicy } from "./validate-policies.js";
import { webhookRules } from "./validate-webhooks.js";

function webhookConfiguration(isMutating: boolean): KindRules {
  return {
    generationOf: (object) => object["webhooks"] ?? null,
    setDefaults(object) {
      for (const webhook of objectsOf(object, "webhooks")) setWebhookDefaults(webhook, isMutating);
    },
    validate: rule.validator(webhookRules(isMutating)),
    cells: cell.named(cell.length("webhooks")),
  };
}

type Validate = NonNullable<KindRules["validate"]>;

/** @param counted - the list of the spec whose length a table shows */
function policy(validate: Validate, counted: string): KindRules {
  return {
    generationOf: generationOfSpec,
    setDefaults: (object) => setPolicyDefaults(ensureObject(object, "spec")),
    validate,
    cells: cell.named(cell.length(`spec.${counted}`), showParamKind),
  };
}

function bindingOfPolicy(validate: Validate): KindRules {
  return {
    generationOf: generationOfSpec,
    setDefaults: (object) => setMatchDefaults(objectOf(specOf(object), "matchResources")),
    validate,
    cells: cell.named("spec.policyName", showParam),
  };
}

export const admissionregistrationRules: GroupRules = {
  mutatingwebhookconfigurations: webhookConfiguration(true),
  validatingwebhookconfigurations: webhookConfiguration(false),
  validatingadmissionpolicies: policy(validatePolicy, "validations"),
  validatingadmissionpolicybindings: bindingOfPolicy(rule.validator(policyBinding)),
  // Kubernetes serves these two from 1.36 on.
  mutatingadmissionpolicies: policy(validateMutatingPolicy, "mutations"),
  mutatingadmissionpolicybindings: bindingOfPolicy(rule.validator(mutatingPolicyBinding)),
};

function setPolicyDefaults(spec: JsonObject): void {
  setDefault(spec, "failurePolicy", "Fail");
  setMatchDefaults(objectOf(spec, "matchConstraints"));
}

function showParamKind(object: ApiObject): string {
  const kind = objectOf(specOf(object), "paramKind");
  return kind === undefined ? "<unset>" : `${textOf(kind, "apiVersion")}/${textOf(kind, "kind")}`;
}

function setWebhookDefaults(webhook: JsonObject, isMutating: boolean): void {
  setDefault(webhook, "failurePolicy", "Fail");
  setMatchDefaults(webhook);
  setDefault(webhook, "timeoutSeconds", 10);
  if (isMutating) setDefault(webhook, "reinvocationPolicy", "Never");
  for (const each of objectsOf(webhook, "rules")) setDefault(each, "scope", "*");
  setDefaults(objectOf(objectOf(webhook, "clientConfig"), "service"), { port: 443 });
}

function setMatchDefaults(match: JsonObject | undefined): void {
  if (match === undefined) return;
  setDefaults(match, { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} });
  for (const each of [...objectsOf(match, "resourceRules"), ...objectsOf(match, "excludeResourceRules")]) {
    setDefault(each, "scope", "*");
  }
}

function showParam(object: ApiObject): string {
  const reference = objectOf(specOf(object), "paramRef");
  const name = textOf(reference, "name");
  if (name !== "") return `${textOf(reference, "namespace") || "*"}/${name}`;
  const selector = objectOf(reference, "selector");
  return selector === undefined ? "<unset>" : formatSelector(selector);
}
