import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { expect, onTestFinished, test } from "vitest";
import type { Tracer } from "../../src/core/tracer.js";
import { createLiveClient } from "../../src/kube/http-client.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { Manager } from "../../src/runtime/manager.js";
import { done, type ReconcileContext, type ReconcileResult } from "../../src/runtime/reconcile.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { recordSpans } from "../support/recorded-spans.js";
import { managerParts } from "../support/manager-parts.js";
import { RecordingLogger } from "../support/recording-logger.js";
import { bookmark, ScriptedApi, Thing, thing, type WatchCall } from "../support/scripted-api.js";
import { answer, startScriptedServer } from "../support/scripted-server.js";
import { deferred } from "../support/deferred.js";

const resources = [
  { name: "configmaps", singularName: "configmap", namespaced: true, kind: "ConfigMap", verbs: ["get"] },
];
const config = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", name: "a" } };

interface SetUp {
  readonly clock: FakeClock;
  readonly log: RecordingLogger;
  readonly watch: WatchCall;
}

/** A manager that traces, whose one object is reconciled so. */
async function reconcileOne(
  tracer: Tracer | undefined,
  reconcile: (manager: Manager, context: ReconcileContext) => Promise<ReconcileResult>,
): Promise<SetUp> {
  const [api, clock, log, stop] = [new ScriptedApi(), new FakeClock(), new RecordingLogger(), new AbortController()];
  const server = await startScriptedServer((request, response) => {
    if (request.path === "/api/v1") answer(response, 200, { kind: "APIResourceList", groupVersion: "v1", resources });
    else answer(response, 200, config);
  });
  const client = createLiveClient(server.config);
  const manager = new Manager(
    managerParts(api, {
      ...(tracer === undefined ? {} : { tracer, client: client.withTracer(tracer) }),
      log,
      clock,
      close: () => client.close(),
    }),
  );
  manager
    .controller("thing")
    .for(Thing)
    .complete({ reconcile: (_, context) => reconcile(manager, context) });
  const running = manager.start(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  const watch = await api.nextWatch();
  watch.send({ type: "ADDED", object: thing("default/a", 1) }, bookmark(10, true));
  await settle();
  return { clock, log, watch };
}

test("a run is a span, the requests that it makes are spans below it, and its lines name it", async () => {
  const { tracer, ended } = recordSpans();
  const answered = deferred();
  const { log } = await reconcileOne(tracer, async ({ client }, context) => {
    await client.get(ConfigMap, { namespace: "default", name: "a" });
    context.log.info("seen");
    answered.resolve();
    return done();
  });
  await answered.promise;
  await settle();
  const [request, run, ...others] = ended();
  expect(others).toEqual([]);
  expect(run).toMatchObject({
    name: "reconcile thing",
    kind: SpanKind.INTERNAL,
    parentSpanContext: undefined,
    status: { code: SpanStatusCode.UNSET },
    attributes: {
      controller: "thing",
      apiVersion: "test.example.com/v1",
      kind: "Thing",
      namespace: "default",
      name: "a",
      attempt: 1,
      queueWaitMs: 0,
      outcome: "success",
    },
  });
  const { traceId, spanId } = run!.spanContext();
  expect(request).toMatchObject({
    name: "GET /api/v1/namespaces/{namespace}/configmaps/{name}",
    parentSpanContext: { traceId, spanId },
  });
  const line = log.lines.find(({ message }) => message === "seen");
  expect(line?.fields).toMatchObject({ trace_id: traceId, span_id: spanId });
  expect(line?.fields["reconcileID"]).toBe(run!.attributes["reconcileID"]);
});

test("a run that fails says so, and the next one says how often", async () => {
  const { tracer, ended } = recordSpans();
  const { clock } = await reconcileOne(tracer, (_, { attempt }) =>
    attempt === 1 ? Promise.reject(new Error("no luck")) : Promise.resolve(done()),
  );
  await clock.advance(10);
  expect(ended()).toMatchObject([
    {
      status: { code: SpanStatusCode.ERROR, message: "no luck" },
      events: [{ name: "exception", attributes: { "exception.message": "no luck" } }],
      attributes: { attempt: 1, outcome: "error" },
    },
    { status: { code: SpanStatusCode.UNSET }, events: [], attributes: { attempt: 2, outcome: "success" } },
  ]);
});

test("a run says how long its request had waited for a worker", async () => {
  const { tracer, ended } = recordSpans();
  const gate = deferred();
  const { clock, watch } = await reconcileOne(tracer, async () => {
    await gate.promise;
    return done();
  });
  watch.send({ type: "ADDED", object: thing("default/b", 11) });
  await clock.advance(250);
  gate.resolve();
  await settle();
  expect(ended()).toMatchObject([
    { attributes: { name: "a", queueWaitMs: 0 } },
    { attributes: { name: "b", queueWaitMs: 250 } },
  ]);
});

test("spans that a reconciler makes are below its run", async () => {
  const { tracer, ended } = recordSpans();
  await reconcileOne(tracer, () =>
    trace.getTracer("mine").startActiveSpan("compute", (span) => {
      span.end();
      return Promise.resolve(done());
    }),
  );
  const [own, run] = ended();
  expect(own).toMatchObject({ name: "compute", parentSpanContext: { spanId: run!.spanContext().spanId } });
});

test("without a tracer, lines have no trace", async () => {
  const { ended } = recordSpans();
  const { log } = await reconcileOne(undefined, (_, context) => {
    context.log.info("seen");
    return Promise.resolve(done());
  });
  expect(log.lines.find(({ message }) => message === "seen")?.fields).not.toHaveProperty("trace_id");
  expect(ended()).toEqual([]);
});

test("a tracer that throws stops no reconciler", async () => {
  const broken: Tracer = {
    startActiveSpan: () => {
      throw new Error("broken tracer");
    },
  };
  const { log } = await reconcileOne(broken, (_, context) => {
    context.log.info("seen");
    return Promise.resolve(done());
  });
  expect(log.lines.map(({ message }) => message)).toContain("seen");
});
