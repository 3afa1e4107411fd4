/**
 * The client against a real API server, by way of a proxy that breaks what passes: F24 to F30 of `test/faults.md`. In the end
 * of each test nothing may be left open.
 */
import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createSelfSignedCertificate } from "../../src/core/issue-certificates.js";
import { isAlreadyExists, isConflict, isForbidden, isInvalid, isUnauthorized } from "../../src/kube/api-error.js";
import { mergePatch, type WatchEvent, type WatchOptions } from "../../src/kube/client.js";
import type { AuthConfig, ClusterConfig } from "../../src/kube/cluster-config.js";
import { createLiveClient, type HttpClient, type LiveClientOptions } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { createTransport } from "../../src/kube/transport.js";
import { SelfSubjectReview } from "../../src/k8s/authentication/v1.js";
import { ComponentStatus, ConfigMap, type Namespace, ServiceAccount } from "../../src/k8s/core/v1.js";
import { createOrUpdate } from "../../src/runtime/objects/create-or-update.js";
import { describeCluster } from "../support/cluster.js";
import { startConnectProxy } from "../support/connect-proxy.js";
import { FakeClock, settle } from "../support/fake-clock.js";
import { type Fault, type FaultProxy, type FaultProxyOptions, startFaultProxy } from "../support/fault-proxy.js";
import { startScriptedServer, status } from "../support/scripted-server.js";
import { tempFolder } from "../support/temp-folder.js";

interface SetUp {
  client: HttpClient;
  proxy: FaultProxy;
  clock: FakeClock;
  /** For how long the client would have waited before it repeated a request. */
  waits: number[];
  namespace: string;
}

interface SetUpOptions extends FaultProxyOptions {
  readonly config?: (proxy: FaultProxy) => Partial<ClusterConfig> | Promise<Partial<ClusterConfig>>;
  readonly client?: LiveClientOptions;
}

const refuse = (code: number, reason: string, retryAfter?: string): Fault & { kind: "status" } => ({
  kind: "status",
  code,
  body: status(code, reason),
  ...(retryAfter === undefined ? {} : { headers: { "retry-after": retryAfter } }),
});
/** By which clients here live. */
const noon = "2026-01-31T12:00:00Z";
const configMaps = /\/configmaps(\/|\?|$)/;

