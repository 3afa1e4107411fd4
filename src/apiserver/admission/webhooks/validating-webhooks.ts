/** Source: k8s.io/apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go. */
import type { AdmissionPlugin } from "../../resource.js";
import type { AdmissionParts } from "../admission-parts.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import { inVersion } from "../matching/versioned-objects.js";
import { isExempt } from "../request-target.js";
import { callWebhook } from "./call-webhook.js";
import { matchWebhook } from "./choose-webhooks.js";
import type { WebhookClient } from "./webhook-client.js";
import { configuredWebhooks } from "./webhook.js";

export function validatingWebhooks(
  parts: AdmissionParts,
  compiler: ExpressionCompiler,
  client: WebhookClient,
): AdmissionPlugin {
  return {
    validate: async (attributes) => {
      if (isExempt(attributes)) return;
      const webhooks = configuredWebhooks(parts.objects, "validatingwebhookconfigurations");
      if (webhooks.length === 0) return;
      const calls: (() => Promise<unknown>)[] = [];
      for (const { webhook } of webhooks) {
        const matched = await matchWebhook(webhook, attributes, parts, compiler);
        if (matched === undefined) continue;
        const objects = await inVersion(attributes, matched);
        const key = `failed-open.validating.webhook.admission.k8s.io/round_0_index_${calls.length}`;
        calls.push(async () => {
          const response = await callWebhook(webhook, { attributes, matched, objects, isMutating: false }, client);
          if (response === undefined) attributes.audit.annotate(key, webhook.name);
        });
      }
      // Call all of them before checking any verdict: each may add warnings and have its own side effects.
      const verdicts = await Promise.allSettled(calls.map((call) => call()));
      for (const verdict of verdicts) if (verdict.status === "rejected") throw verdict.reason;
    },
  };
}
