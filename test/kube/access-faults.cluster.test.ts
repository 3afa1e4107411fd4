/** The client's credentials and its way to a real API server, while they change or break: F26 and F27 of `test/faults.md`. */
import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createSelfSignedCertificate } from "../../src/core/issue-certificates.js";
import { isUnauthorized } from "../../src/kube/api-error.js";
import type { AuthConfig } from "../../src/kube/cluster-config.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { SelfSubjectReview } from "../../src/k8s/authentication/v1.js";
import { ConfigMap, ServiceAccount } from "../../src/k8s/core/v1.js";
import { describeCluster } from "../support/cluster.js";
import { startConnectProxy } from "../support/connect-proxy.js";
import { FakeClock } from "../support/fake-clock.js";
import type { FaultProxy } from "../support/fault-proxy.js";
import { tempFolder } from "../support/temp-folder.js";
import { configMap, noon, refuse, useBrokenConnection, watching, type SetUp } from "./broken-connection.js";

describeCluster("a client behind a broken connection", (cluster) => {
  const suite = useBrokenConnection(cluster);
  const { setUp } = suite;

  describe("F26 credentials that change", () => {
    let count = 0;
    /** A token of a service account, as a pod has one. */
    async function newToken(name: string): Promise<string> {
      const key = { namespace: "default", name: `${name}-${process.pid}-${++count}` };
      await suite.direct.create<ServiceAccount>({ apiVersion: "v1", kind: "ServiceAccount", metadata: key });
      const request = { spec: { audiences: [], expirationSeconds: 600 } };
      const { status } = await suite.direct.subResource("token").create(ServiceAccount, key, request);
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

    test("an expired token is read again once, and a second rejection is an error", async () => {
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
      await expect.poll(() => proxy.watches).toHaveLength(1);
      await client.list(ConfigMap, { namespace });
      expect(proxy.openConnections).toBe(2);

      proxy.setCertificate(next);
      writeFileSync(file, next.cert);
      await clock.advance(10_000);
      await client.list(ConfigMap, { namespace });
      await expect.poll(() => proxy.openConnections).toBe(2); // the watch, and the new one
      await suite.direct.create(configMap(namespace, "seen"));
      expect(await first).toMatchObject({ value: { object: { kind: "ConfigMap" } } });
      await watch.return?.();
      await expect.poll(() => proxy.openConnections).toBe(1);

      writeFileSync(file, proxy.certificate.cert);
      await clock.advance(10_000);
      await expect(client.list(ConfigMap, { namespace })).rejects.toMatchObject({ code: "cluster/tls-failed" });
      await expect.poll(() => proxy.openConnections).toBe(0);
    });

    test("certificates that a kubeconfig names are read again, once they fit each other", async () => {
      const [one, two] = [await createSelfSignedCertificate(Date.now()), await createSelfSignedCertificate(Date.now())];
      const folder = tempFolder({ "tls.crt": one.cert, "tls.key": one.key });
      const kubeconfig = JSON.stringify({
        apiVersion: "v1",
        kind: "Config",
        clusters: [{ name: "c", cluster: { server: suite.target.server } }],
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
            clusters: [{ name: "c", cluster: { server: suite.target.server, "proxy-url": url } }],
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
});
