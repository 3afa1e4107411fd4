/** What the server learns about a request while it handles it. */
import type { RequestAudit } from "../audit/request-audit.js";
import type { FlowClass } from "../flow-control/flow-schemas.js";
import type { Answer } from "../http/answer.js";
import type { ApiRequest, ApiResponse } from "../http/api-request.js";
import { jsonFormat, negotiate, type OutputFormat, statusOffer } from "../http/media-type.js";
import { PlainRefusal } from "../http/plain-refusal.js";
import { toFailure } from "../http/print-answer.js";
import type { MeasuredRequest } from "../metrics/server-metrics.js";
import type { ProtobufCodec } from "../protobuf/protobuf-codec.js";
import { statusCodec } from "../protobuf/status-codec.js";
import type { ServedResource } from "../resource.js";

export interface Exchange {
  readonly auditId: string;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly warnings: string[];
  format: OutputFormat;
  protobuf: ProtobufCodec | undefined;
  resource: ServedResource | undefined;
  audit: RequestAudit | undefined;
  measured: MeasuredRequest | undefined;
  isAnonymous: boolean;
  flow: FlowClass | undefined;
}

export const nothingYet = {
  isAnonymous: false,
  flow: undefined,
  protobuf: undefined,
  resource: undefined,
  audit: undefined,
  measured: undefined,
};

/** Counts a response: a watch when it ends. */
export function measure(response: ApiResponse, request: ApiRequest, { measured }: Exchange): void {
  if (measured === undefined) return;
  if (response.type === "whole") measured.end(response.code, () => Buffer.byteLength(response.body));
  else request.whenOver(() => measured.end(response.type === "forwarded" ? response.code : 200, () => 0));
}

/**
 * Prints an error in any form that the client accepts, and as indented JSON if it accepts none.
 * Source: k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/writers.go (WriteObjectNegotiated).
 */
export function failureAnswer(thrown: unknown, accept: string | undefined, exchange: Exchange): Answer {
  if (thrown instanceof PlainRefusal) return thrown.toAnswer();
  const error = toFailure(thrown);
  let isUnaudited = false;
  try {
    exchange.format = negotiate(accept, statusOffer, exchange.format.pretty);
  } catch {
    exchange.format = { ...jsonFormat, pretty: true };
    isUnaudited = true;
  }
  exchange.protobuf ??= statusCodec;
  return { type: "object", code: error.failure.code, object: error.toStatus(), isUnaudited };
}
