/** The fields of a cluster that contain the trusted CA bundle of webhooks and of extension API servers. */
import type { JsonPatchOperation } from "../../../kube/client.js";
import { defineKind, type KubeObject, type ObjectKey } from "../../../kube/objects.js";

interface ClientConfig {
  readonly caBundle?: string;
  readonly service?: { readonly name: string; readonly namespace: string };
}

/** The part of a webhook configuration, a CRD or an APIService that is read here. */
export interface ServiceCaller extends KubeObject {
  webhooks?: { readonly name: string; readonly clientConfig?: ClientConfig }[];
  spec?: ClientConfig & { readonly conversion?: { readonly webhook?: { readonly clientConfig?: ClientConfig } } };
}
const admission = "admissionregistration.k8s.io/v1";
export const webhookConfigurations = [
  defineKind<ServiceCaller>(admission, "MutatingWebhookConfiguration"),
  defineKind<ServiceCaller>(admission, "ValidatingWebhookConfiguration"),
];
export const definitions = defineKind<ServiceCaller>("apiextensions.k8s.io/v1", "CustomResourceDefinition");
export const apiServices = defineKind<ServiceCaller>("apiregistration.k8s.io/v1", "APIService");

/** A field that must contain the bundle of the Service. */
interface BundlePlace {
  /** The JSON pointer of the client configuration. */
  readonly pointer: string;
  readonly caBundle: string | undefined;
}

/** Returns the fields of an object that belong to the Service. */
export function bundlePlaces({ webhooks = [], spec }: ServiceCaller, service: Required<ObjectKey>): BundlePlace[] {
  const all: { readonly pointer: string; readonly clientConfig: ClientConfig | undefined }[] = webhooks.map(
    ({ clientConfig }, index) => ({ pointer: `/webhooks/${index}/clientConfig`, clientConfig }),
  );
  all.push({ pointer: "/spec/conversion/webhook/clientConfig", clientConfig: spec?.conversion?.webhook?.clientConfig });
  all.push({ pointer: "/spec", clientConfig: spec });
  return all.flatMap(({ pointer, clientConfig }) => {
    const { name, namespace } = clientConfig?.service ?? {};
    const isOurs = name === service.name && namespace === service.namespace;
    return isOurs ? [{ pointer, caBundle: clientConfig?.caBundle }] : [];
  });
}

/**
 * Returns the operations that set the bundle in these fields; empty if they already have it. The change applies only to
 * this version of the object. It is a patch and not an apply: a manager that applies an entry of a list keeps the entry
 * alive when its owner removes it, and the remaining entry is not a valid webhook.
 */
export function bundlePatch(object: ServiceCaller, service: Required<ObjectKey>, bundle: string): JsonPatchOperation[] {
  const value = Buffer.from(bundle).toString("base64");
  const wrong = bundlePlaces(object, service).filter(({ caBundle }) => caBundle !== value);
  if (wrong.length === 0) return [];
  const { resourceVersion } = object.metadata;
  return [
    // If another client has written in between, its write wins. The object is then checked again, with the current
    // contents of the Secret.
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
    ...wrong.map(({ pointer }) => ({ op: "add", path: `${pointer}/caBundle`, value }) as const),
  ];
}
