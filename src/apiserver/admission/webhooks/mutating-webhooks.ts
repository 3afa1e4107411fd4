/**
 * Calls the webhooks that change the written object, one after the other.
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/{dispatcher.go,reinvocationcontext.go}.
 */
import { isSameJson } from "../../../core/json.js";
import type { AdmissionAttributes } from "../../resource.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import { fromVersion, inVersion } from "../matching/versioned-objects.js";
import type { MutateInRounds, MutationRounds } from "../mutation-rounds.js";
import { isExempt } from "../request-target.js";
import { applyPatch, decodeChanged } from "./apply-patch.js";
import { callWebhook } from "./call-webhook.js";
import { matchWebhook } from "./choose-webhooks.js";
import type { WebhookClient } from "./webhook-client.js";
import { configuredWebhooks, type ConfiguredWebhook } from "./webhook.js";

export function mutatingWebhooks(
  parts: AdmissionParts,
  compiler: ExpressionCompiler,
  client: WebhookClient,
): MutateInRounds {
  return async (attributes, rounds) => {
    if (isExempt(attributes)) return;
    const webhooks = configuredWebhooks(parts.objects, "mutatingwebhookconfigurations");
    if (webhooks.length === 0) return;
    rounds.begin(attributes.object);
    try {
      for (const each of webhooks) await ask(each, attributes, rounds);
    } finally {
      rounds.end(attributes.object);
    }
  };

  async function ask(
    { id, webhook }: ConfiguredWebhook,
    attributes: AdmissionAttributes,
    rounds: MutationRounds,
  ): Promise<void> {
    const matched = await matchWebhook(webhook, attributes, parts, compiler);
    if (matched === undefined || !rounds.isDue(id)) return;
    const objects = await inVersion(attributes, matched);
    const response = await callWebhook(webhook, { attributes, matched, objects, isMutating: true }, client);
    const patched =
      response === undefined || response.patch === "" ? undefined : applyPatch(response.patch, objects.object, webhook);
    let isChanged = false;
    if (patched !== undefined && objects.object !== undefined) {
      const changed = decodeChanged(patched, matched, objects.object);
      isChanged = !isSameJson(changed, objects.object);
      if (isChanged) attributes.object = await fromVersion(changed, matched, attributes);
    }
    rounds.note(id, webhook.reinvocationPolicy, isChanged);
  }
}
