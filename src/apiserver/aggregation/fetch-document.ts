import type { Readable } from "node:stream";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { UserInfo } from "../resource.js";
import { isDeeper } from "../types/json-depth.js";
import type { RemoteApiService } from "./api-services.js";
import { userHeaders } from "./proxy-headers.js";
import type { ServiceClient } from "./service-client.js";

export interface DocumentRequest {
  readonly path: string;
  readonly accept: string;
  readonly user: UserInfo;
}

export interface FetchedDocument {
  readonly code: number;
  readonly contentType: string;
  /** Absent if the body is not a JSON object. */
  readonly document?: JsonObject;
}

const patienceMs = 5_000;
/** Far more than any OpenAPI document has. */
const maxBytes = 64 * 1024 * 1024;
/** Functions walk documents recursively. */
const maxLevels = 200;

/** Fetches a document of another server. A server that cannot be reached counts as one that responds with 503. */
export async function fetchDocument(
  client: ServiceClient,
  from: RemoteApiService,
  { path, accept, user }: DocumentRequest,
): Promise<FetchedDocument> {
  try {
    const answer = await client.send(from, {
      ...{ method: "GET", path },
      headers: { accept: [accept], ...userHeaders(user) },
      signal: AbortSignal.timeout(patienceMs),
    });
    if (answer.kind !== "response") return { code: 503, contentType: "" };
    const { response } = answer;
    const { statusCode: code = 0, headers } = response;
    const document = parseDocument(await readBody(response));
    return { code, contentType: headers["content-type"] ?? "", ...(document === undefined ? {} : { document }) };
  } catch {
    return { code: 503, contentType: "" };
  }
}

/** Reads the response of another server. @throws Error if it is too large */
export async function readBody(response: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error("the document is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function parseDocument(text: string): JsonObject | undefined {
  try {
    const parsed = JSON.parse(text) as Json;
    return isJsonObject(parsed) && !isDeeper(parsed, maxLevels) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
