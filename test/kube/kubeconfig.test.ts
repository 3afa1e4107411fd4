import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { tempFolder } from "../support/temp-folder.js";

const pem = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
const base64 = Buffer.from(pem).toString("base64");

interface Parts {
  readonly cluster?: object;
  readonly user?: object;
  readonly context?: object;
  readonly more?: object;
}

function kubeconfig({ cluster = {}, user = {}, context = {}, more = {} }: Parts = {}): string {
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server: "https://10.0.0.1:6443", ...cluster } }],
    users: [{ name: "u", user }],
    contexts: [{ name: "ctx", context: { cluster: "c", user: "u", ...context } }],
    "current-context": "ctx",
    ...more,
  });
}

/** Loads a kubeconfig of this text. */
function load(text: string, options: { context?: string; env?: Record<string, string> } = {}) {
  const root = tempFolder({ "dir/config": text });
  return loadKubeConfig({ env: {}, ...options, kubeconfig: path.join(root, "dir/config") });
}

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
        /--kubeconfig.*KUBECONFIG.*service account.*\.kube\/config \(not there\)/,
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

describe("what is read", () => {
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

  test.each(["gcp", "azure"])("the auth provider %s, as it stands", async (name) => {
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

describe("what is refused", () => {
  test.each<[string, string, object]>([
    [
      "broken YAML, with its place",
      "clusters:\n  - name: [\n",
      { code: "cluster/invalid-kubeconfig", at: { line: 3, column: 1 } },
    ],
    [
      "a key that stands twice",
      "kind: Config\nkind: Config\n",
      { code: "cluster/invalid-kubeconfig", at: { line: 2 } },
    ],
    [
      "collections that are nested without end",
      `users: ${"[".repeat(100_000)}`,
      { code: "cluster/invalid-kubeconfig", message: "nested more than 400 deep", at: { line: 1 } },
    ],
    [
      "aliases that multiply beyond measure",
      `a: &a [x, x, x, x, x, x, x, x, x]\n${["b a", "c b", "d c", "e d"].map((pair) => `${pair[0] ?? ""}: &${pair[0] ?? ""} [${`*${pair[2] ?? ""}, `.repeat(9)}]\n`).join("")}`,
      { code: "cluster/invalid-kubeconfig", message: "Excessive alias count" },
    ],
    ["a second document", "kind: Config\n---\nkind: Config\n", { message: "expected one document", at: { line: 2 } }],
    ["a list", "- a\n", { code: "cluster/invalid-kubeconfig", message: "no map at its top" }],
    ["nothing", "", { code: "cluster/invalid-kubeconfig" }],
    ["a manifest", "kind: Pod\n", { code: "cluster/invalid-kubeconfig", message: 'its kind is "Pod"' }],
    ["clusters that are no list", "clusters: 3\n", { message: "clusters is not a list" }],
    ["an entry without a name", "users: [{}]\n", { message: "users[0] has no name" }],
    ["an entry that is no map", "users: [{name: a, user: 3}]\n", { message: '"a": `user` is not a map' }],
    ["a current context that is no text", "current-context: 3\n", { message: "current-context is not a string" }],
    [
      "no current context",
      kubeconfig({ more: { "current-context": "" } }),
      { code: "cluster/unknown-context", hint: "--context with one of ctx" },
    ],
    ["no context at all", "kind: Config\n", { code: "cluster/unknown-context", hint: "is it the right file" }],
    [
      "a context that is not there",
      kubeconfig({ more: { "current-context": "ctxx" } }),
      { code: "cluster/unknown-context", hint: 'Did you mean "ctx"?' },
    ],
    [
      "a context without a cluster",
      kubeconfig({ context: { cluster: "" } }),
      { message: 'context "ctx" names no cluster' },
    ],
    [
      "a cluster that is not there",
      kubeconfig({ context: { cluster: "d" } }),
      { message: 'names the cluster "d", which is not there' },
    ],
    [
      "a user that is not there",
      kubeconfig({ context: { user: "uu" } }),
      { message: 'names the user "uu"', hint: "It has u." },
    ],
    ["a cluster without a server", kubeconfig({ cluster: { server: "" } }), { message: 'cluster "c" has no server' }],
    [
      "a server without a scheme",
      kubeconfig({ cluster: { server: "10.0.0.1:6443" } }),
      { message: "is not an address", hint: "https://HOST:PORT" },
    ],
    [
      "data that is no PEM",
      kubeconfig({ cluster: { "certificate-authority-data": "!!" } }),
      { message: "certificate-authority-data is not PEM" },
    ],
    [
      "a key without its certificate",
      kubeconfig({ user: { "client-key": "k" } }),
      { message: "key but no certificate" },
    ],
    [
      "an authority that nobody is to ask",
      kubeconfig({ cluster: { "certificate-authority": "a", "insecure-skip-tls-verify": true } }),
      { message: "at once" },
    ],
    [
      "a flag that is no flag",
      kubeconfig({ cluster: { "insecure-skip-tls-verify": "yes" } }),
      { message: "is not true or false" },
    ],
    ["a number for a token", kubeconfig({ user: { token: 5 } }), { message: "token is not a string" }],
    [
      "a SOCKS proxy",
      kubeconfig({ cluster: { "proxy-url": "socks5://x:1" } }),
      { code: "cluster/unsupported-kubeconfig", hint: "not SOCKS" },
    ],
    [
      "an auth provider that nobody knows",
      kubeconfig({ user: { "auth-provider": { name: "openstack" } } }),
      { code: "cluster/unsupported-kubeconfig", message: 'auth-provider "openstack"', hint: "oidc, gcp and azure" },
    ],
    ["an auth provider in a word", kubeconfig({ user: { "auth-provider": "oidc" } }), { message: "is not a map" }],
    ["an auth provider without a name", kubeconfig({ user: { "auth-provider": {} } }), { message: "has no name" }],
    [
      "an auth provider with a list",
      kubeconfig({ user: { "auth-provider": { name: "gcp", config: ["x"] } } }),
      { message: "config of auth-provider is not a map" },
    ],
    [
      "an auth provider with a number",
      kubeconfig({ user: { "auth-provider": { name: "gcp", config: { expiry: 5 } } } }),
      { message: "auth-provider gcp: expiry is not a string" },
    ],
    [
      "OpenID Connect without an issuer",
      kubeconfig({ user: { "auth-provider": { name: "oidc", config: { "client-id": "x" } } } }),
      { message: "auth-provider oidc has no idp-issuer-url" },
    ],
    [
      "OpenID Connect without a client",
      kubeconfig({ user: { "auth-provider": { name: "oidc", config: { "idp-issuer-url": "https://x" } } } }),
      { message: "has no client-id" },
    ],
    [
      "OpenID Connect in the clear",
      kubeconfig({
        user: { "auth-provider": { name: "oidc", config: { "idp-issuer-url": "http://x", "client-id": "x" } } },
      }),
      { message: "is not an https:// address" },
    ],
    [
      "an exec of an old version",
      kubeconfig({ user: { exec: { apiVersion: "client.authentication.k8s.io/v1alpha1", command: "x" } } }),
      { code: "cluster/unsupported-kubeconfig", message: "v1alpha1" },
    ],
    [
      "an exec without a command",
      kubeconfig({ user: { exec: { apiVersion: "client.authentication.k8s.io/v1" } } }),
      { message: "has no command" },
    ],
    [
      "an exec with a wrong mode",
      kubeconfig({
        user: { exec: { apiVersion: "client.authentication.k8s.io/v1", command: "x", interactiveMode: "Maybe" } },
      }),
      { message: "interactiveMode" },
    ],
    [
      "an exec with a broken environment",
      kubeconfig({
        user: { exec: { apiVersion: "client.authentication.k8s.io/v1", command: "x", env: [{ name: "A" }] } },
      }),
      { message: "an entry of env" },
    ],
    ["groups without a user", kubeconfig({ user: { "as-groups": ["a"] } }), { message: "no `as`" }],
    [
      "groups that are no list",
      kubeconfig({ user: { as: "a", "as-groups": "b" } }),
      { message: "as-groups is not a list of strings" },
    ],
  ])("%s", async (_, text, expected) => {
    const wanted = Object.fromEntries(
      Object.entries(expected).map(([key, value]) => [
        key,
        typeof value === "string" && key !== "code" ? (expect.stringContaining(value) as string) : value,
      ]),
    );
    await expect(load(text)).rejects.toMatchObject({
      name: "TsopError",
      ...("at" in wanted ? { ...wanted, at: expect.objectContaining(wanted["at"] as object) as object } : wanted),
    });
  });

  test("a file that cannot be read", async () => {
    await expect(loadKubeConfig({ env: {}, kubeconfig: tempFolder() })).rejects.toMatchObject({
      code: "cluster/invalid-kubeconfig",
    });
  });
});
