import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { tempFolder } from "../support/temp-folder.js";
import { base64, kubeconfig, load, pem } from "./kubeconfig-text.js";

describe("where the configuration comes from", () => {
  const text = (server: string) => kubeconfig({ cluster: { server: `https://${server}:1` } });
  const inCluster = { KUBERNETES_SERVICE_HOST: "10.96.0.1", KUBERNETES_SERVICE_PORT: "443" };
  const files = {
    flag: text("flag"),
    env: text("env"),
    "home/.kube/config": text("home"),
    "sa/token": "t",
    "sa/ca.crt": pem,
    "sa/namespace": "team\n",
  };

  test.each([
    ["the flag", { kubeconfig: "flag", KUBECONFIG: "env", pod: true }, "https://flag:1"],
    ["KUBECONFIG", { KUBECONFIG: "env", pod: true }, "https://env:1"],
    ["the pod", { pod: true }, "https://10.96.0.1:443"],
    ["the home folder", {}, "https://home:1"],
    ["the home folder, where a context is named in a pod", { pod: true, context: "ctx" }, "https://home:1"],
    ["the home folder, where KUBECONFIG is empty", { KUBECONFIG: "" }, "https://home:1"],
  ])("%s", async (_, given: { kubeconfig?: string; KUBECONFIG?: string; pod?: boolean; context?: string }, server) => {
    const root = tempFolder(files);
    const { kubeconfig: file, context } = given;
    const config = await loadKubeConfig({
      env: {
        ...(given.pod === true ? inCluster : {}),
        ...(given.KUBECONFIG === undefined ? {} : { KUBECONFIG: given.KUBECONFIG }),
      },
      cwd: root,
      home: path.join(root, "home"),
      serviceAccount: path.join(root, "sa"),
      ...(file === undefined ? {} : { kubeconfig: file }),
      ...(context === undefined ? {} : { context }),
    });
    expect(config.server).toBe(server);
  });

  test("in a pod is the service account, also over IPv6", async () => {
    const root = tempFolder(files);
    const folder = path.join(root, "sa");
    const env = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" };
    expect(await loadKubeConfig({ env, serviceAccount: folder })).toEqual({
      source: "in-cluster",
      context: undefined,
      server: "https://[fd00::1]:443",
      namespace: "team",
      tls: { ca: { kind: "file", path: path.join(folder, "ca.crt") } },
      auth: { kind: "token-file", path: path.join(folder, "token") },
    });
  });

  test.each([
    [{ HTTPS_PROXY: "http://proxy:3128" }, "http://proxy:3128"],
    [{ HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "10.96.0.0/12,.svc" }, undefined],
  ])("in a pod goes through the proxy of %o, unless that is excluded", async (proxies, proxyUrl) => {
    const folder = path.join(tempFolder(files), "sa");
    const config = await loadKubeConfig({ env: { ...inCluster, ...proxies }, serviceAccount: folder });
    expect(config.proxyUrl).toBe(proxyUrl);
  });

  test("nowhere says where it was looked for", async () => {
    const home = tempFolder();
    await expect(loadKubeConfig({ env: {}, home })).rejects.toMatchObject({
      code: "cluster/no-kubeconfig",
      message: expect.stringMatching(
        /--kubeconfig.*KUBECONFIG.*service account.*\.kube\/config \(does not exist\)/,
      ) as string,
      hint: expect.stringContaining("--kubeconfig FILE") as string,
    });
    await expect(loadKubeConfig({ env: inCluster })).rejects.toMatchObject({ code: "cluster/no-kubeconfig" });
  });

  test.each([
    [{ kubeconfig: "nope" }, "--kubeconfig names"],
    [{ env: { KUBECONFIG: `nope${path.delimiter}neither` } }, "KUBECONFIG names"],
  ])("does not fall back where %o does not exist", async (options, message) => {
    const root = tempFolder(files);
    await expect(
      loadKubeConfig({ env: {}, cwd: root, home: path.join(root, "home"), ...options }),
    ).rejects.toMatchObject({
      code: "cluster/no-kubeconfig",
      message: expect.stringContaining(message) as string,
    });
  });

  test("several files are joined: the first to say something wins, and paths belong to their file", async () => {
    const root = tempFolder({
      "a/config": stringify({ users: [{ name: "u", user: { tokenFile: "token" } }], contexts: [] }),
      "b/config": kubeconfig({
        cluster: { "certificate-authority": "ca.crt" },
        user: { token: "b" },
        context: { namespace: "b" },
      }),
      "c/config": kubeconfig({ cluster: { server: "https://c:1" }, more: { "current-context": "other" } }),
    });
    const KUBECONFIG = ["a/config", "missing", "", "b/config", "c/config"].join(path.delimiter);
    expect(await loadKubeConfig({ env: { KUBECONFIG }, cwd: root })).toMatchObject({
      context: "ctx",
      server: "https://10.0.0.1:6443",
      namespace: "b",
      tls: { ca: { kind: "file", path: path.join(root, "b/ca.crt") } },
      auth: { kind: "token-file", path: path.join(root, "a/token") },
    });
  });
});

