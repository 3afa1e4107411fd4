/** Every login of a kubeconfig, from tsop to client-node and back, over TLS. */
import type { KubeConfig } from "@kubernetes/client-node";
import { X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createKubeConfig } from "../../src/client-node/to-kube-config.js";
import { createSelfSignedCertificate } from "../../src/core/issue-certificates.js";
import { Pod } from "../../src/k8s/core/v1.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { clusterConfigOf, type KubeConfigLike } from "../../src/kube/from-kube-config.js";
import { createLiveClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { clientNodes } from "../support/client-node.js";
import { startConnectProxy } from "../support/connect-proxy.js";
import { FakeClock } from "../support/fake-clock.js";
import { type SeenLogin, startLoginServer } from "../support/login-server.js";
import { answer, startScriptedServer } from "../support/scripted-server.js";
import { tempFolder } from "../support/temp-folder.js";

let certificate: { cert: string; key: string };
let own: { cert: string; key: string };
beforeAll(async () => {
  certificate = await createSelfSignedCertificate(Date.now());
  own = await createSelfSignedCertificate(Date.now());
});
afterEach(() => vi.unstubAllEnvs());

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const fingerprintOf = ({ cert }: { cert: string }): string => new X509Certificate(cert).fingerprint256;

interface Login {
  /** Fields of a kubeconfig. */
  readonly cluster?: Readonly<Record<string, unknown>>;
  readonly user?: Readonly<Record<string, unknown>>;
  readonly shows: Partial<SeenLogin> | { readonly authorization: string };
}

interface Place {
  readonly folder: string;
  readonly port: number;
}

function plugin(folder: string, status: object): object {
  const credential = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status };
  const file = path.join(folder, "plugin.cjs");
  writeFileSync(
    file,
    `require("node:fs").appendFileSync(${JSON.stringify(path.join(folder, "runs"))}, "x");
     console.log(${JSON.stringify(JSON.stringify(credential))})`,
  );
  return {
    apiVersion: "client.authentication.k8s.io/v1",
    command: process.execPath,
    args: [file],
    interactiveMode: "Never",
  };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const logins: Readonly<Record<string, (place: Place) => Login | Promise<Login>>> = {
  "a token": () => ({ user: { token: "t-1" }, shows: bearer("t-1") }),
  "a name and a password": () => ({
    user: { username: "jane", password: "secret" },
    shows: { authorization: `Basic ${base64("jane:secret")}` },
  }),
  "a client certificate in the file": () => ({
    user: { "client-certificate-data": base64(own.cert), "client-key-data": base64(own.key) },
    shows: { fingerprint: fingerprintOf(own) },
  }),
  "a client certificate in files beside it": ({ folder }) => {
    writeFileSync(path.join(folder, "own.crt"), own.cert);
    writeFileSync(path.join(folder, "own.key"), own.key);
    writeFileSync(path.join(folder, "ca.crt"), certificate.cert);
    return {
      cluster: { "certificate-authority": "ca.crt", "certificate-authority-data": undefined },
      user: { "client-certificate": "own.crt", "client-key": "own.key" },
      shows: { fingerprint: fingerprintOf(own) },
    };
  },
  "a plugin that prints a token": ({ folder }) => ({
    user: { exec: plugin(folder, { token: "t-2" }) },
    shows: bearer("t-2"),
  }),
  "a plugin that prints a certificate": ({ folder }) => ({
    user: { exec: plugin(folder, { clientCertificateData: own.cert, clientKeyData: own.key }) },
    shows: { fingerprint: fingerprintOf(own) },
  }),
  "OpenID Connect": async () => {
    const provider = await startScriptedServer((request, response) => {
      const document = { issuer: provider.url, token_endpoint: `${provider.url}/token` };
      const token = [{}, { exp: Date.now() / 1000 + 3600 }].map((part) => base64(JSON.stringify(part))).join(".");
      answer(response, 200, request.path === "/token" ? { id_token: `${token}.new` } : document);
    }, certificate);
    const config = {
      ...{ "idp-issuer-url": provider.url, "client-id": "kube", "refresh-token": "r" },
      ...{ "id-token": [{}, { exp: 1 }].map((part) => base64(JSON.stringify(part))).join(".") + ".old" },
      "idp-certificate-authority-data": base64(certificate.cert),
    };
    return {
      user: { "auth-provider": { name: "oidc", config } },
      // oxlint-disable-next-line typescript/no-unsafe-assignment -- what expect makes is any
      shows: { authorization: expect.stringMatching(/^Bearer .+\.new$/) },
    };
  },
  "a name that is not the address's": ({ port }) => ({
    cluster: { server: `https://127.0.0.1:${port}`, "tls-server-name": "localhost" },
    user: { token: "t-3" },
    shows: bearer("t-3"),
  }),
  "trust in any server": () => ({
    cluster: { "certificate-authority-data": undefined, "insecure-skip-tls-verify": true },
    user: { token: "t-4" },
    shows: bearer("t-4"),
  }),
  "another user to be": () => ({
    user: { token: "t-5", as: "jane" },
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- what expect makes is any
    shows: { headers: expect.objectContaining({ authorization: "Bearer t-5", "impersonate-user": "jane" }) },
  }),
};

interface SetUp extends Place {
  readonly seen: SeenLogin[];
  readonly kubeconfig: string;
  readonly shows: Login["shows"];
}

async function setUp(login: (place: Place) => Login | Promise<Login>): Promise<SetUp> {
  const server = await startLoginServer(certificate);
  const folder = tempFolder({});
  const { cluster, user, shows } = await login({ folder, port: server.port });
  const kubeconfig = path.join(folder, "config");
  const withAuthority = { server: server.url, "certificate-authority-data": base64(certificate.cert), ...cluster };
  const content = {
    ...{ apiVersion: "v1", kind: "Config", "current-context": "here" },
    clusters: [{ name: "c", cluster: withAuthority }],
    users: [{ name: "u", user }],
    contexts: [{ name: "here", context: { cluster: "c", user: "u", namespace: "team-a" } }],
  };
  writeFileSync(kubeconfig, JSON.stringify(content));
  return { folder, port: server.port, seen: server.seen, kubeconfig, shows };
}

async function openAndClose({ Exec }: (typeof clientNodes)[number][1], kubeConfig: KubeConfig): Promise<void> {
  // The declarations of the package lack those of ws.
  const exec = new Exec(kubeConfig) as unknown as { exec: (...args: unknown[]) => Promise<{ close(): void }> };
  (await exec.exec("team-a", "db-0", "db", "true", null, null, null, false)).close();
}

/** A request of an API client's, the reading of a log, and a WebSocket. */
async function useAll(module: (typeof clientNodes)[number][1], config: ClusterConfig, clock = new FakeClock()) {
  const kubeConfig = createKubeConfig(module, config, clock);
  await kubeConfig.makeApiClient(module.CoreV1Api).listNamespacedPod({ namespace: "team-a" });
  const lines = new PassThrough();
  await new module.Log(kubeConfig).log("team-a", "db-0", "db", lines);
  expect(String(await lines.toArray())).toBe("a line\n");
  await openAndClose(module, kubeConfig);
  return kubeConfig;
}

async function list(config: ClusterConfig | KubeConfigLike): Promise<void> {
  const client = createLiveClient(config);
  onTestFinished(() => client.close());
  await client.list(Pod, { namespace: "team-a" });
}

const shown = ({ headers, fingerprint }: SeenLogin) => ({
  ...{ authorization: headers.authorization, headers, fingerprint },
});

describe.each(clientNodes)("client-node %s", (_, module) => {
  describe.each(Object.entries(logins))("with %s", (_name, login) => {
    test("goes from tsop to client-node, and back", async () => {
      const { kubeconfig, seen, shows } = await setUp(login);
      const config = await loadKubeConfig({ env: {}, kubeconfig });
      const made = await useAll(module, config);
      expect(seen.map(({ path: asked }) => asked.split("?")[0])).toEqual([
        "/api/v1/namespaces/team-a/pods",
        "/api/v1/namespaces/team-a/pods/db-0/log",
        "/api/v1/namespaces/team-a/pods/db-0/exec",
      ]);
      for (const each of seen) expect(shown(each)).toMatchObject(shows);
      expect(clusterConfigOf(made, "test")).toBe(config);
      await list(made);
      expect(shown(seen.at(-1)!)).toMatchObject(shows);
    });

    test("goes from client-node to tsop", async () => {
      const { kubeconfig, seen, shows } = await setUp(login);
      const config = new module.KubeConfig();
      config.loadFromFile(kubeconfig);
      expect(clusterConfigOf(config, "test")).toMatchObject({ context: "here", namespace: "team-a" });
      await list(config);
      for (const each of seen) expect(shown(each)).toMatchObject(shows);
      expect(seen.length).toBeGreaterThan(0);
    });
  });

  test("goes through the proxy, on both sides", async () => {
    const proxy = await startConnectProxy();
    const { kubeconfig, port, seen } = await setUp(() => ({
      cluster: { "proxy-url": proxy.url },
      user: { token: "t" },
      shows: {},
    }));
    await useAll(module, await loadKubeConfig({ env: {}, kubeconfig }));
    // In 1.x, the log and the WebSocket have one connection.
    expect(new Set(proxy.asked)).toEqual(new Set([`localhost:${port}`]));
    const before = proxy.asked.length;
    expect([before, seen.length]).toEqual([module === clientNodes[0]?.[1] ? 2 : 3, 3]);
    const config = new module.KubeConfig();
    config.loadFromFile(kubeconfig);
    await list(config);
    expect(proxy.asked.slice(before)).toContain(`localhost:${port}`);
  });

  test("of a Pod: the token file is read again, on both sides", async () => {
    const { folder, port, seen } = await setUp(() => ({ shows: {} }));
    const account = path.join(folder, "var/run/secrets/kubernetes.io/serviceaccount");
    mkdirSync(account, { recursive: true });
    for (const [name, text] of Object.entries({ token: "first", "ca.crt": certificate.cert, namespace: "team-a\n" })) {
      writeFileSync(path.join(account, name), text);
    }
    vi.stubEnv("KUBERNETES_SERVICE_HOST", "localhost");
    vi.stubEnv("KUBERNETES_SERVICE_PORT", String(port));
    const config = new module.KubeConfig();
    config.loadFromCluster(folder);
    const read = clusterConfigOf(config, "test");
    expect(read).toEqual(await loadKubeConfig({ env: process.env, serviceAccount: account }));

    const clock = new FakeClock();
    const [made, client] = [createKubeConfig(module, read, clock), createLiveClient(config, { clock })];
    onTestFinished(() => client.close());
    const useBoth = async (token: string): Promise<void> => {
      seen.length = 0;
      await client.list(Pod, { namespace: "team-a" });
      await made.makeApiClient(module.CoreV1Api).listNamespacedPod({ namespace: "team-a" });
      await openAndClose(module, made);
      expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${token}`]));
    };
    await useBoth("first");
    writeFileSync(path.join(account, "token"), "second");
    await clock.advance(60_000);
    await useBoth("second");
  });

  test("a client certificate that changes on disk is shown by the next WebSocket and the next request", async () => {
    const { kubeconfig, folder, seen } = await setUp(logins["a client certificate in files beside it"]!);
    const clock = new FakeClock();
    const made = await useAll(module, await loadKubeConfig({ env: {}, kubeconfig }), clock);
    writeFileSync(path.join(folder, "own.crt"), certificate.cert);
    writeFileSync(path.join(folder, "own.key"), certificate.key);
    await clock.advance(10_000);
    seen.length = 0;
    await made.makeApiClient(module.CoreV1Api).listNamespacedPod({ namespace: "team-a" });
    await openAndClose(module, made);
    expect(seen.map(({ fingerprint }) => fingerprint)).toEqual([
      fingerprintOf(certificate),
      fingerprintOf(certificate),
    ]);
  });

  test("a plugin that names no end runs once a minute, not once a request", async () => {
    const { kubeconfig, folder } = await setUp(logins["a plugin that prints a token"]!);
    const runs = (): number => readFileSync(path.join(folder, "runs"), "utf8").length;
    const clock = new FakeClock();
    const made = await useAll(module, await loadKubeConfig({ env: {}, kubeconfig }), clock);
    expect(runs()).toBe(1);
    await clock.advance(60_000);
    await made.makeApiClient(module.CoreV1Api).listNamespacedPod({ namespace: "team-a" });
    expect(runs()).toBe(2);
  });
});
