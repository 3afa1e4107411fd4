/**
 * `/openapi`: a v3 document for each group version, and one v2 document. Source: k8s.io/kube-openapi/pkg/handler and
 * pkg/handler3.
 */
import { defined } from "../../core/defined.js";
import type { JsonObject } from "../../core/json.js";
import { ownVersions, type ServedGroup } from "../discovery/served-groups.js";
import type { Answer } from "../http/answer.js";
import type { ApiRequest } from "../http/api-request.js";
import type { RequestUrl } from "../http/request-url.js";
import { acceptedTypes } from "../http/media-type.js";
import { documentPathOf } from "../openapi/documents.js";
import type { OpenApiDocuments } from "../openapi/openapi-documents.js";
import { notFoundAnswer } from "./paths.js";

export interface OpenApiParts {
  readonly groups: readonly ServedGroup[];
  readonly documents: OpenApiDocuments;
  readonly others: OtherDocuments;
}

/** The documents of other servers. */
export interface OtherDocuments {
  /** Returns the URLs of OpenAPI v3 documents, by path. */
  openApiUrls(): ReadonlyMap<string, string>;
  /** Returns parts of OpenAPI v2 documents. */
  swaggers(): readonly JsonObject[];
  /** Returns undefined if no other server has the OpenAPI v3 document. */
  answerOpenApi(path: string): Promise<Answer> | undefined;
}

/** @param path - the part after `/openapi/` */
export function answerOpenApi(
  request: ApiRequest,
  url: RequestUrl,
  path: readonly string[],
  parts: OpenApiParts,
): Answer | Promise<Answer> {
  const [version, ...rest] = path;
  if (version === "v3") return answerV3(request, url, rest.join("/"), parts);
  return version === "v2" && rest.length === 0 ? answerV2(request, parts) : notFoundAnswer;
}

const protobufType = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
const swaggerTypes: Readonly<Record<string, "json" | "protobuf">> = {
  "application/json": "json",
  "application/*": "json",
  "*/*": "json",
  [protobufType]: "protobuf",
  // The name that client-go sends.
  "application/com.github.proto-openapi.spec.v2@v1.0+protobuf": "protobuf",
};

function answerV2(request: ApiRequest, { groups, documents, others }: OpenApiParts): Answer {
  const accepted = acceptedTypes(request.headers.accept ?? "*/*").find((type) => Object.hasOwn(swaggerTypes, type));
  if (accepted === undefined) return { type: "text", code: 406, contentType: "application/json", text: "" };
  const swagger = documents.swagger(groups, others.swaggers());
  const isProtobuf = swaggerTypes[accepted] === "protobuf";
  const { text, hash } = isProtobuf ? swagger.protobuf() : swagger.json();
  const headers = { ETag: `"${hash}"`, Vary: "Accept" };
  const contentType = isProtobuf ? protobufType : "application/json";
  return cacheable(request, { type: "text", code: 200, contentType, text, headers });
}

function answerV3(
  request: ApiRequest,
  url: RequestUrl,
  path: string,
  { groups, documents, others }: OpenApiParts,
): Answer | Promise<Answer> {
  if (path === "") {
    const text = JSON.stringify(documents.index(groups, others.openApiUrls()));
    return { type: "text", code: 200, contentType: "text/plain; charset=utf-8", text };
  }
  const served = ownVersions(groups).find((each) => documentPathOf(each) === path);
  if (served === undefined) {
    return others.answerOpenApi(path) ?? { type: "text", code: 404, contentType: "application/json", text: "" };
  }
  if (!/\*\/\*|application\/(?:json|\*)/.test(request.headers.accept ?? "*/*")) {
    return { type: "text", code: 406, contentType: "application/json", text: "" };
  }
  const { text, hash } = documents.document(served);
  const headers = { ETag: `"${hash}"`, Vary: "Accept" };
  const asked = url.searchParams.get("hash");
  // kube-apiserver rejects redirects of an extension API server, so a request through it gets the current document.
  const isForwarded = request.headers["x-remote-user"] !== undefined;
  if (asked !== null && asked !== hash && !isForwarded) {
    const location = `/openapi/v3/${path}?hash=${hash}`;
    return {
      type: "text",
      code: 301,
      contentType: "application/json",
      text: "",
      headers: { ...headers, Location: location },
    };
  }
  const lifetime: Readonly<Record<string, string>> = asked === hash ? { "Cache-Control": "public, immutable" } : {};
  return cacheable(request, {
    ...{ type: "text", code: 200, contentType: "application/json", text },
    headers: { ...headers, ...lifetime },
  });
}

export function cacheable(request: ApiRequest, answer: Extract<Answer, { type: "text" }>): Answer {
  const given = request.headers["if-none-match"];
  const isKnown = given === "*" || given === answer.headers?.["ETag"];
  if (!isKnown) return answer;
  const { type, contentType, headers } = answer;
  return { type, code: 304, contentType, text: "", ...defined({ headers }) };
}
