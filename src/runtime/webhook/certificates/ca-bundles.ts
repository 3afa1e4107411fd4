/** Where a cluster says whom to trust when it calls webhooks. */
import type { JsonPatchOperation } from "../../../kube/client.js";
import { defineKind, type KubeObject, type ObjectKey } from "../../../kube/objects.js";

interface ClientConfig {
  readonly caBundle?: string;
  readonly service?: { readonly name: string; readonly namespace: string };
}

/** As much of a webhook configuration, or of a CRD, as is looked at. */
export interface WebhookCaller extends KubeObject {
  webhooks?: { readonly name: string; readonly clientConfig?: ClientConfig }[];
  spec?: { readonly conversion?: { readonly webhook?: { readonly clientConfig?: ClientConfig } } };
}
const admission = "admissionregistration.k8s.io/v1";
export const webhookConfigurations = [
  defineKind<WebhookCaller>(admission, "MutatingWebhookConfiguration"),
  defineKind<WebhookCaller>(admission, "ValidatingWebhookConfiguration"),
];
export const definitions = defineKind<WebhookCaller>("apiextensions.k8s.io/v1", "CustomResourceDefinition");

/** A place where the bundle of the Service belongs. */
interface BundlePlace {
  /** JSON pointer of the client configuration. */
  readonly pointer: string;
  readonly caBundle: string | undefined;
}

/** The places of an object that name the Service. */
export function bundlePlaces({ webhooks = [], spec }: WebhookCaller, service: Required<ObjectKey>): BundlePlace[] {
  const all = webhooks.map(({ clientConfig }, index) => ({ pointer: `/webhooks/${index}/clientConfig`, clientConfig }));
  all.push({ pointer: "/spec/conversion/webhook/clientConfig", clientConfig: spec?.conversion?.webhook?.clientConfig });
  return all.flatMap(({ pointer, clientConfig }) => {
    const { name, namespace } = clientConfig?.service ?? {};
    const isOurs = name === service.name && namespace === service.namespace;
    return isOurs ? [{ pointer, caBundle: clientConfig?.caBundle }] : [];
  });
}

/**
 * What to change so that the places have the bundle; empty where they have. The change applies to the very state of the
 * object that it was made for. It is a patch and not an apply: who applies an entry of a list keeps it alive when its owner
 * takes it out, and what is left of it then is no webhook.
 */
export function bundlePatch(object: WebhookCaller, service: Required<ObjectKey>, bundle: string): JsonPatchOperation[] {
  const value = Buffer.from(bundle).toString("base64");
  const wrong = bundlePlaces(object, service).filter(({ caBundle }) => caBundle !== value);
  if (wrong.length === 0) return [];
  const { resourceVersion } = object.metadata;
  return [
    // Whoever has written meanwhile wins: it is then looked at anew, with what the Secret says by then.
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
    ...wrong.map(({ pointer }) => ({ op: "add", path: `${pointer}/caBundle`, value }) as const),
  ];
}
