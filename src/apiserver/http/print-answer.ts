import { printYaml } from "../../core/print-yaml.js";
import { isJsonObject, type JsonObject } from "../../core/json.js";
import type { ProtobufCodec } from "../protobuf/protobuf-codec.js";
import { badRequestError, internalError, StatusError } from "../status-error.js";
import type { FlowClass } from "../flow-control/flow-schemas.js";
import type { Answer } from "./answer.js";
import { PlainRefusal } from "./plain-refusal.js";
import type { ApiResponse } from "./api-request.js";
import { mediaTypeOf, type OutputFormat } from "./media-type.js";

export interface AnswerForm {
  readonly auditId: string;
  readonly format: OutputFormat;
  readonly warnings: readonly string[];
  readonly flow: FlowClass | undefined;
  /** Set whenever the format is protobuf. */
  readonly protobuf: ProtobufCodec | undefined;
}

/** Prints a response: with its headers, and its object as text. */
export function printAnswer(answer: Answer, { auditId, format, warnings, flow, protobuf }: AnswerForm): ApiResponse {
  if (answer.type === "forwarded")
    return flow === undefined ? answer : { ...answer, headers: { ...answer.headers, ...flowHeaders(flow) } };
  if (answer.type === "switched" || answer.type === "upgraded") return answer;
  const headers = {
    "Audit-Id": auditId,
    "Cache-Control": "no-cache, private",
    ...(flow === undefined ? {} : flowHeaders(flow)),
    ...(warnings.length > 0 ? { Warning: Array.from(new Set(warnings), printWarning) } : {}),
  };
  if (answer.type === "stream") {
    return {
      type: "stream",
      headers: { ...headers, "Content-Type": answer.contentType },
      open: (sink) => answer.open(sink),
    };
  }
  if (answer.type === "text") {
    const { code, contentType, text } = answer;
    return {
      type: "whole",
      code,
      headers: { ...headers, ...answer.headers, "Content-Type": contentType },
      body: text,
    };
  }
  const { details } = answer.object;
  const isRefusal = answer.object["kind"] === "Status" && isJsonObject(details);
  const seconds = isRefusal ? details["retryAfterSeconds"] : undefined;
  return {
    type: "whole",
    code: answer.code,
    headers: {
      ...headers,
      ...(typeof seconds === "number" && seconds > 0 ? { "Retry-After": String(seconds) } : {}),
      "Content-Type": mediaTypeOf(format.encoding),
    },
    body: printObject(answer.object, format, protobuf),
    isCompressible: true,
  };
}

/** Source: setResponseHeaders in k8s.io/apiserver/pkg/server/filters/priority-and-fairness.go. */
function flowHeaders({ flowSchema, priorityLevel }: FlowClass): Record<string, [string]> {
  return {
    "X-Kubernetes-Pf-Flowschema-Uid": [flowSchema],
    "X-Kubernetes-Pf-Prioritylevel-Uid": [priorityLevel],
  };
}

/** Returns the Status for a thrown error; an error that is not a rejection is an internal error. */
export function toFailure(error: unknown): StatusError {
  if (error instanceof StatusError) return error;
  if (isTooDeep(error)) return badRequestError("exceeded max depth");
  return internalError(error instanceof Error ? error.message : String(error));
}

/** Returns whether an error rejects a request; others are defects of the server. */
export function isExpected(error: unknown): boolean {
  return error instanceof StatusError || error instanceof PlainRefusal || isTooDeep(error);
}

/** Functions walk objects recursively, and only a client can send such deep nesting. */
function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

function printObject(object: JsonObject, format: OutputFormat, protobuf: ProtobufCodec | undefined): string | Buffer {
  if (format.encoding === "protobuf" && protobuf !== undefined) return protobuf.encode(object);
  if (format.encoding === "yaml") return printYaml(object);
  return `${format.pretty ? JSON.stringify(object, undefined, 2) : JSON.stringify(object)}\n`;
}

/** Formats a warning by RFC 7234 5.5, like kube-apiserver: code 299, no agent. */
function printWarning(text: string): string {
  const quoted = text.replace(/\p{Cc}/gu, " ").replace(/["\\]/g, "\\$&");
  // Header fields are bytes; Node sends each character up to U+00FF as one byte.
  return `299 - "${Buffer.from(quoted).toString("latin1")}"`;
}
