/** Passes a request to another server. Source: k8s.io/kube-aggregator/pkg/apiserver/handler_proxy.go. */
import { announcesBody } from "../http/body.js";
import type { Answer } from "../http/answer.js";
import type { ApiRequest } from "../http/api-request.js";
import type { RequestUrl } from "../http/request-url.js";
import type { UserInfo } from "../resource.js";
import type { RemoteApiService } from "./api-services.js";
import { forwardedHeaders, returnedHeaders } from "./proxy-headers.js";
import type { ServiceClient, ServiceResponse } from "./service-client.js";

export interface Forwarded {
  readonly request: ApiRequest;
  readonly url: RequestUrl;
  readonly user: UserInfo;
}

/** Requests for the resources of a group version must be fast, so that a broken server does not delay every client. */
const discoveryMs = 5_000;

export async function forward(client: ServiceClient, to: RemoteApiService, given: Forwarded): Promise<Answer> {
  if (!to.isAvailable) return unavailable;
  const { request, url, user } = given;
  const { headers, headersDistinct, method, remoteAddress, auditId } = request;
  const upgrade = namesUpgrade(headers.connection) ? headers.upgrade : undefined;
  const gone = new AbortController();
  const isDiscovery = url.pathname.replaceAll(/^\/|\/$/g, "").split("/").length === 3;
  const deadline = isDiscovery ? setTimeout(() => gone.abort(), discoveryMs).unref() : undefined;
  request.whenOver(() => {
    clearTimeout(deadline);
    gone.abort();
  });
  const host = addressOf(client, to);
  if (host === undefined) return unavailable;
  const response = await client.send(to, {
    method,
    path: targetOf(url),
    headers: forwardedHeaders(headersDistinct, { user, auditId, path: url.pathname, host, remoteAddress, upgrade }),
    ...(announcesBody(request) ? { body: request.openBody() } : {}),
    signal: gone.signal,
  });
  return toAnswer(response, upgrade !== undefined);
}

/** Returns undefined if the Service leads nowhere. */
function addressOf(client: ServiceClient, to: RemoteApiService): string | undefined {
  try {
    return new URL(client.urlOf(to)).host;
  } catch {
    return undefined;
  }
}

function toAnswer(given: ServiceResponse, isUpgrade: boolean): Answer {
  if (given.kind === "fault") return refusal(503, `error trying to reach service: ${given.message}\n`);
  const { response } = given;
  if (given.kind === "switched") {
    return { type: "switched", headers: response.headersDistinct as Headers, socket: given.socket, head: given.head };
  }
  const { statusCode: code = 502 } = response;
  const isRefused = isUpgrade ? code < 400 : code >= 300 && code <= 399 && response.headers.location !== undefined;
  if (isRefused) {
    response.destroy();
    if (isUpgrade) return refusal(503, `invalid upgrade response: status code ${code}\n`);
    return refusal(502, "the backend attempted to redirect this request, which is not permitted");
  }
  return { type: "forwarded", code, headers: returnedHeaders(response.headersDistinct), body: response };
}

type Headers = Readonly<Record<string, readonly string[]>>;

const unavailable = refusal(503, "service unavailable\n");

function refusal(code: number, text: string): Answer {
  return { type: "text", code, contentType: "text/plain; charset=utf-8", text };
}

function namesUpgrade(connection: string | undefined): boolean {
  return (connection ?? "").split(",").some((token) => token.trim().toLowerCase() === "upgrade");
}

/** Encodes the path and the query again, the query in the order of its names. Source: url.Values.Encode. */
function targetOf({ pathname, searchParams }: RequestUrl): string {
  const query = new URLSearchParams(searchParams);
  query.sort();
  const text = query.toString().replaceAll("*", "%2A");
  const path = encodeURI(pathname).replaceAll(/[?#]/g, (character) => encodeURIComponent(character));
  return text === "" ? path : `${path}?${text}`;
}
