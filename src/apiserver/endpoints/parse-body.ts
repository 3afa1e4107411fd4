import { toUSVString } from "node:util";
import { isJsonObject, type Json } from "../../core/json.js";
import { type Encoding, encodingOf } from "../http/media-type.js";
import { badRequestError, StatusError } from "../status-error.js";
import { isDeeper, maxDepth } from "../types/json-depth.js";
import { JsonSyntaxFault } from "../types/json-reader.js";
import { scanJson } from "../types/scan-json.js";
import { findTooLargeNumber, noDouble } from "../types/too-large-number.js";
import type { TypeNode } from "../types/type-node.js";
import { type ReadYaml, readYaml } from "../yaml/read-yaml.js";
import { YamlFault } from "../yaml/yaml-fault.js";

export interface ParsedBody {
  readonly value: Json;
  /** `duplicate field "data.a"`, `unknown field "foo"`; empty if the caller does not ask for them. */
  readonly strictErrors: readonly string[];
  readonly text: string;
  /** The start of the body, for messages. */
  readonly summary: string;
}

interface Strict {
  readonly kind: string;
  readonly type?: TypeNode | undefined;
}

/**
 * Reads JSON or YAML.
 *
 * @param strict - the type whose fields the text is compared with; undefined without a comparison
 * @throws StatusError 400 or 415
 */
export function parseBody(body: Buffer, contentType: string, strict: Strict | undefined): ParsedBody {
  const encoding = bodyEncoding(contentType);
  const text = body.toString("utf8");
  const summary = summarize(body);
  const kind = strict?.kind ?? "";
  if (encoding === "yaml") {
    const { value, strictErrors } = parseYaml(body, (fault) => unrecognized({ kind }, fault, summary));
    return { value, strictErrors: strict === undefined ? [] : strictErrors, text, summary };
  }
  try {
    const value = parseText(text);
    return { value, strictErrors: strict === undefined ? [] : scanJson(text, strict.type).strictErrors, text, summary };
  } catch {
    throw unrecognized({ kind }, `couldn't get version/kind; json parse error: ${syntaxFault(text)}`, summary);
  }
}

/** @param refuse - converts Go's message to the error */
export function parseYaml(body: Buffer, refuse: (fault: string) => Error): ReadYaml {
  try {
    return readYaml(body);
  } catch (error) {
    throw error instanceof YamlFault ? refuse(error.message) : error;
  }
}

/** Reports whether a text is JSON; numbers may have any size. */
export function isJson(body: Buffer): boolean {
  try {
    parseText(body.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

/** @throws StatusError 400 in Go's words */
export function parseJson(body: Buffer, sayWhy: (fault: string) => string): Json {
  const text = body.toString("utf8");
  const tooLarge = findTooLargeNumber(text);
  if (tooLarge !== undefined) throw badRequestError(sayWhy(noDouble(tooLarge)));
  try {
    return parseText(text);
  } catch {
    throw badRequestError(sayWhy(syntaxFault(text)));
  }
}

/** Parses JSON. Like Go, replaces half of a surrogate pair with another character. */
function parseText(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (isDeeper(value, maxDepth)) throw new JsonSyntaxFault("exceeded max depth");
  return /\\u[dD][89a-fA-F]/.test(text) ? wellFormed(value) : value;
}

function wellFormed(value: Json): Json {
  if (typeof value === "string") return toUSVString(value);
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [toUSVString(key), wellFormed(each ?? null)]));
}

/** Returns Go's message for invalid JSON. */
function syntaxFault(text: string): string {
  try {
    scanJson(text, undefined);
    return "invalid character looking for beginning of value";
  } catch (error) {
    if (error instanceof JsonSyntaxFault) return error.message;
    throw error;
  }
}

/** @throws StatusError 415 for a Content-Type that objects cannot have */
export function bodyEncoding(contentType: string): Encoding {
  const encoding = contentType === "" ? "json" : encodingOf(contentType);
  // A protobuf body has been converted to JSON before.
  if (encoding !== undefined && encoding !== "protobuf") return encoding;
  const message =
    "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf";
  throw new StatusError({ code: 415, reason: "UnsupportedMediaType", message });
}

export function unrecognized({ kind }: Pick<Strict, "kind">, fault: string, summary: string): Error {
  return badRequestError(`the object provided is unrecognized (must be of type ${kind}): ${fault} (${summary})`);
}

const summaryBytes = 30;

/**
 * Summarizes a body: JSON as text, anything else as bytes. Source: k8s.io/apiserver/pkg/endpoints/handlers/rest.go
 * (summarizeData).
 */
export function summarize(body: Buffer): string {
  if (body.length === 0) return "<empty>";
  const head = body.subarray(0, summaryBytes);
  const text = body[0] === 0x7b ? head.toString("utf8") : head.toString("hex");
  return body.length > summaryBytes ? `${text} ...` : text;
}
