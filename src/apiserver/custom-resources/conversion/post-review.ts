import { request } from "node:https";
import { isIP } from "node:net";
import { quoteText } from "../../../cel/go-text.js";
import { isJsonObject, type Json, type JsonObject } from "../../json.js";
import { webhookTimeoutSeconds, type WebhookEndpoint } from "./webhook-endpoint.js";

/** Larger answers are not read. */
const mostBytes = 64 * 1024 * 1024;

/** Posts a review and reads the answer; what goes wrong is an Error in the words of Go's client. */
export async function postReview(endpoint: WebhookEndpoint, review: JsonObject): Promise<JsonObject> {
  const { status, text } = await post(endpoint, JSON.stringify(review));
  if (status === 404) throw new Error("the server could not find the requested resource");
  if (status < 200 || status > 299) {
    throw new Error(`an error on the server (${quoteText(text.trim())}) has prevented the request from succeeding`);
  }
  const answer = parse(text);
  if (!isJsonObject(answer)) throw new Error(`couldn't get version/kind; json parse error: ${text.slice(0, 100)}`);
  return answer;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function post(endpoint: WebhookEndpoint, body: string): Promise<Answer> {
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
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
        response.on("error", (error) => reject(said(error.message)));
      },
    );
    const deadline = setTimeout(
      () => call.destroy(new Error("context deadline exceeded (Client.Timeout exceeded while awaiting headers)")),
      webhookTimeoutSeconds * 1000,
    );
    call.on("close", () => clearTimeout(deadline));
    call.on("error", (error) => reject(said(explain(error, hostname, port))));
    call.end(body);
  });
}

function explain(error: Error, hostname: string, port: number): string {
  const code = "code" in error ? String(error.code) : "";
  const place = hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
  switch (code) {
    case "ECONNREFUSED":
      return `dial tcp ${place}: connect: connection refused`;
    case "ENOTFOUND":
      return `dial tcp: lookup ${hostname}: no such host`;
    case "ECONNRESET":
      return "EOF";
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return "tls: failed to verify certificate: x509: certificate signed by unknown authority";
    default:
      return error.message;
  }
}
