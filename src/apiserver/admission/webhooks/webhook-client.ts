/** Posts reviews to webhooks over persistent connections. */
import type { Agent } from "node:https";
import type { JsonObject } from "../../../core/json.js";
import type { WebhookClientConfig } from "../../../k8s/apiextensions/v1.js";
import { admissionReviewType, type ReviewVersion } from "./admission-review.js";
import { decodeAnswer, type HttpAnswer } from "../../webhooks/decode-answer.js";
import { describeNetworkFault } from "../../webhooks/network-fault.js";
import { agentFor, postJson, type WebhookPlace } from "../../webhooks/post-json.js";
import type { ServiceResolver } from "../../webhooks/service-resolver.js";
import type { Webhook } from "./webhook.js";

/** A webhook that cannot be called, or that returns an unreadable response. */
export class WebhookCallFault extends Error {
  override readonly name = "WebhookCallFault";
}

export class WebhookClient {
  readonly #agents = new Map<string, Agent>();
  readonly #resolveService: ServiceResolver;

  constructor(resolveService: ServiceResolver) {
    this.#resolveService = resolveService;
  }

  /** @throws WebhookCallFault */
  async post(
    { clientConfig, timeoutSeconds = 10 }: Webhook,
    review: JsonObject,
    version: ReviewVersion,
  ): Promise<JsonObject> {
    const url = targetUrl(clientConfig);
    const answer = await this.#send(clientConfig, url, JSON.stringify(review), timeoutSeconds);
    const decoded =
      typeof answer === "string"
        ? `Post "${showUrl(url, clientConfig, timeoutSeconds)}": ${answer}`
        : decodeAnswer(answer, admissionReviewType(version));
    if (typeof decoded !== "string") return decoded;
    throw new WebhookCallFault(`failed to call webhook: ${decoded}`);
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  /** Returns the response, or the error message of a failed call. */
  async #send(config: WebhookClientConfig, url: URL, body: string, seconds: number): Promise<HttpAnswer | string> {
    const place = this.#place(config, url);
    if (typeof place === "string") return place;
    const target = { ...place, path: `${url.pathname}?timeout=${seconds}s` };
    const deadline = AbortSignal.timeout(seconds * 1000);
    const headers = { host: url.host, "user-agent": "kube-apiserver-admission", accept: "application/json, */*" };
    const options = { agent: this.#agentFor(config, target), headers, body, deadline };
    for (let isFirst = true; ; isFirst = false) {
      const result = await postJson(target, options);
      if (result.kind === "answer") return result.answer;
      // The webhook closed an idle connection, so it has not seen the request.
      if (result.isStale && isFirst) continue;
      if (deadline.aborted) return "context deadline exceeded";
      return describeNetworkFault(result.fault, `${target.host}:${target.port}`);
    }
  }

  #place({ service }: WebhookClientConfig, url: URL): Omit<WebhookPlace, "path"> | string {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = url.port === "" ? 443 : Number(url.port);
    if (service === undefined) return { host, port, serverName: host };
    const { namespace, name } = service;
    try {
      return { ...this.#resolveService({ namespace, name, port: service.port ?? 443 }), serverName: host };
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Uses one agent per CA bundle and server name: a connection verified by one is not valid for another. */
  #agentFor({ caBundle = "" }: WebhookClientConfig, { serverName }: WebhookPlace): Agent {
    const key = `${serverName} ${caBundle}`;
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const agent = agentFor(caBundle, { keepAlive: true, maxSockets: 64 });
    this.#agents.set(key, agent);
    return agent;
  }
}

function targetUrl({ url, service }: WebhookClientConfig): URL {
  if (url !== undefined) return new URL(url);
  const { name = "", namespace = "", path = "" } = service ?? {};
  return new URL(path, `https://${name}.${namespace}.svc:${service?.port ?? 443}`);
}

/** Always shows the port of a Service. */
function showUrl(url: URL, { service }: WebhookClientConfig, seconds: number): string {
  const host = service === undefined ? url.host : `${url.hostname}:${url.port === "" ? 443 : url.port}`;
  return `https://${host}${url.pathname}?timeout=${seconds}s`;
}
