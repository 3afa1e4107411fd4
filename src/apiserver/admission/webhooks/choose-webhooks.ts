/**
 * Which webhooks a write is for.
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/generic/webhook.go (ShouldCallHook).
 */
import type { AdmissionAttributes, ServedResource } from "../../resource.js";
import { forbiddenError, StatusError } from "../../status-error.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import { evaluateConditions } from "../expressions/match-conditions.js";
import { matchNamespace, matchObject } from "../matching/object-match.js";
import { findMatch } from "../matching/resource-rules.js";
import { inVersion } from "../matching/versioned-objects.js";
import type { Webhook } from "./webhook.js";

/** Undefined where the webhook is not to be called; else the resource under which it is. */
export async function matchWebhook(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  parts: AdmissionParts,
  compiler: ExpressionCompiler,
): Promise<ServedResource | undefined> {
  const inNamespace = matchNamespace(webhook.namespaceSelector, attributes, parts.objects);
  if (inNamespace === "no" || matchObject(webhook.objectSelector, attributes) === "no") return undefined;
  const matched = findMatch(webhook.rules ?? [], attributes, webhook.matchPolicy ?? "Equivalent", parts.resources);
  if (matched === undefined) return undefined;
  if (inNamespace instanceof StatusError) throw inNamespace;
  const conditions = webhook.matchConditions ?? [];
  if (conditions.length === 0) return matched;
  const input = { attributes, matched, ...(await inVersion(attributes, matched)), authorizer: parts.authorizer };
  const verdict = evaluateConditions(conditions, webhook.failurePolicy, input, compiler);
  if (verdict.kind === "fault") {
    const { group, resource } = attributes.resource;
    throw forbiddenError({ group, resource }, attributes.name, verdict.message);
  }
  return verdict.isMatch ? matched : undefined;
}
