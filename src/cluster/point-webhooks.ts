/** Redirects webhooks to a local server, instead of the Service that manifests name. */
import { TsopError } from "../core/errors.js";
import type { KubeObject } from "../kube/objects.js";
import type { ConversionClient, CustomResourceDefinition } from "./crd.js";
import type { Manifest } from "./manifest-files.js";

/**
 * The address of a webhook server.
 *
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import type { WebhookServer } from "tsop/testing";
 *
 * export const server: WebhookServer = { url: "https://127.0.0.1:9443", caBundle: readFileSync("certs/ca.crt", "utf8") };
 * ```
 */
export interface WebhookServer {
  /** The address without a path, because the manifests contain the path: `https://127.0.0.1:9443`. */
  readonly url: string;
  /** The PEM of the authority that signed the server's certificate. */
  readonly caBundle: string;
}

/** The part of a webhook that a redirection needs; the other fields are passed through unchanged. */
export interface WebhookEntry {
  readonly name: string;
  readonly clientConfig: Readonly<ConversionClient>;
}

export interface WebhookConfiguration extends KubeObject {
  webhooks?: readonly WebhookEntry[];
}

/**
 * Returns the configurations with the local server instead of the service that they name.
 *
 * @throws TsopError `cluster/not-an-object` for other objects
 */
export function pointWebhooks(manifests: readonly Manifest[], server: WebhookServer): Manifest[] {
  return manifests.map(({ file, object }) => {
    if (!isWebhookConfiguration(object)) {
      throw new TsopError(
        "cluster/not-an-object",
        `expected a MutatingWebhookConfiguration or a ValidatingWebhookConfiguration, got ${object.kind} ${object.metadata.name}`,
        file === "" ? {} : { at: { file } },
      );
    }
    if (object.webhooks === undefined || object.webhooks.length === 0) {
      throw new TsopError("cluster/not-an-object", `${object.kind} ${object.metadata.name} has no webhooks`, {
        ...(file === "" ? {} : { at: { file } }),
        hint: "Generate it with `npm run manifests`, or omit it.",
      });
    }
    const webhooks = object.webhooks.map((webhook) => ({
      ...webhook,
      clientConfig: pointClient(webhook.clientConfig, server),
    }));
    return { file, object: { ...object, webhooks } as KubeObject };
  });
}

function pointClient(
  { service, url: own }: Readonly<ConversionClient>,
  { url, caBundle }: WebhookServer,
): ConversionClient {
  const base = url.replace(/(?<!\/)\/+$/, "");
  const address = service === undefined ? own : `${base}${service.path ?? "/"}`;
  return { url: address ?? base, caBundle: Buffer.from(caBundle).toString("base64") };
}

/** Returns whether a webhook behind a Service converts between the versions of the CRD. */
export function isConvertedByService({ spec }: CustomResourceDefinition): boolean {
  return spec.conversion?.strategy === "Webhook" && spec.conversion.webhook?.clientConfig?.service !== undefined;
}

/** Returns the CRD with the local server instead of the Service that converts. Returns other CRDs unchanged. */
export function pointConversion(crd: CustomResourceDefinition, server: WebhookServer): CustomResourceDefinition {
  const { conversion } = crd.spec;
  if (conversion === undefined || !isConvertedByService(crd)) return crd;
  const clientConfig = pointClient(conversion.webhook?.clientConfig ?? {}, server);
  const webhook = { ...conversion.webhook, clientConfig };
  return { ...crd, spec: { ...crd.spec, conversion: { ...conversion, webhook } } };
}

/** Returns whether an object configures admission webhooks. */
export function isWebhookConfiguration(object: KubeObject): object is WebhookConfiguration {
  const { apiVersion, kind } = object;
  const kinds = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];
  return apiVersion === "admissionregistration.k8s.io/v1" && kinds.includes(kind);
}
