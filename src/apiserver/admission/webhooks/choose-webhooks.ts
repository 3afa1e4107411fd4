/**
 * Chooses the webhooks to call for a write.
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/generic/webhook.go (ShouldCallHook).
 */
import type { AdmissionAttributes, ServedResource } from "../../resource.js";
import { forbiddenError } from "../../status-error.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import { evaluateConditions } from "../expressions/match-conditions.js";
import { matchResources } from "../matching/match-resources.js";
import { inVersion } from "../matching/versioned-objects.js";
import type { Webhook } from "./webhook.js";

/** Returns the resource that matches the webhook; undefined if the webhook is not called. */
export async function matchWebhook(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  parts: AdmissionParts,
  compiler: ExpressionCompiler,
): Promise<ServedResource | undefined> {
  const { rules: resourceRules = [], matchConditions: conditions = [] } = webhook;
  if (resourceRules.length === 0) return undefined;
  const matched = matchResources({ ...webhook, resourceRules }, attributes, parts);
  if (matched === undefined || conditions.length === 0) return matched;
  const { version, authorizer } = parts;
  const input = { version, attributes, matched, ...(await inVersion(attributes, matched)), authorizer };
  const verdict = evaluateConditions(conditions, webhook.failurePolicy, input, compiler);
  if (verdict.kind === "fault") {
    const { group, resource } = attributes.resource;
    throw forbiddenError({ group, resource }, attributes.name, verdict.message);
  }
  return verdict.isMatch ? matched : undefined;
}
