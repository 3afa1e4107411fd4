import { context, propagation, trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { onTestFinished } from "vitest";
import type { Tracer } from "../../src/core/tracer.js";

export interface RecordedSpans {
  readonly tracer: Tracer;
  /** The ended spans, in the order of their ends. */
  readonly ended: () => ReadableSpan[];
}

/** Sets up OpenTelemetry like an operator, for one test. */
export function recordSpans(): RecordedSpans {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  onTestFinished(async () => {
    for (const api of [trace, context, propagation]) api.disable();
    await provider.shutdown();
  });
  return { tracer: trace.getTracer("test"), ended: () => exporter.getFinishedSpans() };
}
