/**
 * Decodes a webhook's response like client-go, with its messages for unreadable responses.
 * Source: k8s.io/client-go/rest/request.go (transformResponse) and k8s.io/apimachinery/pkg/api/errors (NewGenericServerResponse).
 */
import { quoteText } from "../../core/go-text.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { jsonKindOf, noTypeMeta, wrongTypeFault } from "../types/go-fault.js";

export interface HttpAnswer {
  readonly code: number;
  readonly contentType: string;
  readonly body: string;
}

/** The type of a webhook's request and response. */
export interface ReviewType {
  readonly group: string;
  readonly kind: string;
  readonly version: "v1" | "v1beta1";
  /** `AdmissionResponse` */
  readonly responseType: string;
  /** The fields of the response, in order. */
  readonly fields: readonly ReviewField[];
}

type ReviewField = readonly [name: string, type: string, goType: string];

/** Returns the decoded response, or an error message. */
export function decodeAnswer(answer: HttpAnswer, review: ReviewType): JsonObject | string {
  const { code, contentType, body } = answer;
  if (code < 200 || code > 206) return describeFailure(answer);
  if (body === "") return `0-length response with status code: ${code} and content type: ${contentType}`;
  const value = parse(body);
  if (typeof value === "string" && /^\s*[{[]/.test(body)) {
    return "couldn't get version/kind; json parse error: unexpected end of JSON input";
  }
  if (!isJsonObject(value)) return noTypeMeta(value);
  return checkKind(value, review) ?? checkTypes(value["response"], review) ?? value;
}

/** Parses a body. The API server reads YAML, in which most text that is not JSON is one string. */
function parse(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return body;
  }
}

function checkKind({ apiVersion = "", kind = "" }: JsonObject, review: ReviewType): string | undefined {
  if (typeof apiVersion !== "string" || typeof kind !== "string" || apiVersion === "" || kind === "") return undefined;
  const { group, version } = review;
  const isReview = kind === review.kind && [`${group}/v1`, `${group}/v1beta1`].includes(apiVersion);
  if (!isReview && !(kind === "Status" && apiVersion === "v1")) {
    return `no kind ${quoteText(kind)} is registered for version ${quoteText(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
  }
  if (isReview && apiVersion === `${group}/${version}`) return undefined;
  const found = `${apiVersion.split("/").at(-1)}.${kind}`;
  return `converting (${found}) to (${version}.${review.kind}): unknown conversion`;
}

function checkTypes(response: Json | undefined, { kind, responseType, fields }: ReviewType): string | undefined {
  if (response === undefined || response === null) return undefined;
  if (!isJsonObject(response)) {
    return wrongTypeFault(response, `v1.${responseType}`, { struct: kind, path: ["response"] });
  }
  for (const [name, type, goType] of fields) {
    const value = response[name];
    if (value === undefined || value === null || jsonKindOf(value) === type) continue;
    return wrongTypeFault(value, goType, { struct: responseType, path: ["response", name] });
  }
  const { patch } = response;
  const wrong = typeof patch === "string" ? findWrongBase64(patch) : -1;
  return wrong === -1 ? undefined : `illegal base64 data at input byte ${wrong}`;
}

function findWrongBase64(text: string): number {
  const wrong = text.search(/[^A-Za-z0-9+/=\r\n]/);
  if (wrong !== -1) return wrong;
  const length = text.replace(/[\r\n]/g, "").length;
  return length % 4 === 0 ? -1 : length - (length % 4);
}

function describeFailure({ code, contentType, body }: HttpAnswer): string {
  const status = parse(body);
  if (isJsonObject(status) && status["kind"] === "Status" && status["status"] === "Failure") {
    return typeof status["message"] === "string" ? status["message"] : "";
  }
  const isText = contentType === "" || contentType.startsWith("text/");
  const message = isText ? body.slice(0, 2048).trim() : "unknown";
  if (code === 403 || code === 415) return message;
  if (code === 406 && message !== "" && message !== "unknown") return message;
  const known = failures[code];
  if (known !== undefined) return known;
  if (code >= 500) return `an error on the server (${quoteText(message)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${code} but did not return more information`;
}

const failures: Readonly<Record<number, string>> = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  406: "the server was unable to respond with a content type that the client supports",
  409: "the server reported a conflict",
  422: "the server rejected our request due to an error in our request",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};
