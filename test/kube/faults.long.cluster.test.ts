/**
 * The client against a real API server, by way of a proxy that breaks what passes: F24, F25 and F28 to F30 of `test/faults.md`.
 * In the end of each test nothing may be left open.
 */
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { isAlreadyExists, isConflict, isForbidden, isInvalid } from "../../src/kube/api-error.js";
import { mergePatch, type WatchEvent } from "../../src/kube/client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { createTransport } from "../../src/kube/transport.js";
import { ComponentStatus, ConfigMap } from "../../src/k8s/core/v1.js";
import { createOrUpdate } from "../../src/runtime/objects/create-or-update.js";
import { describeCluster } from "../support/cluster.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import type { Fault } from "../support/fault-proxy.js";
import { startScriptedServer } from "../support/scripted-server.js";
import {
  configMap,
  configMaps,
  nameless,
  noon,
  refuse,
  sent,
  useBrokenConnection,
  watching,
  type SetUp,
} from "./broken-connection.js";

describeCluster("a client behind a broken connection", (cluster) => {
  const suite = useBrokenConnection(cluster);
  const { setUp } = suite;
  const made = async (namespace: string): Promise<number> =>
    (await suite.direct.list(ConfigMap, { namespace })).items.filter(({ metadata }) =>
      metadata.name.startsWith("made-"),
    ).length;

  describe("F24 a server that is busy, or fails", () => {
    const date = new Date(new FakeClock(noon).now() + 7_000).toUTCString();

    test.each<[string, Fault, number, number[]]>([
      ["429 and seconds", refuse(429, "TooManyRequests", "2"), 3, [2000, 2000]],
      ["429 and a date", refuse(429, "TooManyRequests", date), 3, [7000, 7000]],
      ["503 and a date", refuse(503, "ServiceUnavailable", date), 3, [7000, 7000]],
      ["500 and seconds", refuse(500, "InternalError", "1"), 3, [1000, 1000]],
      ["504 and seconds", refuse(504, "Timeout", "1"), 3, [1000, 1000]],
      ["a reset", { kind: "reset" }, 3, [100, 200]],
    ])("with %s is asked again for a read", async (_, fault, times, waited) => {
      const { client, proxy, waits, namespace } = await setUp();
      proxy.failAny({ method: "GET", path: configMaps }, fault, 2);
      expect((await client.list(ConfigMap, { namespace })).items).toBeInstanceOf(Array);
      expect([sent(proxy, "GET"), waits]).toEqual([times, waited]);
    });

    test.each<[string, Fault]>([
      ["500", refuse(500, "InternalError")],
      ["503", refuse(503, "ServiceUnavailable")],
      ["429 without a time", refuse(429, "TooManyRequests")],
      ["504 and what is no time", refuse(504, "Timeout", "soon")],
    ])("with %s is not asked again, not even for a read", async (_, fault) => {
      const { client, proxy, namespace } = await setUp();
      proxy.failAny({ method: "GET", path: configMaps }, fault);
      await expect(client.list(ConfigMap, { namespace })).rejects.toMatchObject({ code: "cluster/api-error" });
      expect(sent(proxy, "GET")).toBe(1);
    });

    test.each<[string, Fault]>([
      ["429", refuse(429, "TooManyRequests", "3")],
      ["503", refuse(503, "ServiceUnavailable", date)],
    ])("and turns a write away with %s gets it once more, and it is done once", async (_, fault) => {
      const { client, proxy, namespace } = await setUp();
      proxy.failAny({ method: "POST", path: configMaps }, fault, 2);
      await client.create(nameless(namespace));
      expect([sent(proxy, "POST"), await made(namespace)]).toEqual([3, 1]);
    });

    test.each<[string, Fault & { kind: "status" | "reset" }, object]>([
      ["500", refuse(500, "InternalError", "1"), { statusCode: 500 }],
      ["504", refuse(504, "Timeout", "1"), { statusCode: 504 }],
      ["a reset", { kind: "reset" }, { failure: "reset", neverSent: false }],
    ])("and says %s to a write never gets it twice: it may have been done", async (_, then, failure) => {
      const { client, proxy, namespace } = await setUp();
      proxy.failAny({ method: "POST", path: configMaps }, { kind: "applied", then });
      await expect(client.create(nameless(namespace))).rejects.toMatchObject(failure);
      expect([sent(proxy, "POST"), await made(namespace)]).toEqual([1, 1]);
    });

    test("and is away for a moment gets a write once it is there", async () => {
      const { client, proxy, namespace } = await setUp({ client: { wait: () => proxy.up() } });
      await client.list(ConfigMap, { namespace });
      await proxy.down();
      await settle(); // the connection that was kept is seen to be closed
      await client.create(nameless(namespace));
      expect(await made(namespace)).toBe(1);
    });
  });

  describe("F25 two clients at once", () => {
    test("create one object: one of them is told that it exists", async () => {
      const { client, namespace } = await setUp();
      const results = await Promise.allSettled(
        [client, suite.direct].map((each) => each.create(configMap(namespace, "same"))),
      );
      const [failure] = results.filter((result) => result.status === "rejected");
      expect(isAlreadyExists(failure?.reason)).toBe(true);
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    });

    test("update one object: one of them is told of the conflict, and nothing is lost", async () => {
      const { client, namespace } = await setUp();
      const object = await suite.direct.create(configMap(namespace, "same"));
      const texts = ["two", "three"];
      const results = await Promise.allSettled(
        [client, suite.direct].map((each, index) => each.update({ ...object, data: { text: texts[index]! } })),
      );
      const [failure] = results.filter((result) => result.status === "rejected");
      expect(isConflict(failure?.reason)).toBe(true);
      const winner = results.findIndex((result) => result.status === "fulfilled");
      expect((await suite.direct.getOrThrow(ConfigMap, object.metadata)).data).toEqual({ text: texts[winner] });
    });

    test("create or update one object: both end well", async () => {
      const { client, namespace } = await setUp();
      const results = await Promise.all(
        [client, suite.direct].map((each) =>
          createOrUpdate(each, configMap(namespace, "same"), (draft) => {
            draft.data = { text: "two" };
          }),
        ),
      );
      expect(results.map(({ result }) => result).sort()).toEqual(["created", "unchanged"]);
    });

    test("delete one object: both end well, and the one who means another is told so", async () => {
      const { client, namespace } = await setUp();
      const { metadata } = await suite.direct.create(configMap(namespace, "same"));
      const preconditions = { uid: "00000000-0000-0000-0000-000000000000" };
      const other = await client.delete(ConfigMap, metadata, { preconditions }).catch((error: unknown) => error);
      expect(isConflict(other)).toBe(true);
      await Promise.all([client, suite.direct].map((each) => each.delete(ConfigMap, metadata)));
      await client.delete(ConfigMap, metadata);
      expect(await suite.direct.get(ConfigMap, metadata)).toBeUndefined();
    });

    test("write what does not fit: the fields are named", async () => {
      const { client, namespace } = await setUp();
      const error = await client.create(configMap(namespace, "Not A Name")).catch((reason: unknown) => reason);
      expect(isInvalid(error)).toBe(true);
      expect(error).toMatchObject({ statusCode: 422, causes: [{ field: "metadata.name" }] });
    });
  });

  test("F28 watches, however many, keep no write from its socket", async () => {
    const { client, proxy, namespace } = await setUp();
    const watches: AsyncIterator<WatchEvent<ConfigMap>>[] = [];
    await suite.direct.create(configMap(namespace, "first"));
    for (let index = 0; index < 50; index += 1) {
      const watch = watching(client, { namespace });
      watches.push(watch);
      expect(await watch.next()).toMatchObject({ value: { object: { metadata: { name: "first" } } } });
    }
    expect(proxy.watches).toHaveLength(50);
    await Promise.all(Array.from({ length: 60 }, (_, index) => client.create(configMap(namespace, `of-${index}`))));
    const told = await Promise.all(watches.map((watch) => watch.next()));
    expect(new Set(told.map(({ value }) => (value as WatchEvent<ConfigMap>).type))).toEqual(new Set(["ADDED"]));
    for (const watch of watches) await watch.return?.();
  });

  test("F29 what the server warns of is told once", async () => {
    const texts: string[] = [];
    const { client, namespace } = await setUp({ client: { onWarning: (text) => texts.push(text) } });
    await client.list(ComponentStatus);
    await client.list(ComponentStatus);
    expect(texts).toEqual([expect.stringContaining("v1 ComponentStatus is deprecated")]);
    const odd = { ...configMap(namespace, "odd"), 'un"known, field': 1, other: 2 } as ConfigMap;
    await client.create(odd, { fieldValidation: "Warn" });
    expect(texts.slice(1).sort()).toEqual(['unknown field "other"', expect.stringContaining("known, field")]);
  });

  test("F21 an answer that is too large for a text says what to ask for instead", async () => {
    const piece = Buffer.alloc(1 << 20, " ");
    const server = await startScriptedServer((_, response) => {
      Readable.from(Array.from({ length: 513 }, () => piece)).pipe(response.writeHead(200));
    });
    const transport = createTransport({ ...suite.target, server: server.url, auth: { kind: "none" } }, { env: {} });
    await expect(transport.request({ method: "GET", path: "/" })).rejects.toMatchObject({
      code: "cluster/response-too-large",
      hint: expect.stringContaining("limit") as string,
    });
    transport.close();
    await expect.poll(() => server.openConnections).toBe(0);
  });

  describe("F30 a write that was done, and whose answer never comes", () => {
    const lost: Fault = { kind: "applied", then: { kind: "black-hole" } };
    const done = async <T>({ proxy, clock }: SetUp, method: string, write: Promise<T>): Promise<unknown> => {
      const outcome = write.catch((error: unknown) => error);
      await expect.poll(() => sent(proxy, method)).toBeGreaterThan(0);
      await clock.advance(70_000);
      return outcome;
    };
    const unknown = { code: "cluster/timeout", failure: "timeout", neverSent: false };

    test.each(["create", "apply"] as const)("(%s) is an error, and the next try ends well", async (verb) => {
      const setting = await setUp();
      const { client, proxy, namespace } = setting;
      const object = configMap(namespace, "there");
      const method = verb === "create" ? "POST" : "PATCH";
      proxy.failAny({ method, path: configMaps }, lost);
      expect(await done(setting, method, client[verb]<ConfigMap>(object))).toMatchObject(unknown);
      expect(sent(proxy, method)).toBe(1);
      await expect.poll(() => suite.direct.get(ConfigMap, object.metadata)).toBeDefined();
      if (verb === "create") {
        expect(isAlreadyExists(await client.create(object).catch((error: unknown) => error))).toBe(true);
        expect(await createOrUpdate(client, object, () => undefined)).toMatchObject({ result: "unchanged" });
      } else {
        const before = await suite.direct.getOrThrow(ConfigMap, object.metadata);
        expect((await client.apply<ConfigMap>(object)).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
      }
    });

    test("(update) is an error, and the next try with the old version a conflict", async () => {
      const setting = await setUp();
      const { client, proxy, namespace } = setting;
      const object = await suite.direct.create(configMap(namespace, "there"));
      const changed = { ...object, data: { text: "two" } };
      proxy.failAny({ method: "PUT", path: configMaps }, lost);
      expect(await done(setting, "PUT", client.update(changed))).toMatchObject(unknown);
      await expect
        .poll(async () => (await suite.direct.getOrThrow(ConfigMap, object.metadata)).data)
        .toEqual({ text: "two" });
      expect(isConflict(await client.update(changed).catch((error: unknown) => error))).toBe(true);
      const again = createOrUpdate(client, configMap(namespace, "there"), (draft) => void (draft.data = changed.data));
      expect(await again).toMatchObject({ result: "unchanged" });
    });

    test("(patch, delete) is an error, and the next try changes nothing more", async () => {
      const setting = await setUp();
      const { client, proxy, namespace } = setting;
      const { metadata } = await suite.direct.create(configMap(namespace, "there"));
      proxy.failAny({ method: "PATCH", path: configMaps }, lost);
      const patch = mergePatch({ data: { text: "two" } });
      expect(await done(setting, "PATCH", client.patch(ConfigMap, metadata, patch))).toMatchObject(unknown);
      expect((await client.patch(ConfigMap, metadata, patch)).data).toEqual({ text: "two" });
      proxy.failAny({ method: "DELETE", path: configMaps }, lost);
      expect(await done(setting, "DELETE", client.delete(ConfigMap, metadata))).toMatchObject(unknown);
      await client.delete(ConfigMap, metadata);
      expect(await suite.direct.get(ConfigMap, metadata)).toBeUndefined();
    });
  });

  test("the rights of a token are those of the cluster, and the error says which is missing", async () => {
    const nobody = await loadKubeConfig({ env: {}, kubeconfig: cluster().nobodyKubeconfig });
    const { client, namespace } = await setUp({ config: () => ({ auth: nobody.auth }) });
    const error = await client.create(configMap(namespace, "mine")).catch((reason: unknown) => reason);
    expect(isForbidden(error)).toBe(true);
    expect(error).toMatchObject({ hint: expect.stringContaining("@rbac groups=core resources=configmaps") as string });
  });
});
