/** The cache while kinds and namespaces come and go, and where objects are many or large: F20 to F22 of `test/faults.md`. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { installCrds } from "../../../src/cluster/install-crds.js";
import { createSelfSignedCertificate } from "../../../src/core/issue-certificates.js";
import { defineKind, type KubeObject } from "../../../src/kube/objects.js";
import { CustomResourceDefinition } from "../../../src/k8s/apiextensions/v1.js";
import { ConfigMap } from "../../../src/k8s/core/v1.js";
import { describeCluster } from "../../support/cluster.js";
import { simpleCrd } from "../../support/crds.js";
import { gone, relists, status, useBrokenConnection } from "./broken-connection.js";

const Faulty = defineKind<{ apiVersion: "faults.tsop.dev/v1"; kind: "Faulty" } & KubeObject>(
  "faults.tsop.dev/v1",
  "Faulty",
);

describeCluster("a cache behind a broken connection", (cluster) => {
  const suite = useBrokenConnection(cluster);
  const { newNamespace, prepare, put, ready } = suite;

  test("F20 a kind that comes, goes and comes back is there each time", async () => {
    const setUp = await prepare(Faulty);
    const { cache, until, converge, namespace, log } = setUp;
    const install = (): Promise<unknown> =>
      installCrds(suite.direct, [simpleCrd("faults.tsop.dev", "faulties", "Faulty")], {
        dryRun: false,
        timeoutMs: 20_000,
        signal: new AbortController().signal,
      });
    const create = (name: string): Promise<unknown> =>
      suite.direct.create<KubeObject>({
        apiVersion: "faults.tsop.dev/v1",
        kind: "Faulty",
        metadata: { name, namespace },
      });
    const crd = { name: "faulties.faults.tsop.dev" };
    cache.start();
    await until(() => expect(log.messages("warn")).toHaveLength(1));
    await install();
    await create("first");
    await converge();
    await suite.direct.delete(CustomResourceDefinition, crd);
    await until(() => expect(setUp.informer.size).toBe(0));
    await expect.poll(() => suite.direct.get(CustomResourceDefinition, crd)).toBeUndefined();
    await install();
    await create("second");
    await converge();
    await suite.direct.delete(CustomResourceDefinition, crd);
  });

  describe("F20 a kind with two versions", () => {
    const name = "faulties.faults.tsop.dev";
    const Newer = defineKind<{ apiVersion: "faults.tsop.dev/v2"; kind: "Faulty" } & KubeObject>(
      "faults.tsop.dev/v2",
      "Faulty",
    );
    const install = async (
      isOldServed: boolean,
      conversion?: NonNullable<ReturnType<typeof simpleCrd>["spec"]["conversion"]>,
    ): Promise<void> => {
      const { spec, ...crd } = simpleCrd("faults.tsop.dev", "faulties", "Faulty");
      const [version] = spec.versions;
      const versions = [
        { ...version!, served: isOldServed },
        { ...version!, name: "v2", storage: false },
      ];
      const changed = { ...crd, spec: { ...spec, versions, ...(conversion === undefined ? {} : { conversion }) } };
      const signal = new AbortController().signal;
      await installCrds(suite.direct, [changed], {
        dryRun: false,
        timeoutMs: 20_000,
        signal,
      });
    };
    const create = (namespace: string, name: string, version: "v1" | "v2"): Promise<unknown> =>
      suite.direct.apply<KubeObject>({
        apiVersion: `faults.tsop.dev/${version}`,
        kind: "Faulty",
        metadata: { name, namespace },
      });
    const remove = async (): Promise<void> => {
      await suite.direct.delete(CustomResourceDefinition, { name });
      await expect.poll(() => suite.direct.get(CustomResourceDefinition, { name })).toBeUndefined();
    };
    // The one of the test before may still be going.
    beforeEach(remove);
    afterEach(remove);

    test("whose watched version is not served for a while keeps its objects, and catches up", async () => {
      await install(true);
      const setUp = await prepare(Faulty);
      await create(setUp.namespace, "first", "v1");
      setUp.cache.start();
      await setUp.converge();
      await install(false);
      // The server may have ended it itself, for its definition has changed.
      for (const watch of setUp.proxy.watches) watch.reset();
      await setUp.until(() => expect(setUp.log.messages("warn").length).toBeGreaterThan(0));
      expect(setUp.informer.size).toBe(1);
      await create(setUp.namespace, "second", "v2");
      await install(true);
      await setUp.converge();
      expect(setUp.informer.size).toBe(2);
    });

    test("whose conversion is down for a while: it keeps what it knows, and catches up", async () => {
      const certificate = await createSelfSignedCertificate(Date.now());
      const converter = await startConverter(certificate);
      const clientConfig = { url: `https://localhost:${converter.port}/convert`, caBundle: btoa(certificate.cert) };
      await install(true, { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } });
      const setUp = await prepare(Newer);
      await create(setUp.namespace, "first", "v1");
      setUp.cache.start();
      await setUp.converge();
      converter.isDown = true;
      setUp.proxy.fail("watch", gone);
      setUp.open().reset();
      await create(setUp.namespace, "second", "v1");
      await setUp.until(() => expect(setUp.log.messages("warn").length).toBeGreaterThan(0));
      await expect(suite.direct.list(Newer, { namespace: setUp.namespace })).rejects.toThrow("conversion webhook");
      expect(setUp.informer.size).toBe(1);
      converter.isDown = false;
      await setUp.converge();
      expect(setUp.informer.size).toBe(2);
      expect(Array.from(setUp.informer.values(), ({ apiVersion }) => apiVersion)).toEqual([
        "faults.tsop.dev/v2",
        "faults.tsop.dev/v2",
      ]);
    });

    test("F21 an object of 1.4 MB, near what etcd takes, comes through a connection that breaks", async () => {
      await install(true);
      const setUp = await ready(Faulty);
      const spec = { text: "ü".repeat(700_000) };
      setUp.open().passage = "cut";
      const large = { apiVersion: "faults.tsop.dev/v1", kind: "Faulty", metadata: { name: "large" }, spec };
      const written = { ...large, metadata: { ...large.metadata, namespace: setUp.namespace } };
      await suite.direct.create<KubeObject>(written);
      await setUp.converge();
      expect(setUp.informer.get({ namespace: setUp.namespace, name: "large" })).toMatchObject({ spec });
    });
  });

  test.each(["a stream", "pages"])(
    "F21 a list of 100 MB comes as %s, without blocking the process for long",
    async (way) => {
      const setUp = await prepare();
      const { proxy, namespace, informer, cache, until, converge } = setUp;
      const { metadata } = await suite.direct.list(ConfigMap, { namespace });
      const data = { text: "x".repeat(10_000) };
      const made = Array.from({ length: 10_000 }, (_, index) => ({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { namespace, name: `made-${index}`, uid: `uid-${index}`, resourceVersion: "2" },
        data,
      }));
      const send = (verb: "list" | "watch", text: string): void =>
        proxy.fail(verb, { kind: "status", code: 200, body: Buffer.from(text) });
      if (way === "a stream") {
        const annotations = { "k8s.io/initial-events-end": "true" };
        const bookmark = { kind: "ConfigMap", apiVersion: "v1", metadata: { ...metadata, annotations } };
        const events = made.map((object) => ({ type: "ADDED", object }));
        const lines = [...events, { type: "BOOKMARK", object: bookmark }].map((event) => JSON.stringify(event));
        send("watch", `${lines.join("\n")}\n`);
      } else {
        proxy.fail("watch", status(422, "Invalid"));
        for (let from = 0; from < made.length; from += 500) {
          const rest = from + 500 < made.length ? { continue: `page-${from}` } : {};
          const page = { kind: "ConfigMapList", apiVersion: "v1", metadata: { ...metadata, ...rest } };
          send("list", JSON.stringify({ ...page, items: made.slice(from, from + 500) }));
        }
      }
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      cache.start();
      // The fake clock does not move: on a slow machine, its half seconds would outrun the stream, and the watch would end as stalled.
      await vi.waitFor(() => expect(informer.size).toBe(10_000), { timeout: 60_000, interval: 20 });
      delay.disable();
      // It was 0.1 s for the stream and 0.5 s for a page of 5 MB; a lease survives eight.
      expect(delay.max / 1e6).toBeLessThan(3_000);
      // The watch that follows is the server's own; a new list says that nothing of it is there.
      await until(() => expect(proxy.watches).toHaveLength(1));
      proxy.fail("watch", gone);
      setUp.open().reset();
      await converge();
      expect(informer.size).toBeLessThan(10);
    },
  );

  test("F21 an object of a megabyte comes through a slow connection that breaks", async () => {
    const setUp = await ready();
    setUp.open().passage = "cut";
    await put(setUp.namespace, "large", "ü".repeat(500_000));
    await setUp.converge();
    expect(relists(setUp)).toBe(0);
  });

  test("F22 namespaces come and go while it runs", async () => {
    const setUp = await ready();
    const { cache, namespace, informer, proxy, witness, converge, clock } = setUp;
    const second = await newNamespace();
    await put(second, "there");
    await cache.setNamespaces([namespace, second]);
    expect(informer.covers(second)).toBe(true);
    await converge([namespace, second]);
    await cache.setNamespaces([second]);
    expect([informer.covers(namespace), informer.covers(second)]).toEqual([false, true]);
    await put(namespace, "unseen");
    await put(second, "seen");
    await converge([second]);
    expect(witness.told).not.toContain("deleted stays");
    expect(witness.told).not.toContain("added unseen");
    await expect.poll(() => proxy.watches).toHaveLength(1);
    expect(clock.timers).toBe(1);
  });
});

/** Converts between versions that differ in nothing but their names. */
async function startConverter(certificate: { cert: string; key: string }): Promise<{ port: number; isDown: boolean }> {
  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (converter.isDown) {
        response.writeHead(503).end();
        return;
      }
      const review = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
        request: { uid: string; desiredAPIVersion: string; objects: KubeObject[] };
      };
      const { uid, desiredAPIVersion, objects } = review.request;
      const convertedObjects = objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion }));
      const answer = { uid, convertedObjects, result: { status: "Success" } };
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", response: answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const converter = { port: (server.address() as AddressInfo).port, isDown: false };
  return converter;
}