describeCluster("a client behind a broken connection", (cluster) => {
  let target: ClusterConfig;
  let direct: HttpClient;
  let count = 0;

  beforeAll(async () => {
    target = await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig });
    direct = createLiveClient(target);
  });
  afterAll(() => direct.close());

  async function setUp({ config = () => ({}), client: more = {}, ...proxyOptions }: SetUpOptions = {}): Promise<SetUp> {
    const [proxy, clock, waits] = [await startFaultProxy(target, proxyOptions), new FakeClock(noon), [] as number[]];
    const namespace = `client-faults-${++count}-${process.pid}`;
    await direct.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const wait = (ms: number): Promise<void> => Promise.resolve(void waits.push(ms));
    const client = createLiveClient({ ...proxy.config, ...(await config(proxy)) }, { clock, wait, env: {}, ...more });
    onTestFinished(async () => {
      client.close();
      await vi.waitFor(() => expect(proxy.openConnections).toBe(0));
      expect(clock.timers).toBe(0);
      await proxy.down();
    });
    return { client, proxy, clock, waits, namespace };
  }

  const configMap = (namespace: string, name: string, text = "one"): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name },
    data: { text },
  });
  /** A name that the API server makes up: a request that it carries out twice makes two. */
  const nameless = (namespace: string): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, generateName: "made-" } as ConfigMap["metadata"],
  });
  const watching = (client: HttpClient, options: WatchOptions): AsyncIterator<WatchEvent<ConfigMap>> =>
    client.watch(ConfigMap, options)[Symbol.asyncIterator]();
  const made = async (namespace: string): Promise<number> =>
    (await direct.list(ConfigMap, { namespace })).items.filter(({ metadata }) => metadata.name.startsWith("made-"))
      .length;
  const sent = ({ requests }: FaultProxy, method: string): number =>
    requests.filter((request) => request.method === method && configMaps.test(request.path)).length;

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
        [client, direct].map((each) => each.create(configMap(namespace, "same"))),
      );
      const [failure] = results.filter((result) => result.status === "rejected");
      expect(isAlreadyExists(failure?.reason)).toBe(true);
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    });

    test("update one object: one of them is told of the conflict, and nothing is lost", async () => {
      const { client, namespace } = await setUp();
      const object = await direct.create(configMap(namespace, "same"));
      const texts = ["two", "three"];
      const results = await Promise.allSettled(
        [client, direct].map((each, index) => each.update({ ...object, data: { text: texts[index]! } })),
      );
      const [failure] = results.filter((result) => result.status === "rejected");
      expect(isConflict(failure?.reason)).toBe(true);
      const winner = results.findIndex((result) => result.status === "fulfilled");
      expect((await direct.getOrThrow(ConfigMap, object.metadata)).data).toEqual({ text: texts[winner] });
    });

    test("create or update one object: both end well", async () => {
      const { client, namespace } = await setUp();
      const results = await Promise.all(
        [client, direct].map((each) =>
          createOrUpdate(each, configMap(namespace, "same"), (draft) => {
            draft.data = { text: "two" };
          }),
        ),
      );
      expect(results.map(({ result }) => result).sort()).toEqual(["created", "unchanged"]);
    });

    test("delete one object: both end well, and the one who means another is told so", async () => {
      const { client, namespace } = await setUp();
      const { metadata } = await direct.create(configMap(namespace, "same"));
      const preconditions = { uid: "00000000-0000-0000-0000-000000000000" };
      const other = await client.delete(ConfigMap, metadata, { preconditions }).catch((error: unknown) => error);
      expect(isConflict(other)).toBe(true);
      await Promise.all([client, direct].map((each) => each.delete(ConfigMap, metadata)));
      await client.delete(ConfigMap, metadata);
      expect(await direct.get(ConfigMap, metadata)).toBeUndefined();
    });

    test("write what does not fit: the fields are named", async () => {
      const { client, namespace } = await setUp();
      const error = await client.create(configMap(namespace, "Not A Name")).catch((reason: unknown) => reason);
      expect(isInvalid(error)).toBe(true);
      expect(error).toMatchObject({ statusCode: 422, causes: [{ field: "metadata.name" }] });
    });
  });

  describe("F26 credentials that change", () => {
    /** A token of a service account, as a pod has one. */
    async function newToken(name: string): Promise<string> {
      const key = { namespace: "default", name: `${name}-${process.pid}-${++count}` };
      await direct.create<ServiceAccount>({ apiVersion: "v1", kind: "ServiceAccount", metadata: key });
      const request = { spec: { audiences: [], expirationSeconds: 600 } };
      const { status } = await direct.subResource("token").create(ServiceAccount, key, request);
      return status!.token;
    }
    const whoAmI = async (client: HttpClient): Promise<string> => {
      const review = await client.create<SelfSubjectReview>({
        apiVersion: "authentication.k8s.io/v1",
        kind: "SelfSubjectReview",
        metadata: {},
      });
      return review.status!.userInfo!.username!.replace(/.*:([a-z]+)-.*/, "$1");
    };
    const asked = ({ requests }: FaultProxy): number => requests.filter(({ method }) => method === "POST").length;
    const withTokenFile = async (token: string): Promise<SetUp & { file: string }> => {
      const file = path.join(tempFolder({ token }), "token");
      return { ...(await setUp({ config: () => ({ auth: { kind: "token-file", path: file } }) })), file };
    };

    test("a projected token is read again after a minute", async () => {
      const { client, clock, file } = await withTokenFile(await newToken("first"));
      expect(await whoAmI(client)).toBe("first");
      writeFileSync(file, await newToken("second"));
      expect(await whoAmI(client)).toBe("first");
      await clock.advance(60_000);
      expect(await whoAmI(client)).toBe("second");
    });

    test("an expired token is read again once, and what is not accepted then is an error", async () => {
      const { client, proxy, file } = await withTokenFile("expired");
      await client.mapper.get(SelfSubjectReview).catch(() => undefined);
      const before = asked(proxy);
      const refused = await whoAmI(client).catch((error: unknown) => error);
      expect(isUnauthorized(refused)).toBe(true);
      writeFileSync(file, await newToken("fresh"));
      expect(await whoAmI(client)).toBe("fresh");

      writeFileSync(file, await newToken("next"));
      proxy.failAny({ method: "POST" }, refuse(401, "Unauthorized"));
      expect(await whoAmI(client)).toBe("next");
      expect(asked(proxy)).toBe(before + 3);
    });

    test("a token that is replaced while its refusal is on the way costs one more request", async () => {
      const { client, proxy, file } = await withTokenFile(await newToken("first"));
      expect(await whoAmI(client)).toBe("first");
      let replaced = (): void => undefined;
      const until = new Promise<void>((resolve) => (replaced = resolve));
      proxy.failAny({ method: "POST" }, { kind: "late", until });
      const [late, before] = [whoAmI(client), asked(proxy)];
      writeFileSync(file, await newToken("second"));
      replaced();
      expect(await late).toBe("first");
      expect(asked(proxy)).toBe(before + 1);
    });

    test("a credential plugin runs again shortly before its token expires", async () => {
      const expires = new Date(new FakeClock(noon).now() + 60_000).toISOString();
      const print = (token: string): string =>
        JSON.stringify({
          apiVersion: "client.authentication.k8s.io/v1",
          kind: "ExecCredential",
          status: { token, expirationTimestamp: expires },
        });
      const file = path.join(tempFolder({ credential: print(await newToken("first")) }), "credential");
      const auth: AuthConfig = {
        kind: "exec",
        apiVersion: "client.authentication.k8s.io/v1",
        command: "cat",
        args: [file],
        env: [{ name: "PATH", value: process.env["PATH"] ?? "" }],
        interactiveMode: "Never",
      };
      const { client, clock } = await setUp({ config: () => ({ auth }) });
      expect(await whoAmI(client)).toBe("first");
      writeFileSync(file, print(await newToken("second")));
      await clock.advance(49_000);
      expect(await whoAmI(client)).toBe("first");
      await clock.advance(2_000);
      expect(await whoAmI(client)).toBe("second");
    });

    test("an authority that changes gets new connections, and the old ones end with what they carry", async () => {
      const next = await createSelfSignedCertificate(Date.now());
      const folder = tempFolder();
      const file = path.join(folder, "ca.crt");
      const { client, proxy, clock, namespace } = await setUp({
        config: ({ certificate }) => {
          writeFileSync(file, certificate.cert);
          return { tls: { ca: { kind: "file", path: file }, serverName: "localhost" } };
        },
      });
      const watch = watching(client, { namespace });
      const first = watch.next();
      await vi.waitFor(() => expect(proxy.watches).toHaveLength(1));
      await client.list(ConfigMap, { namespace });
      expect(proxy.openConnections).toBe(2);

      proxy.setCertificate(next);
      writeFileSync(file, next.cert);
      await clock.advance(10_000);
      await client.list(ConfigMap, { namespace });
      await vi.waitFor(() => expect(proxy.openConnections).toBe(2)); // the watch, and the new one
      await direct.create(configMap(namespace, "seen"));
      expect(await first).toMatchObject({ value: { object: { kind: "ConfigMap" } } });
      await watch.return?.();
      await vi.waitFor(() => expect(proxy.openConnections).toBe(1));

      writeFileSync(file, proxy.certificate.cert);
      await clock.advance(10_000);
      await expect(client.list(ConfigMap, { namespace })).rejects.toMatchObject({ code: "cluster/tls-failed" });
      await vi.waitFor(() => expect(proxy.openConnections).toBe(0));
    });

    test("certificates that a kubeconfig names are read again, once they fit each other", async () => {
      const [one, two] = [await createSelfSignedCertificate(Date.now()), await createSelfSignedCertificate(Date.now())];
      const folder = tempFolder({ "tls.crt": one.cert, "tls.key": one.key });
      const kubeconfig = JSON.stringify({
        apiVersion: "v1",
        kind: "Config",
        clusters: [{ name: "c", cluster: { server: target.server } }],
        users: [{ name: "u", user: { "client-certificate": "tls.crt", "client-key": "tls.key" } }],
        contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
        "current-context": "c",
      });
      writeFileSync(path.join(folder, "kubeconfig"), kubeconfig);
      const { tls } = await loadKubeConfig({ env: {}, kubeconfig: path.join(folder, "kubeconfig") });
      const { client, proxy, clock, namespace } = await setUp({
        config: () => ({ tls: { ...tls, insecureSkipVerify: true } }),
      });
      const shown = async (): Promise<string | undefined> => {
        await clock.advance(10_000);
        await client.list(ConfigMap, { namespace });
        return proxy.requests.at(-1)!.certificate;
      };
      const [own, next] = [one, two].map(({ cert }) => new X509Certificate(cert).fingerprint256);
      expect(await shown()).toBe(own);
      writeFileSync(path.join(folder, "tls.crt"), two.cert);
      expect(await shown()).toBe(own);
      writeFileSync(path.join(folder, "tls.key"), two.key);
      expect(await shown()).toBe(next);
      expect(proxy.openConnections).toBe(1);
    });
  });

  describe("F27 the way to the server", () => {
    const works = async ({ client, namespace }: SetUp): Promise<void> => {
      await client.create(configMap(namespace, "there"));
      const watch = watching(client, { namespace, fields: "metadata.name=there" });
      expect(await watch.next()).toMatchObject({ value: { type: "ADDED" } });
      await watch.return?.();
    };

    test("leads through a proxy", async () => {
      const { url: proxyUrl, asked } = await startConnectProxy();
      const setting = await setUp({ config: () => ({ proxyUrl }) });
      await works(setting);
      expect(new Set(asked)).toEqual(new Set([new URL(setting.proxy.config.server).host]));
    });

    test("leads through a proxy that has a certificate of the cluster's authority, and not through another", async () => {
      const through = (certificate?: { cert: string; key: string }): Promise<SetUp> =>
        setUp({
          config: async (proxy) => ({
            proxyUrl: (await startConnectProxy({ tls: certificate ?? proxy.certificate })).url,
            tls: { ca: { kind: "data", data: proxy.certificate.cert }, serverName: "localhost" },
          }),
        });
      await works(await through());
      const wary = await through(await createSelfSignedCertificate(Date.now()));
      await expect(works(wary)).rejects.toMatchObject({ code: "cluster/tls-failed" });
    });

    test("leads to an IPv6 address, through a proxy too", async () => {
      const { url: proxyUrl, asked } = await startConnectProxy();
      await works(await setUp({ host: "::1" }));
      await works(await setUp({ host: "::1", config: () => ({ proxyUrl }) }));
      expect(asked[0]).toMatch(/^\[::1\]:\d+$/);
    });

    test("leads below a base path", async () => {
      const setting = await setUp({ basePath: "/clusters/one" });
      await works(setting);
      expect(setting.proxy.requests.every(({ path }) => path.startsWith("/clusters/one/api"))).toBe(true);
    });

    test("looks for the name that the kubeconfig gives in the certificate", async () => {
      const tls = (proxy: FaultProxy) => ({ ca: { kind: "data", data: proxy.certificate.cert } }) as const;
      await works(await setUp({ config: (proxy) => ({ tls: { ...tls(proxy), serverName: "localhost" } }) }));
      for (const more of [{}, { serverName: "elsewhere" }]) {
        const wrong = await setUp({ config: (proxy) => ({ tls: { ...tls(proxy), ...more } }) });
        await expect(works(wrong)).rejects.toMatchObject({ code: "cluster/tls-failed" });
      }
    });

    test.each(["socks5://127.0.0.1:1080", "socks5h://proxy:1080", "ftp://proxy"])(
      "is refused by name where it is %s",
      async (url) => {
        const kubeconfig = path.join(tempFolder(), "kubeconfig");
        writeFileSync(
          kubeconfig,
          JSON.stringify({
            apiVersion: "v1",
            kind: "Config",
            clusters: [{ name: "c", cluster: { server: target.server, "proxy-url": url } }],
            contexts: [{ name: "c", context: { cluster: "c" } }],
            "current-context": "c",
          }),
        );
        const read = loadKubeConfig({ env: {}, kubeconfig });
        await expect(read).rejects.toMatchObject({ code: "cluster/unsupported-kubeconfig" });
        await expect(read).rejects.toThrow(url);
      },
    );
  });

  test("F28 watches, however many, keep no write from its socket", async () => {
    const { client, proxy, namespace } = await setUp();
    const watches: AsyncIterator<WatchEvent<ConfigMap>>[] = [];
    await direct.create(configMap(namespace, "first"));
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
    const transport = createTransport({ ...target, server: server.url, auth: { kind: "none" } }, { env: {} });
    await expect(transport.request({ method: "GET", path: "/" })).rejects.toMatchObject({
      code: "cluster/response-too-large",
      hint: expect.stringContaining("limit") as string,
    });
    transport.close();
    await vi.waitFor(() => expect(server.openConnections).toBe(0));
  });

  describe("F30 a write that was done, and whose answer never comes", () => {
    const lost: Fault = { kind: "applied", then: { kind: "black-hole" } };
    const done = async <T>({ proxy, clock }: SetUp, method: string, write: Promise<T>): Promise<unknown> => {
      const outcome = write.catch((error: unknown) => error);
      await vi.waitFor(() => expect(sent(proxy, method)).toBeGreaterThan(0));
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
      await vi.waitFor(async () => expect(await direct.get(ConfigMap, object.metadata)).toBeDefined());
      if (verb === "create") {
        expect(isAlreadyExists(await client.create(object).catch((error: unknown) => error))).toBe(true);
        expect(await createOrUpdate(client, object, () => undefined)).toMatchObject({ result: "unchanged" });
      } else {
        const before = await direct.getOrThrow(ConfigMap, object.metadata);
        expect((await client.apply<ConfigMap>(object)).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
      }
    });

    test("(update) is an error, and the next try with the old version a conflict", async () => {
      const setting = await setUp();
      const { client, proxy, namespace } = setting;
      const object = await direct.create(configMap(namespace, "there"));
      const changed = { ...object, data: { text: "two" } };
      proxy.failAny({ method: "PUT", path: configMaps }, lost);
      expect(await done(setting, "PUT", client.update(changed))).toMatchObject(unknown);
      await vi.waitFor(async () =>
        expect((await direct.getOrThrow(ConfigMap, object.metadata)).data).toEqual({ text: "two" }),
      );
      expect(isConflict(await client.update(changed).catch((error: unknown) => error))).toBe(true);
      const again = createOrUpdate(client, configMap(namespace, "there"), (draft) => void (draft.data = changed.data));
      expect(await again).toMatchObject({ result: "unchanged" });
    });

    test("(patch, delete) is an error, and the next try changes nothing more", async () => {
      const setting = await setUp();
      const { client, proxy, namespace } = setting;
      const { metadata } = await direct.create(configMap(namespace, "there"));
      proxy.failAny({ method: "PATCH", path: configMaps }, lost);
      const patch = mergePatch({ data: { text: "two" } });
      expect(await done(setting, "PATCH", client.patch(ConfigMap, metadata, patch))).toMatchObject(unknown);
      expect((await client.patch(ConfigMap, metadata, patch)).data).toEqual({ text: "two" });
      proxy.failAny({ method: "DELETE", path: configMaps }, lost);
      expect(await done(setting, "DELETE", client.delete(ConfigMap, metadata))).toMatchObject(unknown);
      await client.delete(ConfigMap, metadata);
      expect(await direct.get(ConfigMap, metadata)).toBeUndefined();
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
