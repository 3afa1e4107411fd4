/** `config/webhook/manifests.yaml`: the configurations of the webhooks that the code registers. */
import { compareText } from "../../core/compare-text.js";
import type { JsonValue } from "../../core/json.js";
import { printYamlDocuments } from "../../core/yaml.js";
import type { WebhooksModel } from "../../model/webhooks.js";
import { readBuiltInResources } from "../../schema/built-in-resources.js";
import type { Crd } from "../crd.js";
import { resourceOf } from "../resource-of.js";
import { configurationNames } from "./configuration-names.js";
import { type Draft, draftsOf, choices, chosen } from "./draft.js";
import { checkDrafts } from "./check-drafts.js";
import { matchConditionsOf } from "./match-conditions.js";
import { selectorsOf } from "./selectors.js";
import type { Patterns } from "../../schema/patterns.js";
import type { Reporter } from "../reporter.js";

/** The text of the file; undefined when there is nothing to be in it. */
export function generateWebhooks(
  context: WebhooksContext,
  { admissions, configurations }: WebhooksModel,
  crds: readonly Crd[],
): string | undefined {
  const { reporter, domain, projectName } = context;
  const builtIn = admissions.length === 0 ? {} : readBuiltInResources();
  const draftContext = {
    reporter,
    domain: `${projectName}.${domain}`,
    resourceOf: (kind: { apiVersion: string; kind: string }) => resourceOf(kind, crds, builtIn),
  };
  const drafts = admissions.flatMap((model) => draftsOf(draftContext, model));
  checkDrafts(reporter, admissions, drafts);
  const names = configurationNames(reporter, configurations, drafts);
  const documents = [true, false].flatMap((isMutating) => {
    const chosen = drafts.filter((draft) => draft.isMutating === isMutating);
    return chosen.length === 0 ? [] : [configuration(context, chosen, isMutating ? names.mutating : names.validating)];
  });
  return documents.length === 0 ? undefined : printYamlDocuments(documents);
}

function configuration(context: WebhooksContext, drafts: readonly Draft[], name: string): JsonValue {
  const isMutating = drafts[0]?.isMutating === true;
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: isMutating ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration",
    metadata: { name },
    webhooks: drafts.toSorted((a, b) => compareText(a.name, b.name)).map((draft) => webhookManifest(context, draft)),
  };
}

export interface WebhooksContext {
  readonly reporter: Reporter;
  readonly patterns: Patterns;
  readonly domain: string;
  readonly projectName: string;
}

/** One webhook as its configuration has it, with kubebuilder's defaults. */
function webhookManifest(context: WebhooksContext, draft: Draft): JsonValue {
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
    ...selectorsOf(context.reporter, draft),
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
