import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { describe, expect, test } from "vitest";
import type { Tracer } from "../../src/core/tracer.js";
import { isNotFound } from "../../src/kube/api-error.js";
import { traceTransport } from "../../src/kube/traced-transport.js";
import { createTransport } from "../../src/kube/transport.js";
import { recordSpans } from "../support/recorded-spans.js";
import { answer, type Script, startScriptedServer, status } from "../support/scripted-server.js";

const path = "/api/v1/namespaces/blue/pods/web?fieldManager=demo";
const ok: Script = (_, response) => answer(response, 200, { ok: true });

async function connect(tracer: Tracer, script: Script) {
  const server = await startScriptedServer(script);
  const transport = createTransport(server.config, { wait: () => Promise.resolve(), env: {} });
  return { server, transport: traceTransport(transport, tracer) };
}

describe("a traced request", () => {
  test("has a client span that says what was asked and answered, and names it to the API server", async () => {
    const { tracer, ended } = recordSpans();
    const { server, transport } = await connect(tracer, ok);
    expect(await transport.request({ method: "PATCH", path, body: "{}" })).toBe('{"ok":true}');
    const [span, ...others] = ended();
    expect(others).toEqual([]);
    expect(span).toMatchObject({
      name: "PATCH /api/v1/namespaces/{namespace}/pods/{name}",
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        "http.request.method": "PATCH",
        "http.response.status_code": 200,
        "k8s.namespace.name": "blue",
        "server.address": "127.0.0.1",
        "server.port": Number(new URL(server.url).port),
        "url.full": `${server.url}${path}`,
        "url.template": "/api/v1/namespaces/{namespace}/pods/{name}",
      },
    });
    const { traceId, spanId } = span!.spanContext();
    expect(server.received[0]?.headers["traceparent"]).toBe(`00-${traceId}-${spanId}-01`);
  });

  test("is one span however often it is sent", async () => {
    const { tracer, ended } = recordSpans();
    const { transport } = await connect(tracer, (_, response, index) => {
      if (index < 2) answer(response, 503, status(503, "ServiceUnavailable"), { "retry-after": "1" });
      else answer(response, 200, {});
    });
    await transport.request({ method: "GET", path });
    expect(ended()).toMatchObject([
      {
        attributes: { "http.request.resend_count": 2, "http.response.status_code": 200 },
        events: [{ name: "resend" }, { name: "resend" }],
        status: { code: SpanStatusCode.UNSET },
      },
    ]);
  });

  test.each([
    ["POST", 409, SpanStatusCode.ERROR],
    ["PUT", 404, SpanStatusCode.ERROR],
    // A 404 is a response.
    ["GET", 404, SpanStatusCode.UNSET],
    ["DELETE", 404, SpanStatusCode.UNSET],
  ] as const)("%s with %i has the status %i", async (method, code, expected) => {
    const { tracer, ended } = recordSpans();
    const { transport } = await connect(tracer, (_, response) => answer(response, code, status(code, "Refused")));
    await expect(transport.request({ method, path })).rejects.toMatchObject({ statusCode: code });
    expect(ended()).toMatchObject([
      { attributes: { "error.type": String(code), "http.response.status_code": code }, status: { code: expected } },
    ]);
    expect(ended()[0]?.events).toHaveLength(expected === SpanStatusCode.ERROR ? 1 : 0);
  });

  test("without a response reports the reason", async () => {
    const { tracer, ended } = recordSpans();
    const { transport } = await connect(tracer, (_, response) => response.destroy());
    await expect(transport.request({ method: "POST", path })).rejects.toThrow();
    expect(ended()).toMatchObject([{ attributes: { "error.type": "reset" }, status: { code: SpanStatusCode.ERROR } }]);
    expect(ended()[0]?.attributes).not.toHaveProperty("http.response.status_code");
  });
});

describe("a tracer", () => {
  const throwing = (): never => {
    throw new Error("broken tracer");
  };
  const brokenSpan = {
    spanContext: throwing,
    setAttributes: throwing,
    addEvent: throwing,
    recordException: throwing,
    setStatus: throwing,
    end: throwing,
  };

  test.each<[string, Tracer]>([
    ["throws", { startActiveSpan: throwing }],
    ["has spans that throw", { startActiveSpan: (_name, _options, run) => run(brokenSpan) }],
    [
      "throws after the span",
      {
        startActiveSpan: (_name, _options, run) => {
          run(brokenSpan);
          return throwing();
        },
      },
    ],
  ])("that %s fails no request, and has it sent once", async (_, tracer) => {
    const { server, transport } = await connect(tracer, (_request, response, index) =>
      index === 0 ? answer(response, 200, {}) : answer(response, 404, status(404, "NotFound")),
    );
    expect(await transport.request({ method: "GET", path })).toBe("{}");
    expect(server.received).toHaveLength(1);
    await expect(transport.request({ method: "GET", path })).rejects.toSatisfy(isNotFound);
    expect(server.received).toHaveLength(2);
  });

  test("that is off leaves the request as it is", async () => {
    const spanContext = () => ({ traceId: "0".repeat(32), spanId: "0".repeat(16), traceFlags: 0 });
    const off = { ...brokenSpan, spanContext };
    const { server, transport } = await connect({ startActiveSpan: (_name, _options, run) => run(off) }, ok);
    await transport.request({ method: "GET", path });
    expect(server.received[0]?.headers).not.toHaveProperty("traceparent");
  });
});
