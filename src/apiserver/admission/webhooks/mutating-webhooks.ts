/**
 * Calls the webhooks that change the written object, one after the other.
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/{dispatcher.go,reinvocationcontext.go}.
 */
import { isSameJson } from "../../../core/json.js";
import type { AdmissionAttributes, ServedResource } from "../../resource.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import { fromVersion, inVersion } from "../matching/versioned-objects.js";
import type { MutateInRounds, MutationRounds } from "../mutation-rounds.js";
import { isExempt } from "../request-target.js";
import { applyPatch, decodeChanged } from "./apply-patch.js";
import { callWebhook } from "./call-webhook.js";
import { matchWebhook } from "./choose-webhooks.js";
import { type MutationNotes, mutationNotes } from "./mutation-notes.js";
import type { WebhookClient } from "./webhook-client.js";
import { configuredWebhooks, type ConfiguredWebhook, type Webhook } from "./webhook.js";

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
      for (const [index, each] of webhooks.entries()) await ask(each, index, attributes, rounds);
    } finally {
      rounds.end(attributes.object);
    }
  };

  async function ask(
    { id, configuration, webhook }: ConfiguredWebhook,
    index: number,
    attributes: AdmissionAttributes,
    rounds: MutationRounds,
  ): Promise<void> {
    const matched = await matchWebhook(webhook, attributes, parts, compiler);
    if (matched === undefined || !rounds.isDue(id)) return;
    const about = { configuration, webhook: webhook.name };
    const notes = mutationNotes(attributes, about, `round_${rounds.round}_index_${index}`);
    const isChanged = await mutate(webhook, matched, attributes, notes).catch((error: unknown) => {
      notes.end(false);
      throw error;
    });
    notes.end(isChanged);
    rounds.note(id, webhook.reinvocationPolicy, isChanged);
  }

  /** Returns whether the webhook changes the object. */
  async function mutate(
    webhook: Webhook,
    matched: ServedResource,
    attributes: AdmissionAttributes,
    notes: MutationNotes,
  ): Promise<boolean> {
    const objects = await inVersion(attributes, matched);
    const response = await callWebhook(webhook, { attributes, matched, objects, isMutating: true }, client);
    if (response === undefined) notes.failOpen();
    const patched =
      response === undefined || response.patch === "" ? undefined : applyPatch(response.patch, objects.object, webhook);
    if (response === undefined || patched === undefined || objects.object === undefined) return false;
    const changed = decodeChanged(patched, matched, objects.object);
    notes.patch(response.patch);
    const isChanged = !isSameJson(changed, objects.object);
    if (isChanged) attributes.object = await fromVersion(changed, matched, attributes);
    return isChanged;
  }
}
