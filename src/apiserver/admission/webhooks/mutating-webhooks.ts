/**
 * Calls the webhooks that change the written object, one after the other.
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/{dispatcher.go,reinvocationcontext.go}.
 */
import type { ApiObject } from "../../api-object.js";
import { copyJson, isSameJson } from "../../../core/json.js";
import type { AdmissionAttributes, ServedResource } from "../../resource.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import { convertObject, inVersion } from "../matching/versioned-objects.js";
import { isExempt } from "../request-target.js";
import { applyPatch, decodeChanged } from "./apply-patch.js";
import { callWebhook } from "./call-webhook.js";
import { matchWebhook } from "./choose-webhooks.js";
import type { WebhookClient } from "./webhook-client.js";
import { configuredWebhooks, type ConfiguredWebhook, type Webhook } from "./webhook.js";

/** The calls for one write, so that a second round calls the webhooks that want to see later changes. */
export class WebhookRounds {
  /** Webhooks that want reinvocation, and were called since the last change. */
  readonly #asked = new Set<string>();
  readonly #again = new Set<string>();
  #lastObject: ApiObject | undefined;
  #isSecond = false;
  #hasChanged = false;

  /** Whether any webhook changed the object in the first round. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  beginSecond(): void {
    this.#isSecond = true;
  }

  begin(object: ApiObject | undefined): void {
    if (this.#isSecond && !isSameJson(this.#lastObject, object)) this.#requireAgain();
  }

  end(object: ApiObject | undefined): void {
    this.#lastObject = object === undefined ? undefined : copyJson(object);
  }

  /** The second round calls no webhook for the first time. */
  isDue(id: string): boolean {
    return !this.#isSecond || this.#again.has(id);
  }

  note(id: string, webhook: Webhook, isChanged: boolean): void {
    if (isChanged) {
      this.#requireAgain();
      this.#hasChanged = true;
    }
    if (webhook.reinvocationPolicy === "IfNeeded") this.#asked.add(id);
  }

  #requireAgain(): void {
    for (const id of this.#asked) this.#again.add(id);
    this.#asked.clear();
  }
}

export type MutateByWebhooks = (attributes: AdmissionAttributes, rounds: WebhookRounds) => Promise<void>;

export function mutatingWebhooks(
  parts: AdmissionParts,
  compiler: ExpressionCompiler,
  client: WebhookClient,
): MutateByWebhooks {
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
    rounds: WebhookRounds,
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
    rounds.note(id, webhook, isChanged);
  }
}

async function fromVersion(
  object: ApiObject,
  from: ServedResource,
  { resource }: AdmissionAttributes,
): Promise<ApiObject> {
  const isSame = from === resource || object.kind !== from.kind;
  return isSame ? object : await convertObject(object, from, resource);
}
