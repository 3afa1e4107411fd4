/** Spans, in the words of OpenTelemetry's API, and without it: whoever traces brings a tracer along. */

/** A value that a span carries. */
export type SpanAttribute = string | number | boolean;

/**
 * A span of a trace: the part of `Span` of `@opentelemetry/api` that is used.
 *
 * @example
 * ```ts
 * import { trace } from "@opentelemetry/api";
 * import type { Span } from "tsop";
 *
 * export const span: Span = trace.getTracer("my-operator").startSpan("wait for the database");
 * ```
 */
export interface Span {
  spanContext(): SpanContext;
  setAttributes(attributes: Record<string, SpanAttribute>): unknown;
  addEvent(name: string, attributes: Record<string, SpanAttribute>): unknown;
  recordException(error: Error): void;
  /** 0 unset, 1 ok, 2 error. */
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

/**
 * What a span is known by to others.
 *
 * @example
 * ```ts
 * import type { Span, SpanContext } from "tsop";
 *
 * export const contextOf = (span: Span): SpanContext => span.spanContext();
 * ```
 */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly traceState?: { serialize(): string } | undefined;
}

/**
 * Makes spans: the part of `Tracer` of `@opentelemetry/api` that is used, so that any version of it fits.
 *
 * @example
 * ```ts
 * import { trace } from "@opentelemetry/api";
 * import type { Tracer } from "tsop";
 *
 * export const tracer: Tracer = trace.getTracer("my-operator");
 * ```
 */
export interface Tracer {
  /** Calls `run` with a new span below the active one, which is the active one meanwhile. */
  startActiveSpan<T>(name: string, options: StartSpanOptions, run: (span: Span) => T): T;
}

/**
 * What a span begins with.
 *
 * @example
 * ```ts
 * import type { StartSpanOptions } from "tsop";
 *
 * export const options: StartSpanOptions = { kind: 0, attributes: { controller: "bar" } };
 * ```
 */
export interface StartSpanOptions {
  /** 0 internal, 2 client. */
  kind: number;
  attributes: Record<string, SpanAttribute>;
}

export const spanKind = { internal: 0, client: 2 } as const;
const errorStatus = 2;

/** Runs within a new span, and ends it. A tracer that fails costs the span, never the run. */
export async function inSpan<T>(
  tracer: Tracer,
  name: string,
  options: StartSpanOptions,
  run: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  let running: Promise<T> | undefined;
  try {
    tracer.startActiveSpan(name, options, (span) => {
      running = run(span).finally(() => quietly(() => span.end()));
    });
  } catch {
    // Where it never came to the run, what follows makes up for it.
  }
  return running ?? run(undefined);
}

/** Says what went wrong. */
export function failSpan(span: Span, error: unknown): void {
  const exception = error instanceof Error ? error : new Error(String(error));
  quietly(() => {
    span.recordException(exception);
    span.setStatus({ code: errorStatus, message: exception.message });
  });
}

/** What is done for a trace must not fail what is traced. */
export function quietly(record: () => void): void {
  try {
    record();
  } catch {
    // A span processor of the user's threw.
  }
}

/** What W3C Trace Context has a request carry; nothing for a tracer that is off. */
export function traceHeaders(span: Span): Record<string, string> {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  if (!isTraceId(traceId)) return {};
  const flags = (traceFlags & 0xff).toString(16).padStart(2, "0");
  const state = traceState?.serialize() ?? "";
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(state === "" ? {} : { tracestate: state }) };
}

/** The fields by which a log line is found from its trace, under OpenTelemetry's names; none for a tracer that is off. */
export function traceFields(span: Span): Record<string, string> {
  const { traceId, spanId } = span.spanContext();
  return isTraceId(traceId) ? { trace_id: traceId, span_id: spanId } : {};
}

function isTraceId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text) && !/^0+$/.test(text);
}
