/** Requests that the server's own controllers send to it, which are authorized like all others. */
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { parseDocument, readBody } from "../aggregation/fetch-document.js";
import type { Ask } from "../controllers/shared/ask.js";
import type { ApiRequest, ApiResponse } from "../http/api-request.js";
import type { UserInfo } from "../resource.js";

export type HandleRequest = (request: ApiRequest) => Promise<ApiResponse>;

export function askAs(user: UserInfo, handle: HandleRequest): Ask {
  return async ({ method, target, body }) => {
    const content = Buffer.from(body === undefined ? "" : JSON.stringify(body));
    const whenOver: (() => void)[] = [];
    const response = await handle({
      ...{ method, target },
      headers: { accept: "application/json", "content-type": "application/json", host: "127.0.0.1" },
      headersDistinct: { accept: ["application/json"] },
      readBody: () => Promise.resolve(content),
      openBody: () => Readable.from(content.length === 0 ? [] : [content]),
      clientCertificates: () => ({ chain: [], isVerified: false }),
      certificateUser: () => user,
      auditId: randomUUID(),
      remoteAddress: "127.0.0.1",
      whenOver: (listener) => void whenOver.push(listener),
    });
    try {
      const text = await textOf(response);
      return { code: "code" in response ? response.code : 200, object: parseDocument(text), text };
    } finally {
      for (const listener of whenOver) listener();
    }
  };
}

/** Returns the body of a response that ends; an empty text for others. */
async function textOf(response: ApiResponse): Promise<string> {
  if (response.type === "whole") return response.body.toString();
  return response.type === "forwarded" ? readBody(response.body) : "";
}
