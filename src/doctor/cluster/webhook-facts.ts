import { X509Certificate } from "node:crypto";
import { EndpointSlice } from "../../k8s/discovery/v1.js";
import { Secret, Service } from "../../k8s/core/v1.js";
import { isForbidden } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import { type KubeObject, showKey, unstructured } from "../../kube/objects.js";

/** The server of a webhook, and whether it can respond. */
export interface WebhookFacts {
  readonly name: string;
  readonly service: string;
  readonly state: "answered" | "no-service" | "no-endpoint" | TrustProblem;
}

interface ClientConfig {
  readonly caBundle?: string;
  readonly service?: { readonly name: string; readonly namespace: string };
}

interface Configuration extends KubeObject {
  readonly webhooks?: readonly { readonly name: string; readonly clientConfig?: ClientConfig }[];
  readonly spec?: { readonly conversion?: { readonly webhook?: { readonly clientConfig?: ClientConfig } } };
}

const kinds = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration", "CustomResourceDefinition"];

/** Checks the configurations in the cluster. */
export async function gatherWebhooks(
  client: HttpClient,
  rendered: readonly KubeObject[],
  signal: AbortSignal,
): Promise<WebhookFacts[]> {
  const facts: WebhookFacts[] = [];
  for (const { apiVersion, kind, metadata } of rendered.filter((object) => kinds.includes(object.kind))) {
    const found: Configuration | undefined = await client.get(unstructured(apiVersion, kind), metadata, { signal });
    for (const { name, service, caBundle = "" } of found === undefined ? [] : servicesOf(found)) {
      const state = (await stateOfTrust(client, service, caBundle, signal)) ?? (await stateOf(client, service, signal));
      facts.push({ name, service: showKey(service), state });
    }
  }
  return facts;
}

interface Answerer {
  readonly name: string;
  readonly service: { readonly name: string; readonly namespace: string };
  readonly caBundle?: string;
}

function servicesOf({ metadata, webhooks = [], spec }: Configuration): Answerer[] {
  const conversion = spec?.conversion?.webhook?.clientConfig;
  const configs = [
    ...webhooks.map(({ name, clientConfig }) => ({ name, config: clientConfig })),
    { name: `the conversion of ${metadata.name}`, config: conversion },
  ];
  return configs.flatMap(({ name, config }) => {
    if (config?.service === undefined) return []; // the webhook has a URL, which may be reachable only from the API server
    return [{ name, service: config.service, ...(config.caBundle === undefined ? {} : { caBundle: config.caBundle }) }];
  });
}

/** The annotation on the Secret of an operator that generates its certificate: the Service of the certificate. */
const ownerAnnotation = "tsop.dev/webhook-certificates";

/** A problem with the certificate of a server that the API server calls. */
export type TrustProblem = "no-ca" | "expired-ca" | "other-ca" | "expired";

/** Returns the problem with the CA bundle, or undefined if no problem is visible. */
export async function stateOfTrust(
  client: HttpClient,
  { name, namespace }: Answerer["service"],
  caBundle: string,
  signal: AbortSignal,
): Promise<TrustProblem | undefined> {
  if (caBundle === "") return "no-ca";
  const authorities = certificatesOf(caBundle).filter(isAlive);
  if (authorities.length === 0) return "expired-ca";
  const secrets = await client.list(Secret, { namespace, signal }).catch((error: unknown) => {
    if (isForbidden(error)) return { items: [] }; // users of doctor may lack access to Secrets
    throw error;
  });
  const own = secrets.items.find(({ metadata }) => metadata.annotations?.[ownerAnnotation] === name);
  const [served] = certificatesOf(own?.data?.["tls.crt"] ?? "");
  if (served === undefined) return undefined;
  if (!isAlive(served)) return "expired";
  return authorities.some(({ publicKey }) => served.verify(publicKey)) ? undefined : "other-ca";
}

function certificatesOf(base64: string): X509Certificate[] {
  const text = Buffer.from(base64, "base64").toString("utf8");
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.flatMap((pem) => {
    try {
      return [new X509Certificate(pem)];
    } catch {
      return []; // ignore an invalid certificate
    }
  });
}

function isAlive({ validTo }: X509Certificate): boolean {
  return Date.parse(validTo) > Date.now();
}

async function stateOf(
  client: HttpClient,
  { name, namespace }: Answerer["service"],
  signal: AbortSignal,
): Promise<WebhookFacts["state"]> {
  if ((await client.get(Service, { name, namespace }, { signal })) === undefined) return "no-service";
  const labels = { "kubernetes.io/service-name": name };
  const { items } = await client.list(EndpointSlice, { namespace, labels, signal });
  const isReady = items.some(({ endpoints = [] }) => endpoints.some(({ conditions }) => conditions?.ready !== false));
  return isReady ? "answered" : "no-endpoint";
}
