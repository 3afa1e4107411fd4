/** Source: the strategies of kubernetes/pkg/registry/admissionregistration, pkg/apis/admissionregistration/v1/defaults.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { ensureObject, objectOf, objectsOf, setDefault, textOf } from "../../json-fields.js";
import type { GroupRules, KindRules } from "../kind-rules.js";
import * as rule from "../rules/index.js";
import { namedAndAged } from "../tables/cells.js";
import { formatSelector } from "../tables/selector-text.js";
import { policyBinding, validatePolicy } from "./validate-policies.js";
import { webhookRules } from "./validate-webhooks.js";

function webhookConfiguration(isMutating: boolean): KindRules {
  return {
    generationOf: (object) => object["webhooks"] ?? null,
    setDefaults(object) {
      for (const webhook of objectsOf(object, "webhooks")) setWebhookDefaults(webhook, isMutating);
    },
    validate: rule.validator(webhookRules(isMutating)),
    cells: namedAndAged((object) => [objectsOf(object, "webhooks").length]),
  };
}

export const admissionregistrationRules: GroupRules = {
  mutatingwebhookconfigurations: webhookConfiguration(true),
  validatingwebhookconfigurations: webhookConfiguration(false),
  validatingadmissionpolicies: {
    generationOf: (object) => object["spec"] ?? null,
    setDefaults(object) {
      const spec = ensureObject(object, "spec");
      setDefault(spec, "failurePolicy", "Fail");
      setMatchDefaults(objectOf(spec, "matchConstraints"));
    },
    validate: validatePolicy,
    cells: namedAndAged((object) => {
      const spec = objectOf(object, "spec");
      const kind = objectOf(spec, "paramKind");
      const shown = kind === undefined ? "<unset>" : `${textOf(kind, "apiVersion")}/${textOf(kind, "kind")}`;
      return [objectsOf(spec, "validations").length, shown];
    }),
  },
  validatingadmissionpolicybindings: {
    generationOf: (object) => object["spec"] ?? null,
    setDefaults: (object) => setMatchDefaults(objectOf(objectOf(object, "spec"), "matchResources")),
    validate: rule.validator(policyBinding),
    cells: namedAndAged((object) => [textOf(objectOf(object, "spec"), "policyName"), showParam(object)]),
  },
};

function setWebhookDefaults(webhook: JsonObject, isMutating: boolean): void {
  setDefault(webhook, "failurePolicy", "Fail");
  setMatchDefaults(webhook);
  setDefault(webhook, "timeoutSeconds", 10);
  if (isMutating) setDefault(webhook, "reinvocationPolicy", "Never");
  for (const each of objectsOf(webhook, "rules")) setDefault(each, "scope", "*");
  const service = objectOf(objectOf(webhook, "clientConfig"), "service");
  if (service !== undefined) setDefault(service, "port", 443);
}

function setMatchDefaults(match: JsonObject | undefined): void {
  if (match === undefined) return;
  setDefault(match, "matchPolicy", "Equivalent");
  setDefault(match, "namespaceSelector", {});
  setDefault(match, "objectSelector", {});
  for (const each of [...objectsOf(match, "resourceRules"), ...objectsOf(match, "excludeResourceRules")]) {
    setDefault(each, "scope", "*");
  }
}

function showParam(object: ApiObject): string {
  const reference = objectOf(objectOf(object, "spec"), "paramRef");
  const name = textOf(reference, "name");
  if (name !== "") return `${textOf(reference, "namespace") || "*"}/${name}`;
  const selector = objectOf(reference, "selector");
  return selector === undefined ? "<unset>" : formatSelector(selector);
}
