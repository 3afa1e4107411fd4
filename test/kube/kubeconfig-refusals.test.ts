import { describe, expect, test } from "vitest";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { tempFolder } from "../support/temp-folder.js";
import { kubeconfig, load } from "./kubeconfig-text.js";

describe("an invalid kubeconfig", () => {
  test.each<[string, string, object]>([
    [
      "broken YAML, with its place",
      "clusters:\n  - name: [\n",
      { code: "cluster/invalid-kubeconfig", at: { line: 3, column: 1 } },
    ],
    ["a duplicate key", "kind: Config\nkind: Config\n", { code: "cluster/invalid-kubeconfig", at: { line: 2 } }],
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
    [
      "a list",
      "- a\n",
      { code: "cluster/invalid-kubeconfig", message: "not a kubeconfig: its top level is not a map" },
    ],
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
    ["no context at all", "kind: Config\n", { code: "cluster/unknown-context", hint: "It contains no contexts" }],
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
      { message: 'names the cluster "d", which does not exist' },
    ],
    [
      "a user that is not there",
      kubeconfig({ context: { user: "uu" } }),
      { message: 'names the user "uu"', hint: "The kubeconfig contains the users u." },
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
      "an authority together with insecure-skip-tls-verify",
      kubeconfig({ cluster: { "certificate-authority": "a", "insecure-skip-tls-verify": true } }),
      { message: "sets both a certificate authority and insecure-skip-tls-verify" },
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
      "an unknown auth provider",
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
    ["groups without a user", kubeconfig({ user: { "as-groups": ["a"] } }), { message: "without `as`" }],
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
