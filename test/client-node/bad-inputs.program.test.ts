/** The errors between tsop and client-node. */
import type * as first from "@kubernetes/client-node";
import path from "node:path";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createKubeConfig, loadClientNode, toKubeConfig } from "../../src/client-node/to-kube-config.js";
import { thrownError } from "../../src/core/thrown-error.js";
import { ApiError } from "../../src/kube/api-error.js";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import type { KubeConfigLike } from "../../src/kube/from-kube-config.js";
import { createLiveClient } from "../../src/kube/http-client.js";
import { freePort } from "../../src/kube/local-port.js";
import { createCluster } from "../../src/runtime/create-cluster.js";
import { createManager } from "../../src/runtime/create-manager.js";
import { clientNodes } from "../support/client-node.js";
import { failureOf } from "../support/failure-of.js";
import { FakeClock } from "../support/fake-clock.js";
import { answer, startScriptedServer, status } from "../support/scripted-server.js";
import { tempFolder } from "../support/temp-folder.js";

const here: ClusterConfig = {
  ...{ source: "test", context: "test", server: "https://127.0.0.1:6443", namespace: "default" },
  ...{ tls: {}, auth: { kind: "none" } },
};

describe.each(clientNodes)("a KubeConfig of client-node %s", (_, { KubeConfig }) => {
  const cluster = { name: "c", server: "https://127.0.0.1:1", skipTLSVerify: false };
  const parts = {
    clusters: [cluster],
    users: [{ name: "u" }],
    contexts: [{ name: "here", cluster: "c", user: "u" }],
    currentContext: "here",
  };
  const made = (more: object, change: (config: InstanceType<typeof KubeConfig>) => void = () => undefined) => {
    const config = new KubeConfig();
    config.loadFromOptions({ ...parts, ...more });
    change(config);
    return config;
  };

  test.each<readonly [string, () => KubeConfigLike, string, string]>([
    ["nothing in it", () => new KubeConfig(), "cluster/unknown-context", "the KubeConfig has no current context"],
    [
      "no current context",
      () => made({ currentContext: undefined }),
      "cluster/unknown-context",
      "the KubeConfig has no current context",
    ],
    [
      "a context that does not exist",
      () => made({ currentContext: "there" }),
      "cluster/unknown-context",
      'the KubeConfig has no context "there"',
    ],
    [
      "a cluster that does not exist",
      () => made({ clusters: [] }),
      "cluster/unknown-context",
      'the context "here" of the KubeConfig names a cluster that does not exist',
    ],
    [
      "an authenticator of its user's own",
      () =>
        made({}, (config) =>
          config.addAuthenticator({ isAuthProvider: () => true, applyAuthentication: () => Promise.resolve() }),
        ),
      "cluster/unsupported-kubeconfig",
      "the KubeConfig logs in with an authenticator of addAuthenticator()",
    ],
    [
      "a provider that tsop does not know",
      () => made({ users: [{ name: "u", authProvider: { name: "vendor", config: {} } }] }),
      "cluster/unsupported-kubeconfig",
      'the KubeConfig: user "u" uses the unsupported auth-provider "vendor"',
    ],
    [
      "a SOCKS proxy",
      () => made({ clusters: [{ ...cluster, proxyUrl: "socks5://127.0.0.1:1" }] }),
      "cluster/unsupported-kubeconfig",
      'the KubeConfig: cluster "c": the proxy "socks5://127.0.0.1:1" is not an HTTP proxy',
    ],
    [
      "a certificate that is none",
      () => made({ clusters: [{ ...cluster, caData: "nonsense" }] }),
      "cluster/invalid-kubeconfig",
      'the KubeConfig: cluster "c": certificate-authority-data is not PEM in base64',
    ],
    [
      "an address that is none",
      () => made({ clusters: [{ ...cluster, server: "nonsense" }] }),
      "cluster/invalid-kubeconfig",
      'the KubeConfig: cluster "c": server "nonsense" is not an address',
    ],
  ])("with %s is refused wherever it is taken", async (_name, make, code, message) => {
    const config = make();
    await expect(createManager({ name: "test", config })).rejects.toMatchObject({ code, message });
    await expect(createCluster({ name: "test", config })).rejects.toMatchObject({ code, message });
    await expect(toKubeConfig(config)).rejects.toMatchObject({ code, message });
    expect(() => createLiveClient(config)).toThrow(expect.objectContaining({ code, message }));
  });

  test("without TLS works in both directions", async () => {
    const config = made({ clusters: [{ ...cluster, server: "http://127.0.0.1:1", skipTLSVerify: true }] });
    const kubeConfig = await toKubeConfig(config);
    expect(kubeConfig.getCurrentCluster()).toMatchObject({ server: "http://127.0.0.1:1", skipTLSVerify: true });
    createLiveClient(kubeConfig).close();
  });
});

