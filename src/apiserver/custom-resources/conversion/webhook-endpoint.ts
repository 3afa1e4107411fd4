import type { WebhookClientConfig } from "../../webhooks/webhook-client-config.js";

export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

export interface ServiceAddress {
  readonly hostname: string;
  readonly port: number;
}

/** Where a webhook is called, and as whom it has to prove itself. */
export interface WebhookEndpoint {
  /** As messages show it. */
  readonly url: string;
  readonly hostname: string;
  readonly port: number;
  readonly path: string;
  readonly serverName: string;
  /** PEM; empty: the system's. */
  readonly caBundle: string;
}

/** Source: k8s.io/apiserver/pkg/util/webhook/client.go. A text says why there is none. */
export function endpointOf(
  { url, service, caBundle = "" }: WebhookClientConfig,
  resolveService: (reference: ServiceReference) => ServiceAddress | undefined,
): WebhookEndpoint | string {
  const pem = Buffer.from(caBundle, "base64").toString().trim();
  if (service !== undefined) {
    const { namespace, name, path = "/", port = 443 } = service;
    const serverName = `${name}.${namespace}.svc`;
    const address = resolveService({ namespace, name, port });
    const target = withTimeout(path);
    const shown = `https://${serverName}:${port}${target}`;
    if (address === undefined) return `Post ${JSON.stringify(shown)}: service ${JSON.stringify(name)} not found`;
    return { ...address, url: shown, path: target, serverName, caBundle: pem };
  }
  if (url === undefined || !URL.canParse(url)) return "webhook configuration must have either service or URL";
  const { hostname, port, pathname, search } = new URL(url);
  const target = withTimeout(`${pathname}${search}`);
  return {
    url: `https://${hostname}${port === "" ? "" : `:${port}`}${target}`,
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? 443 : Number(port),
    path: target,
    serverName: hostname,
    caBundle: pem,
  };
}

export const webhookTimeoutSeconds = 30;

function withTimeout(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}timeout=${webhookTimeoutSeconds}s`;
}
