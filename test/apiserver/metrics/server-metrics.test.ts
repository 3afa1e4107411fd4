import { expect, test } from "vitest";
import { resourceLabels } from "../../../src/apiserver/metrics/request-labels.js";
import { ServerMetrics } from "../../../src/apiserver/metrics/server-metrics.js";
import { readRequestInfo } from "../../../src/apiserver/http/request-info.js";
import { parseRequestUrl } from "../../../src/apiserver/http/request-url.js";
import { builtIns } from "../../../src/apiserver/server/built-ins.js";

const { resources } = builtIns("1.35");
const pods = resources.find(({ resource }) => resource === "pods")!;
const events = resources.filter(({ resource }) => resource === "events");

function asked(method: string, target: string, headers: Record<string, string> = {}) {
  const url = parseRequestUrl(target);
  return { request: { method, headers }, url, info: readRequestInfo(method, url) };
}

test.each([
  ["GET", "/api/v1/pods", "LIST cluster"],
  ["GET", "/api/v1/namespaces/a/pods", "LIST namespace"],
  ["GET", "/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db", "LIST namespace"],
  ["GET", "/api/v1/namespaces/a/pods/b", "GET resource"],
  ["GET", "/api/v1/pods?watch=1", "WATCH cluster"],
  ["GET", "/api/v1/watch/pods", "WATCH cluster"],
  ["GET", "/api/v1/watch/namespaces/a/pods/b", "WATCH resource"],
  ["GET", "/api/v1/namespaces/a/pods/b/log?follow=true", "CONNECT resource"],
  ["POST", "/api/v1/namespaces/a/pods/b/exec", "CONNECT resource"],
  ["POST", "/api/v1/namespaces/a/pods", "POST resource"],
  ["DELETE", "/api/v1/namespaces/a/pods", "DELETE namespace"],
  ["PATCH", "/api/v1/namespaces/a/pods/b", "PATCH resource"],
  ["BREW", "/api/v1/namespaces/a/pods/b", "other resource"],
])("%s %s counts as %s", (method, target, expected) => {
  const { request, url, info } = asked(method, target);
  const { verb, scope } = resourceLabels(request, url, info, pods);
  expect(`${verb} ${scope}`).toBe(expected);
});

function measuredServer(version: "1.35" | "1.37" = "1.35") {
  let now = 1_000;
  const metrics = new ServerMetrics(version, () => now);
  metrics.observe({
    resources: () => [pods, ...events],
    count: (storageKey) => (storageKey === "events" ? 4 : 2),
    seats: () => new Map([["exempt", 0]]),
    inFlight: () => ({ reading: 3, writing: 1 }),
  });
  return { metrics, pass: (ms: number) => (now += ms) };
}

async function linesOf(metrics: ServerMetrics, start: string): Promise<string[]> {
  return (await metrics.print()).split("\n").filter((line) => line.startsWith(start));
}

const podLabels =
  'component="apiserver",dry_run="",group="",resource="pods",scope="cluster",subresource="",verb="LIST",version="v1"';

test("requests before the first read are counted, however many", async () => {
  const { metrics } = measuredServer();
  const { request, url, info } = asked("GET", "/api/v1/pods");
  for (let count = 0; count < 2_500; count += 1) {
    const options = { info, resource: pods, startedAt: 1_000 };
    metrics.beginResource({ ...request, whenOver: () => undefined }, url, options).end(200, () => 10);
    if (count % 100 === 0) await Promise.resolve();
  }
  expect(await linesOf(metrics, "apiserver_request_total")).toEqual([
    `apiserver_request_total{code="200",${podLabels}} 2500`,
  ]);
});

test("a request is counted with its code, its duration and its size, until a reset", async () => {
  const { metrics, pass } = measuredServer();
  const { request, url, info } = asked("GET", "/api/v1/pods");
  const measured = metrics.beginResource({ ...request, whenOver: () => undefined }, url, {
    ...{ info, resource: pods, startedAt: 1_000 },
  });
  pass(30);
  measured.end(200, () => 1_500);
  expect(await linesOf(metrics, "apiserver_request_total")).toEqual([
    `apiserver_request_total{code="200",${podLabels}} 1`,
  ]);
  const durations = await linesOf(metrics, "apiserver_request_duration_seconds_bucket");
  expect(durations.find((line) => line.includes('le="0.025"'))).toMatch(/ 0$/);
  expect(durations.find((line) => line.includes('le="0.05"'))).toMatch(/ 1$/);
  expect(await linesOf(metrics, "apiserver_response_sizes_sum")).toHaveLength(1);
  metrics.reset();
  expect(await linesOf(metrics, "apiserver_request_total")).toEqual([]);
});

test("a watch runs until its client has gone", async () => {
  const { metrics } = measuredServer();
  const { request, url, info } = asked("GET", "/api/v1/pods?watch=true");
  const listeners: (() => void)[] = [];
  metrics.beginResource({ ...request, whenOver: (listener) => void listeners.push(listener) }, url, {
    ...{ info, resource: pods, startedAt: 0 },
  });
  const running = async (): Promise<string | undefined> =>
    (await linesOf(metrics, "apiserver_longrunning_requests"))[0];
  expect(await running()).toMatch(/verb="WATCH",version="v1"\} 1$/);
  for (const listener of listeners) listener();
  expect(await running()).toMatch(/ 0$/);
});

test("a rejected request for an unknown resource adds no series", async () => {
  const { metrics } = measuredServer();
  const { request, url, info } = asked("GET", "/api/v1/pods?dryRun=x");
  metrics.drop(request, url, info, undefined);
  expect(await linesOf(metrics, "apiserver_request_total")).toEqual([]);
  metrics.drop(request, url, info, pods);
  const [line] = await linesOf(metrics, "apiserver_request_total");
  expect(line).toContain('code="429"');
  expect(line).toContain('dry_run="invalid"');
});

test("objects are counted once for each storage", async () => {
  expect(await linesOf(measuredServer().metrics, "apiserver_resource_objects")).toEqual([
    'apiserver_resource_objects{group="",resource="pods"} 2',
    'apiserver_resource_objects{group="",resource="events"} 4',
  ]);
});

test("kube-apiserver 1.37 has no apiserver_storage_objects", async () => {
  expect(await linesOf(measuredServer().metrics, "apiserver_storage_objects")).toHaveLength(2);
  expect(await linesOf(measuredServer("1.37").metrics, "apiserver_storage_objects")).toEqual([]);
});