describe("an invalid config", () => {
  test.each<readonly [string, unknown]>([
    ["a promise", Promise.resolve(here)],
    ["a manager in the place of its config", { client: {}, config: here }],
    ["a typing mistake", { sever: here.server, tls: {}, auth: here.auth }],
    ["null", null],
    ["a path", "/home/jane/.kube/config"],
  ])("%s is rejected, and the message names the valid values", async (_, given) => {
    const config = given as ClusterConfig;
    const refusal = (call: string) => ({
      code: "usage/invalid-argument",
      message: `${call} expects a ClusterConfig or a KubeConfig as its config`,
    });
    await expect(createManager({ name: "test", config })).rejects.toMatchObject(refusal("createManager()"));
    await expect(createCluster({ name: "test", config })).rejects.toMatchObject(refusal("createCluster()"));
    await expect(toKubeConfig(config)).rejects.toMatchObject(refusal("toKubeConfig()"));
    expect(() => createLiveClient(config)).toThrow(expect.objectContaining(refusal("createLiveClient()")));
  });
});

describe("the package", () => {
  test("that is not installed is named, with the command that installs it", async () => {
    const missing = "@kubernetes/client-node-that-is-missing";
    const load = () => import(missing) as Promise<typeof first>;
    expect(await failureOf(loadClientNode(load))).toMatchObject({
      code: "cluster/client-node-missing",
      hint: expect.stringContaining("npm install @kubernetes/client-node") as string,
    });
  });

  test("that does not load on this Node says why", async () => {
    const load = () => Promise.reject(new TypeError("Cannot read properties of undefined (reading 'bind')"));
    expect(await failureOf(loadClientNode(load))).toMatchObject({
      message: "@kubernetes/client-node does not load: TypeError: Cannot read properties of undefined (reading 'bind')",
      hint: expect.stringContaining("2.x needs Node 22.19 or newer") as string,
    });
  });
});

describe.each(clientNodes)("a use of client-node %s", (_, module) => {
  const { CoreV1Api, Exec, Log } = module;
  const useEach = (config: ClusterConfig) => {
    const kubeConfig = createKubeConfig(module, config, new FakeClock());
    return Promise.all([
      failureOf(kubeConfig.makeApiClient(CoreV1Api).listNamespacedPod({ namespace: "a" })),
      failureOf(new Log(kubeConfig).log("a", "b", "c", new PassThrough())),
      failureOf(new Exec(kubeConfig).exec("a", "b", "c", "true", null, null, null, false)),
    ]);
  };

  test("whose plugin fails says what the plugin said", async () => {
    const script = path.join(
      tempFolder({ "plugin.cjs": `console.error("log in first"); process.exit(1)` }),
      "plugin.cjs",
    );
    const failures = await useEach({
      ...here,
      auth: {
        ...{ kind: "exec", apiVersion: "client.authentication.k8s.io/v1", command: process.execPath, args: [script] },
        ...{ env: [], interactiveMode: "Never" },
      },
    });
    const message = `credentials from \`${process.execPath}\`: log in first`;
    expect(failures).toMatchObject(Array.from({ length: 3 }, () => ({ code: "cluster/credentials-failed", message })));
  });

  test("whose certificate is missing on disk names the file", async () => {
    const failures = await useEach({ ...here, tls: { ca: { kind: "file", path: "/does/not/exist.crt" } } });
    for (const failure of failures) expect((failure as Error).message).toContain("/does/not/exist.crt");
  });

  test("through a missing proxy fails; the WebSocket reports that no server listens", async () => {
    const port = await freePort();
    const [list, log, exec] = await useEach({ ...here, proxyUrl: `http://127.0.0.1:${port}` });
    expect(inspect(list)).toContain("ECONNREFUSED");
    expect(log).toBeInstanceOf(Error);
    expect(thrownError(exec)).toMatchObject({ message: `connect ECONNREFUSED 127.0.0.1:${port}` });
  });

  test("that the API server refuses says what it answered", async () => {
    const server = await startScriptedServer((_request, response) => answer(response, 200, {}));
    server.server.on("upgrade", (_request, socket: Socket) => {
      const body = JSON.stringify(status(400, "BadRequest", { message: "container c is not valid for pod b" }));
      socket.end(`HTTP/1.1 400 Bad Request\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
    const kubeConfig = createKubeConfig(module, server.config, new FakeClock());
    const failure = thrownError(
      await failureOf(new Exec(kubeConfig).exec("a", "b", "c", "true", null, null, null, false)),
    );
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      message: "GET /api/v1/namespaces/a/pods/b/exec: container c is not valid for pod b (400 BadRequest)",
      statusCode: 400,
    });
  });

  test("that is to impersonate two groups is refused before it starts", () => {
    const impersonate = { user: "jane", groups: ["a", "b"], extra: {} };
    expect(() => createKubeConfig(module, { ...here, impersonate }, new FakeClock())).toThrow(
      expect.objectContaining({ code: "cluster/unsupported-kubeconfig" }),
    );
  });
});
