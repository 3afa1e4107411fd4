/** Posts reviews to webhooks, over connections that stay open between them. */
import { Agent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { checkServerIdentity } from "node:tls";
import type { JsonObject } from "../../../core/json.js";
import type { ServiceResolver } from "../admission-parts.js";
import { admissionReviewType, type ReviewVersion } from "./admission-review.js";
import { decodeAnswer, type HttpAnswer } from "../../webhooks/decode-answer.js";
import { describeNetworkFault, type NetworkFault } from "../../webhooks/network-fault.js";
import type { WebhookClientConfig } from "../../webhooks/webhook-client-config.js";
import type { Webhook } from "./webhook.js";

/** The webhook could not be asked, or has answered what cannot be read. */
export class WebhookCallFault extends Error {
  override readonly name = "WebhookCallFault";
}

class UnreachableWebhook extends Error {
  override readonly name = "UnreachableWebhook";
}

interface Target {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  readonly serverName: string;
}

/** Far more than any review; what is larger is no answer. */
const maxAnswerBytes = 16 * 1024 * 1024;

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
    try {
      const answer = await this.#send(clientConfig, url, JSON.stringify(review), timeoutSeconds);
      const decoded = decodeAnswer(answer, admissionReviewType(version));
      if (typeof decoded !== "string") return decoded;
      throw new WebhookCallFault(`failed to call webhook: ${decoded}`);
    } catch (error) {
      if (!(error instanceof UnreachableWebhook)) throw error;
      const shown = showUrl(url, clientConfig, timeoutSeconds);
      throw new WebhookCallFault(`failed to call webhook: Post "${shown}": ${error.message}`);
    }
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  async #send(config: WebhookClientConfig, url: URL, body: string, seconds: number): Promise<HttpAnswer> {
    const target = this.#target(config, url);
    const deadline = AbortSignal.timeout(seconds * 1000);
    const options = { agent: this.#agentFor(config, target), body, seconds, deadline };
    for (let isFirst = true; ; isFirst = false) {
      const result = await exchange(target, options);
      if (result.kind === "answer") return result.answer;
      // The webhook has closed a connection that it kept open until now: it has not seen the request.
      if (result.isStale && isFirst) continue;
      if (deadline.aborted) throw new UnreachableWebhook("context deadline exceeded");
      throw new UnreachableWebhook(describeNetworkFault(result.fault, `${target.host}:${target.port}`));
    }
  }

  #target({ service }: WebhookClientConfig, url: URL): Target {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = url.port === "" ? 443 : Number(url.port);
    if (service === undefined) return { url, host, port, serverName: host };
    const { namespace, name } = service;
    try {
      return { url, ...this.#resolveService({ namespace, name, port: service.port ?? 443 }), serverName: host };
    } catch (error) {
      throw new UnreachableWebhook(error instanceof Error ? error.message : String(error));
    }
  }

  /** One for each authority and name: connections that were verified by one are not for another. */
  #agentFor({ caBundle = "" }: WebhookClientConfig, { serverName }: Target): Agent {
    const key = `${serverName} ${caBundle}`;
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const ca = caBundle === "" ? {} : { ca: Buffer.from(caBundle, "base64").toString("utf8") };
    const agent = new Agent({ keepAlive: true, maxSockets: 64, ...ca });
    this.#agents.set(key, agent);
    return agent;
  }
}

function targetUrl({ url, service }: WebhookClientConfig): URL {
  if (url !== undefined) return new URL(url);
  const { name = "", namespace = "", path = "" } = service ?? {};
  return new URL(path, `https://${name}.${namespace}.svc:${service?.port ?? 443}`);
}

/** A Service's port is always told. */
function showUrl(url: URL, { service }: WebhookClientConfig, seconds: number): string {
  const host = service === undefined ? url.host : `${url.hostname}:${url.port === "" ? 443 : url.port}`;
  return `https://${host}${url.pathname}?timeout=${seconds}s`;
}

type Exchanged =
  | { readonly kind: "answer"; readonly answer: HttpAnswer }
  | { readonly kind: "fault"; readonly fault: NetworkFault; readonly isStale: boolean };

function exchange({ url, host, port, serverName }: Target, options: ExchangeOptions): Promise<Exchanged> {
  const { agent, body, seconds, deadline } = options;
  return new Promise((resolve) => {
    const request = httpsRequest({
      agent,
      host,
      port,
      // An address is no server name, but is what the certificate must be for.
      ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
      checkServerIdentity: (_, certificate) => checkServerIdentity(serverName, certificate),
      method: "POST",
      path: `${url.pathname}?timeout=${seconds}s`,
      headers: {
        host: url.host,
        "user-agent": "kube-apiserver-admission",
        accept: "application/json, */*",
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      },
      signal: deadline,
    });
    const fail = (fault: NetworkFault): void => {
      const isStale = request.reusedSocket && fault.code === "ECONNRESET";
      resolve({ kind: "fault", fault, isStale });
    };
    request.on("error", fail);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxAnswerBytes) request.destroy(new Error("the answer is too large"));
        else chunks.push(chunk);
      });
      response.on("error", fail);
      response.on("end", () => {
        const { statusCode: code = 0, headers } = response;
        const answer = {
          code,
          contentType: headers["content-type"] ?? "",
          body: Buffer.concat(chunks).toString("utf8"),
        };
        resolve({ kind: "answer", answer });
      });
    });
    request.end(body);
  });
}

interface ExchangeOptions {
  readonly agent: Agent;
  readonly body: string;
  readonly seconds: number;
  readonly deadline: AbortSignal;
}
