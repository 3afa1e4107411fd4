/** One webhook as its configuration has it, with kubebuilder's defaults. */
import type { JsonValue } from "../../core/json.js";
import type { Draft } from "./draft.js";
import { choices, chosen } from "./choices.js";
import { matchConditionsOf } from "./match-conditions.js";
import { selectorsOf } from "./selectors.js";
import type { Patterns } from "../../schema/patterns.js";
import type { Reporter } from "../reporter.js";

export interface WebhooksContext {
  readonly reporter: Reporter;
  readonly patterns: Patterns;
  readonly domain: string;
  readonly projectName: string;
}

export function webhookManifest(context: WebhooksContext, draft: Draft): JsonValue {
  const { settings, isMutating, name, rule } = draft;
  const { timeoutSeconds, admissionReviewVersions = ["v1"] } = settings;
  const scope = chosen(choices.scope, settings.scope);
  return {
    name,
    admissionReviewVersions,
    clientConfig: clientConfigOf(draft),
    failurePolicy: chosen(choices.failurePolicy, settings.failurePolicy) ?? "Fail",
    matchPolicy: chosen(choices.matchPolicy, settings.matchPolicy),
    sideEffects: chosen(choices.sideEffects, settings.sideEffects) ?? "None",
    timeoutSeconds,
    reinvocationPolicy: isMutating ? chosen(choices.reinvocationPolicy, settings.reinvocationPolicy) : undefined,
    rules: [
      {
        apiGroups: rule.groups,
        apiVersions: rule.versions,
        operations: rule.operations,
        resources: rule.resources,
        scope,
      },
    ],
    ...selectorsOf(context, draft),
    matchConditions: matchConditionsOf(context, draft),
  };
}

/** Names and namespace of the Service are those before kustomize's prefix; who signs its certificate is filled in later. */
function clientConfigOf({ settings, path }: Draft): JsonValue {
  const { url, serviceName, serviceNamespace, servicePort } = settings;
  if (url !== undefined) return { url };
  const service = { name: serviceName ?? "webhook-service", namespace: serviceNamespace ?? "system", path };
  return { service: { ...service, port: servicePort } };
}
