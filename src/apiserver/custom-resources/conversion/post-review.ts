/** Source: k8s.io/apiserver/pkg/util/webhook/client.go, k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go. */
import { quoteText } from "../../../core/go-text.js";
import type { JsonObject } from "../../../core/json.js";
import type { WebhookClientConfig } from "../../../k8s/apiextensions/v1.js";
import { decodeAnswer, type ReviewType } from "../../webhooks/decode-answer.js";
import { describeNetworkFault } from "../../webhooks/network-fault.js";
import { agentFor, postJson, type WebhookPlace } from "../../webhooks/post-json.js";
import type { ServiceResolver } from "../../webhooks/service-resolver.js";

const timeoutSeconds = 30;

interface Endpoint extends WebhookPlace {
  /** The URL as messages show it. */
  readonly url: string;
}

/** Posts a review and reads the response. A failure is an Error with the message of Go's client. */
export async function postReview(
  config: WebhookClientConfig,
  resolveService: ServiceResolver,
  review: JsonObject,
  version: "v1" | "v1beta1",
): Promise<JsonObject> {
  const endpoint = endpointOf(config, resolveService);
  if (typeof endpoint === "string") throw new Error(endpoint);
  const deadline = AbortSignal.timeout(timeoutSeconds * 1000);
  const agent = agentFor(config.caBundle ?? "", { keepAlive: false });
  const headers = { accept: "application/json" };
  const posted = await postJson(endpoint, { agent, headers, body: JSON.stringify(review), deadline });
  if (posted.kind === "fault") {
    const why = deadline.aborted
      ? "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
      : describeNetworkFault(posted.fault, `${endpoint.host}:${endpoint.port}`);
    throw new Error(`Post ${quoteText(endpoint.url)}: ${why}`);
  }
  const answer = decodeAnswer(posted.answer, reviewType(version));
  if (typeof answer === "string") throw new Error(answer);
  return answer;
}

function reviewType(version: "v1" | "v1beta1"): ReviewType {
  return {
    ...{ group: "apiextensions.k8s.io", kind: "ConversionReview", version, responseType: "ConversionResponse" },
    fields: [
      ["uid", "string", "types.UID"],
      ["convertedObjects", "array", "[]runtime.RawExtension"],
      ["result", "object", "v1.Status"],
    ],
  };
}

function endpointOf({ url, service }: WebhookClientConfig, resolveService: ServiceResolver): Endpoint | string {
  if (service !== undefined) {
    const { namespace, name, path = "/", port = 443 } = service;
    const serverName = `${name}.${namespace}.svc`;
    const target = withTimeout(path);
    const shown = `https://${serverName}:${port}${target}`;
    try {
      return { ...resolveService({ namespace, name, port }), url: shown, path: target, serverName };
    } catch {
      // The message gives no reason.
      return `Post ${JSON.stringify(shown)}: service ${JSON.stringify(name)} not found`;
    }
  }
  if (url === undefined || !URL.canParse(url)) return "webhook configuration must have either service or URL";
  const { hostname, port, pathname, search } = new URL(url);
  const target = withTimeout(`${pathname}${search}`);
  return {
    url: `https://${hostname}${port === "" ? "" : `:${port}`}${target}`,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? 443 : Number(port),
    path: target,
    serverName: hostname,
  };
}

function withTimeout(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}timeout=${timeoutSeconds}s`;
}
