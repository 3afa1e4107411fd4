/** Finds where a failing webhook is configured, and which problems the pods behind it have. */
import { TsopError } from "../../core/errors.js";
import { ApiError } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "../../k8s/admissionregistration/v1.js";
import { Pod, Service } from "../../k8s/core/v1.js";
import { showObject } from "./object-id.js";
import { podTroubles } from "./pod-troubles.js";
import { downWebhook } from "./refusal.js";

/** Returns the same error, with details about the webhook that it mentions. */
export async function withWebhook(client: HttpClient, error: unknown, stop: AbortSignal): Promise<unknown> {
  if (!(error instanceof TsopError) || error.code !== "deploy/webhook-down") return error;
  const webhook = error.cause instanceof ApiError ? downWebhook(error.cause) : undefined;
  if (webhook === undefined) return error;
  const { code, message, hint, cause } = error;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(10_000)]);
  const lines = await describeWebhook(client, webhook, signal).catch(() => []); // the known facts are still valid
  return new TsopError(code, [message, ...lines].join("\n  "), { ...(hint === undefined ? {} : { hint }), cause });
}

async function describeWebhook(client: HttpClient, name: string, signal: AbortSignal): Promise<string[]> {
  const [validating, mutating] = await Promise.all([
    client.list(ValidatingWebhookConfiguration, { signal }),
    client.list(MutatingWebhookConfiguration, { signal }),
  ]);
  const lines: string[] = [];
  for (const configuration of [...validating.items, ...mutating.items]) {
    const webhook = configuration.webhooks?.find((each) => each.name === name);
    if (webhook === undefined) continue;
    const { service, url = "" } = webhook.clientConfig;
    const asked = service === undefined ? url : `Service ${service.namespace}/${service.name}`;
    lines.push(`${showObject(configuration)} configures it, and calls ${asked}`);
    if (service !== undefined) lines.push(...(await describeService(client, service, signal)));
  }
  return lines;
}

export async function describeService(
  client: HttpClient,
  key: { readonly name: string; readonly namespace: string },
  signal: AbortSignal,
): Promise<string[]> {
  const service: (KubeObject & Service) | undefined = await client.get(Service, key, { signal });
  if (service === undefined) return ["that Service does not exist"];
  const labels = service.spec?.selector ?? {};
  if (Object.keys(labels).length === 0) return ["that Service selects no pods"];
  const { items } = await client.list(Pod, { namespace: key.namespace, labels, signal });
  if (items.length === 0) return ["no pods are behind that Service"];
  const troubles = items.flatMap(podTroubles).map(({ where, reason, message }) => `${where}: ${reason}: ${message}`);
  if (troubles.length > 0) return troubles;
  const ports = service.spec?.ports?.map(({ port, targetPort }) => String(targetPort ?? port)).join(", ") ?? "";
  const names = items.map(({ metadata }) => metadata.name).join(", ");
  return [`the pods behind it run (${names}): check that they serve webhooks on port ${ports}`];
}
