import { Agent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { checkServerIdentity } from "node:tls";
import type { HttpAnswer } from "./decode-answer.js";
import type { NetworkFault } from "./network-fault.js";

/** The address of a webhook, and the name that its certificate must be for. */
export interface WebhookPlace {
  readonly host: string;
  readonly port: number;
  /** With the query. */
  readonly path: string;
  readonly serverName: string;
}

export interface Post {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deadline: AbortSignal;
}

export type Posted =
  | { readonly kind: "answer"; readonly answer: HttpAnswer }
  /** `isStale`: the webhook had already closed the persistent connection. */
  | { readonly kind: "fault"; readonly fault: NetworkFault; readonly isStale: boolean };

/** Far more than any review needs; a larger response is an error. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** Creates an agent that trusts a CA bundle, in base64; without one, the system's authorities. */
export function agentFor(
  caBundle: string,
  options: { readonly keepAlive: boolean; readonly maxSockets?: number },
): Agent {
  const pem = Buffer.from(caBundle, "base64").toString("utf8").trim();
  return new Agent({ ...options, ...(pem === "" ? {} : { ca: pem }) });
}

export function postJson({ host, port, path, serverName }: WebhookPlace, post: Post): Promise<Posted> {
  const { agent, headers, body, deadline } = post;
  return new Promise((resolve) => {
    const request = httpsRequest({
      agent,
      host,
      port,
      // An address is not a server name, but the certificate must be for it.
      ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
      checkServerIdentity: (_, certificate) => checkServerIdentity(serverName, certificate),
      method: "POST",
      path,
      headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
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
        if (size > maxAnswerBytes) request.destroy(new Error("the response is too large"));
        else chunks.push(chunk);
      });
      response.on("error", fail);
      response.on("end", () => {
        const { statusCode: code = 0, headers: given } = response;
        const answer = { code, contentType: given["content-type"] ?? "", body: Buffer.concat(chunks).toString("utf8") };
        resolve({ kind: "answer", answer });
      });
    });
    request.end(body);
  });
}
