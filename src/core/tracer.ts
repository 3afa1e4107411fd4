/** Spans with the interfaces of OpenTelemetry's API, but without depending on it: the user supplies a tracer. */

/** The value of a span attribute. */
export type SpanAttribute = string | number | boolean;

/**
 * A span of a trace: the part of `Span` of `@opentelemetry/api` that tsop uses.
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
 * The identity of a span for other processes.
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
 * Creates spans: the part of `Tracer` of `@opentelemetry/api` that tsop uses, so that any version of it fits.
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
  /** Calls `run` with a new child span of the active span; the new span is active for the duration of the call. */
  startActiveSpan<T>(name: string, options: StartSpanOptions, run: (span: Span) => T): T;
}

/**
 * The options of a new span.
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

/** Calls `run` within a new span, and ends the span. If the tracer fails, only the span is lost, never the run. */
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
    // If the tracer never called the run, the code below does.
  }
  return running ?? run(undefined);
}

/** Records an error on a span. */
export function failSpan(span: Span, error: unknown): void {
  const exception = error instanceof Error ? error : new Error(String(error));
  quietly(() => {
    span.recordException(exception);
    span.setStatus({ code: errorStatus, message: exception.message });
  });
}

/** Runs code for a trace; its failure must not affect the traced code. */
export function quietly(record: () => void): void {
  try {
    record();
  } catch {
    // A span processor of the user failed.
  }
}

/** Returns the headers that W3C Trace Context defines for a request; none for a disabled tracer. */
export function traceHeaders(span: Span): Record<string, string> {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  if (!isTraceId(traceId)) return {};
  const flags = (traceFlags & 0xff).toString(16).padStart(2, "0");
  const state = traceState?.serialize() ?? "";
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(state === "" ? {} : { tracestate: state }) };
}

/** Returns the fields that link a log line to its trace, under OpenTelemetry's names; none for a disabled tracer. */
export function traceFields(span: Span): Record<string, string> {
  const { traceId, spanId } = span.spanContext();
  return isTraceId(traceId) ? { trace_id: traceId, span_id: spanId } : {};
}

function isTraceId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text) && !/^0+$/.test(text);
}
