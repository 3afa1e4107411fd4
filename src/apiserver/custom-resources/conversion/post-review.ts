import { request } from "node:https";
import { isIP } from "node:net";
import { quoteText } from "../../../core/go-text.js";
import type { JsonObject } from "../../../core/json.js";
import { decodeAnswer, type HttpAnswer, type ReviewType } from "../../webhooks/decode-answer.js";
import { describeNetworkFault } from "../../webhooks/network-fault.js";
import { webhookTimeoutSeconds, type WebhookEndpoint } from "./webhook-endpoint.js";

/** Larger answers are not read. */
const mostBytes = 64 * 1024 * 1024;

/** Posts a review and reads the answer; what goes wrong is an Error in the words of Go's client. */
export async function postReview(
  endpoint: WebhookEndpoint,
  review: JsonObject,
  version: "v1" | "v1beta1",
): Promise<JsonObject> {
  const answer = decodeAnswer(await post(endpoint, JSON.stringify(review)), reviewType(version));
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

function post(endpoint: WebhookEndpoint, body: string): Promise<HttpAnswer> {
  const { hostname, port, path, serverName, caBundle, url } = endpoint;
  const said = (why: string): Error => new Error(`Post ${quoteText(url)}: ${why}`);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        hostname,
        port,
        path,
        method: "POST",
        agent: false,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        },
        ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
        ...(caBundle === "" ? {} : { ca: caBundle }),
        timeout: webhookTimeoutSeconds * 1000,
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > mostBytes) call.destroy(new Error("the answer is too large"));
          else chunks.push(chunk);
        });
        response.on("end", () =>
          resolve({
            code: response.statusCode ?? 0,
            contentType: response.headers["content-type"] ?? "",
            body: Buffer.concat(chunks).toString(),
          }),
        );
        response.on("error", (error) => reject(said(error.message)));
      },
    );
    const deadline = setTimeout(
      () => call.destroy(new Error("context deadline exceeded (Client.Timeout exceeded while awaiting headers)")),
      webhookTimeoutSeconds * 1000,
    );
    call.on("close", () => clearTimeout(deadline));
    call.on("error", (error) => reject(said(describeNetworkFault(error, `${hostname}:${port}`))));
    call.end(body);
  });
}