describe("a valid kubeconfig", () => {
  test("server with a base path, namespace, certificates as data, name in the certificate", async () => {
    const config = await load(
      kubeconfig({
        cluster: {
          server: "https://rancher/k8s/clusters/c-1/",
          "certificate-authority-data": base64,
          "tls-server-name": "x",
        },
        user: { "client-certificate-data": base64, "client-key": "client.key" },
        context: { namespace: "team" },
      }),
    );
    expect(config).toMatchObject({
      server: "https://rancher/k8s/clusters/c-1",
      namespace: "team",
      tls: {
        ca: { kind: "data", data: pem },
        cert: { kind: "data", data: pem },
        key: { kind: "file" },
        serverName: "x",
      },
      auth: { kind: "none" },
    });
  });

  test.each([
    [{ token: "t" }, { kind: "token", token: "t" }],
    [
      { token: "t", tokenFile: "/tok" },
      { kind: "token-file", path: "/tok" },
    ],
    [
      { username: "jane", password: "p" },
      { kind: "basic", username: "jane", password: "p" },
    ],
    [{}, { kind: "none" }],
  ])("the user %o", async (user, auth) => {
    expect((await load(kubeconfig({ user }))).auth).toEqual(auth);
  });

  test("a program for credentials, its path relative to the file", async () => {
    const exec = {
      apiVersion: "client.authentication.k8s.io/v1",
      command: "./bin/login",
      args: ["--cluster", "x"],
      env: [{ name: "A", value: "b" }],
      installHint: "install it",
      interactiveMode: "Never",
      provideClusterInfo: true,
    };
    const extensions = [{ name: "client.authentication.k8s.io/exec", extension: { audience: "z" } }];
    const { auth, source } = await load(
      kubeconfig({ user: { exec }, cluster: { extensions, "certificate-authority": "ca" } }),
    );
    expect(auth).toEqual({
      kind: "exec",
      apiVersion: exec.apiVersion,
      command: path.join(path.dirname(source), "bin/login"),
      args: exec.args,
      env: exec.env,
      installHint: "install it",
      interactiveMode: "Never",
      clusterInfo: { server: "https://10.0.0.1:6443", config: { audience: "z" } },
    });
  });

  test("a login at an OpenID Connect provider", async () => {
    const config = {
      "idp-issuer-url": "https://dex.example.com/",
      "client-id": "kube",
      "client-secret": "s",
      "id-token": "i",
      "refresh-token": "r",
      "idp-certificate-authority": "idp.crt",
    };
    const { auth, source } = await load(kubeconfig({ user: { "auth-provider": { name: "oidc", config } } }));
    expect(auth).toEqual({
      kind: "oidc",
      where: `${source}: user "u": auth-provider oidc`,
      issuer: "https://dex.example.com",
      clientId: "kube",
      clientSecret: "s",
      idToken: "i",
      refreshToken: "r",
      ca: { kind: "file", path: path.join(path.dirname(source), "idp.crt") },
    });
  });

  test.each(["gcp", "azure"])("the auth provider %s, unchanged", async (name) => {
    const config = { "access-token": "t", expiry: "2026-01-31T12:00:00Z" };
    const { auth, source } = await load(kubeconfig({ user: { "auth-provider": { name, config } } }));
    expect(auth).toEqual({ kind: "provider", where: `${source}: user "u": auth-provider ${name}`, name, config });
  });

  test("whom to impersonate", async () => {
    const user = { as: "jane", "as-uid": "7", "as-groups": ["a"], "as-user-extra": { k: ["v"] } };
    expect((await load(kubeconfig({ user }))).impersonate).toEqual({
      user: "jane",
      uid: "7",
      groups: ["a"],
      extra: { k: ["v"] },
    });
  });

  test("the proxy, of the kubeconfig before the environment", async () => {
    const env = { HTTPS_PROXY: "http://env:1" };
    expect((await load(kubeconfig({ cluster: { "proxy-url": "http://own:1" } }), { env })).proxyUrl).toBe(
      "http://own:1",
    );
    expect((await load(kubeconfig(), { env })).proxyUrl).toBe("http://env:1");
  });

  test("a kubeconfig in JSON, and behind a link", async () => {
    const root = tempFolder({
      real: JSON.stringify({
        clusters: [{ name: "c", cluster: { server: "https://x" } }],
        contexts: [{ name: "n", context: { cluster: "c" } }],
        "current-context": "n",
      }),
    });
    mkdirSync(path.join(root, "links"));
    symlinkSync("../real", path.join(root, "links/config"));
    expect((await loadKubeConfig({ env: {}, kubeconfig: path.join(root, "links/config") })).server).toBe("https://x");
  });
});
