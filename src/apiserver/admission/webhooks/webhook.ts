/** Webhooks from their configurations. */
import type { MutatingWebhook } from "../../../k8s/admissionregistration/v1.js";
import type { ApiObject } from "../../api-object.js";
import type { StoredObjects } from "../../resource.js";

/** A validating webhook has no reinvocation policy. */
export type Webhook = MutatingWebhook;

/** A webhook and a unique name: its own name need not be unique. */
export interface ConfiguredWebhook {
  readonly id: string;
  /** The name of its configuration. */
  readonly configuration: string;
  readonly webhook: Webhook;
}

/** Returns the webhooks in the order of the names of their configurations. */
export function configuredWebhooks(
  objects: StoredObjects,
  resource: "mutatingwebhookconfigurations" | "validatingwebhookconfigurations",
): readonly ConfiguredWebhook[] {
  const configurations = objects.list(`admissionregistration.k8s.io/${resource}`);
  if (configurations.length === 0) return [];
  return [...configurations].sort(byName).flatMap((configuration) => {
    const webhooks = (configuration["webhooks"] ?? []) as unknown as readonly Webhook[]; // validated when it was stored
    const { name = "" } = configuration.metadata;
    return webhooks.map((webhook, index) => ({
      id: `${name}/${webhook.name}/${index}`,
      configuration: name,
      webhook,
    }));
  });
}

function byName(left: ApiObject, right: ApiObject): number {
  const [first = "", second = ""] = [left.metadata.name, right.metadata.name];
  return first < second ? -1 : Number(first > second);
}
