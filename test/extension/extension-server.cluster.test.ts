/** An extension API server behind an API server: what clients of the main server see, and who gets in. */
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { issueAuthority, issueClient, year } from "../../src/core/issue-certificates.js";
import { APIService } from "../../src/k8s/apiregistration/v1.js";
import type { WatchEvent } from "../../src/kube/client.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import type { ObjectList } from "../../src/kube/objects.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { describeCluster } from "../support/cluster.js";
import { readServerUnderTest } from "../apiserver/contract/server-under-test.js";
import { Load, Reading } from "./reading-kinds.js";
import { namespace, type ServedReadings, serveReadings } from "./serve-readings.js";

describeCluster("an extension API server", (cluster) => {
  let served: ServedReadings;
  let client: HttpClient;
  beforeAll(async () => {
    served = await serveReadings(cluster().kubeconfig);
    ({ client } = served);
  });
  afterAll(async () => {
    await served.close();
  });

  const reading = (name: string, spec: Reading["spec"]): Reading => ({
    ...{ apiVersion: "metrics.abc.com/v1", kind: "Reading" },
    metadata: { namespace, name },
    spec,
  });

  test("is available, and its kinds are in the discovery and the OpenAPI of the main server", async () => {
    const service = await client.get(APIService, { name: "v1.metrics.abc.com" });
    expect(service?.status?.conditions).toMatchObject([{ type: "Available", status: "True" }]);
    const aggregated = await client.transport.request({
      ...{ method: "GET", path: "/apis" },
      accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
    });
    expect(JSON.stringify(aggregated)).toContain("metrics.abc.com");
    const resource = await client.mapper.get(Reading);
    expect(resource).toMatchObject({ namespaced: true, plural: "readings" });
    await vi.waitFor(
      async () => {
        const index = await client.transport.request({ method: "GET", path: "/openapi/v3" });
        expect(JSON.stringify(index)).toContain("apis/metrics.abc.com/v1");
      },
      { timeout: 60_000 },
    );
    // As kubectl does when the server has been replaced since the index was fetched.
    const path = "/openapi/v3/apis/metrics.abc.com/v1?hash=OLD";
    expect(JSON.stringify(await client.transport.request({ method: "GET", path }))).toContain("celsius");
  });

  test("stores objects as the main server stores those of CRDs", async () => {
    const created = await client.create(reading("created", { sensor: "roof" }));
    expect(created).toMatchObject({ spec: { sensor: "roof", celsius: 20 }, metadata: { generation: 1 } });
    const changed = await client.update({ ...created, spec: { sensor: "roof", celsius: 3 } });
    expect(changed.metadata.generation).toBe(2);
    await expect(client.update({ ...created, spec: { sensor: "cellar" } })).rejects.toMatchObject({ statusCode: 409 });
    const applied = await client.apply(reading("created", { sensor: "roof", celsius: 4 }), {
      fieldManager: "other",
      force: true,
    });
    expect(applied.metadata.managedFields?.map(({ manager }) => manager)).toContain("other");
    await client.status.update({ ...applied, status: { seen: true } });
    expect(await client.get(Reading, { namespace, name: "created" })).toMatchObject({ status: { seen: true } });
    const selected = await client.list(Reading, { fields: "spec.sensor=roof" });
    expect(selected.items.map(({ metadata }) => metadata.name)).toEqual(["created"]);
    await client.delete(Reading, { namespace, name: "created" });
    expect(await client.get(Reading, { namespace, name: "created" })).toBeUndefined();
  });

  test("rejects what the schema forbids, and objects in a namespace that does not exist", async () => {
    const cold = reading("cold", { sensor: "", celsius: -300 });
    await expect(client.create(cold)).rejects.toMatchObject({
      statusCode: 422,
      message: expect.stringMatching(/spec\.sensor.*spec\.celsius/s) as string,
    });
    const elsewhere = { ...reading("a", { sensor: "x" }), metadata: { namespace: "missing", name: "a" } };
    await expect(client.create(elsewhere)).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('namespaces "missing" not found') as string,
    });
  });

  test("watches show each change", async () => {
    const stop = new AbortController();
    const events: string[] = [];
    const resourceVersion = await versionOf(client.list(Reading, { namespace }));
    const watching = collect(
      client.watch(Reading, { namespace, resourceVersion, signal: stop.signal }),
      ({ type, object }) => events.push(`${type} ${object.metadata.name}`),
    );
    const created = await client.create(reading("watched", { sensor: "a" }));
    await client.update({ ...created, spec: { sensor: "b" } });
    await client.delete(Reading, { namespace, name: "watched" });
    await expect.poll(() => events).toEqual(["ADDED watched", "MODIFIED watched", "DELETED watched"]);
    stop.abort();
    await watching;
  });

  test("a virtual kind is computed for each read, and keeps its version while nothing changes", async () => {
    const { items: before } = await client.list(Load);
    expect(before).toMatchObject([{ metadata: { name: "a" }, status: { value: 1 } }]);
    expect((await client.list(Load)).items).toEqual(before);
    const stop = new AbortController();
    const events: string[] = [];
    const resourceVersion = await versionOf(client.list(Load));
    const watching = collect(client.watch(Load, { resourceVersion, signal: stop.signal }), ({ type, object }) =>
      events.push(`${type} ${object.metadata.name}`),
    );
    served.values.set("a", 2).set("b", 5);
    await expect.poll(() => events).toEqual(["MODIFIED a", "ADDED b"]);
    served.values.delete("b");
    await expect.poll(() => events.at(-1)).toBe("DELETED b");
    expect(await client.get(Load, { name: "a" })).toMatchObject({ status: { value: 2 } });
    stop.abort();
    await watching;
  });

  test("a virtual kind cannot be written, and a source that breaks its schema is an error of the server", async () => {
    const load: Load = {
      ...{ apiVersion: "metrics.abc.com/v1", kind: "Load" },
      metadata: { name: "c" },
      status: { value: 1 },
    };
    await expect(client.create(load)).rejects.toMatchObject({ statusCode: 405 });
    served.values.set("wrong", -1);
    await expect(client.list(Load)).rejects.toMatchObject({
      statusCode: 500,
      message: expect.stringContaining("status.value") as string,
    });
    served.values.delete("wrong");
    expect((await client.list(Load)).items).toHaveLength(1);
  });

  test("asks the main server what a user may do", async () => {
    const config = await loadKubeConfig({ env: {}, kubeconfig: cluster().nobodyKubeconfig });
    const nobody = createLiveClient(config);
    await expect(nobody.list(Reading)).rejects.toMatchObject({
      statusCode: 403,
      message: expect.stringContaining('User "nobody" cannot list resource "readings"') as string,
    });
    nobody.close();
  });

  test("ignores a user in headers on connections without the main server's certificate", async () => {
    const forged = { "x-remote-user": "admin", "x-remote-group": "system:masters" };
    const anonymous = await ask("/apis/metrics.abc.com/v1/readings", forged);
    expect(anonymous).toMatchObject({ code: 403, body: expect.stringContaining("system:anonymous") as string });
    const validity = { now: Date.now(), lifetimeMs: year };
    const strange = await issueAuthority("front-proxy-ca", validity);
    const certificate = await issueClient(strange, { name: "front-proxy-client" }, validity);
    expect(await ask("/apis/metrics.abc.com/v1/readings", forged, certificate)).toMatchObject({ code: 401 });
    expect(new X509Certificate(certificate.cert).subject).toBe("CN=front-proxy-client");
  });

  test("accepts tokens of the main server, and no others", async () => {
    const { token } = readServerUnderTest(cluster().kubeconfig);
    const path = "/apis/metrics.abc.com/v1/readings";
    expect(await ask(path, { authorization: `Bearer ${token}` })).toMatchObject({ code: 200 });
    expect(await ask(path, { authorization: "Bearer wrong" })).toMatchObject({ code: 401 });
    expect(await ask("/readyz")).toEqual({ code: 200, body: "ok" });
    expect(await ask("/metrics")).toMatchObject({ code: 403 });
  });

  function ask(
    path: string,
    headers: Readonly<Record<string, string>> = {},
    certificate: { readonly cert?: string; readonly key?: string } = {},
  ): Promise<{ code: number | undefined; body: string }> {
    const { port, caBundle: ca } = served;
    return new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, path, ca, headers, agent: false, ...certificate };
      const sent = httpsRequest(options, (response: IncomingMessage) => {
        let body = "";
        response.on("data", (chunk: Buffer) => (body += chunk.toString()));
        response.on("end", () => resolve({ code: response.statusCode, body }));
      });
      sent.on("error", reject);
      sent.end();
    });
  }
});

async function versionOf<T>(list: Promise<ObjectList<T>>): Promise<string> {
  return (await list).metadata.resourceVersion ?? "";
}

async function collect<T>(
  events: AsyncIterable<WatchEvent<T>>,
  take: (event: { readonly type: string; readonly object: T }) => void,
): Promise<void> {
  try {
    for await (const event of events) if (event.type !== "BOOKMARK") take(event);
  } catch {
    // The signal ended the watch.
  }
}
