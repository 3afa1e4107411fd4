import type { ContractCase } from "../contract-case.js";
import { changes, rows, selections, tries } from "../kind-cases.js";

const namespaces = "/api/v1/namespaces";
const configMaps = "/api/v1/namespaces/$ns/configmaps";
const secrets = "/api/v1/namespaces/$ns/secrets";
const serviceAccounts = "/api/v1/namespaces/$ns/serviceaccounts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Creates a secret with a type, data and annotations; secrets differ in nothing else. */
function secret(type: string, data?: Record<string, string>, annotations?: Record<string, string>): object {
  return {
    metadata: { name: "a", ...(annotations === undefined ? {} : { annotations }) },
    type,
    ...(data === undefined ? {} : { data }),
  };
}

export const cases: readonly ContractCase[] = [
  tries("namespaces: what the server adds to one", namespaces, [
    { metadata: { name: "$id-a" } },
    { metadata: { name: "$id-a", labels: { "kubernetes.io/metadata.name": "other", a: "b" } } },
    { metadata: { name: "$id-a" }, spec: { finalizers: ["example.com/mine"] }, status: { phase: "Terminating" } },
  ]),
  tries("namespaces: bad names and finalizers", namespaces, [
    { metadata: { name: "A_b" } },
    { metadata: { name: "a.b" } },
    { metadata: { name: "a".repeat(64) } },
    { metadata: {} },
    { metadata: { name: "$id-a" }, spec: { finalizers: ["mine"] } },
    { metadata: { name: "$id-a" }, spec: { finalizers: ["a b/c"] } },
    { metadata: { name: "$id-a", namespace: "b" } },
  ]),
  changes(
    "namespaces: updates keep finalizers, status and the label with the name",
    namespaces,
    { metadata: { name: "$id-a" } },
    [
      { "spec.finalizers": [] },
      { "status.phase": "Terminating" },
      { "metadata.labels": { a: "b" } },
      { spec: undefined },
    ],
    { isClusterScoped: true },
  ),
  changes(
    "namespaces: the status is Active until it is deleted",
    namespaces,
    { metadata: { name: "$id-a" } },
    [
      { "status.phase": "Terminating" },
      { "spec.finalizers": ["example.com/a"] },
      {
        "status.conditions": [
          { type: "A", status: "True", lastTransitionTime: "2020-01-01T00:00:00Z", reason: "R", message: "m" },
        ],
      },
    ],
    { isClusterScoped: true, subresource: "status" },
  ),
  changes(
    "namespaces: finalizers are changed by finalize",
    namespaces,
    { metadata: { name: "$id-a" } },
    [
      { "spec.finalizers": ["kubernetes", "example.com/a"] },
      { "spec.finalizers": ["bad", "a b/c"] },
      { "spec.finalizers": ["kubernetes"] },
    ],
    { isClusterScoped: true, subresource: "finalize" },
  ),
  rows("namespaces: their rows", namespaces, [{ metadata: { name: "$id-a" } }], { isClusterScoped: true }),

  tries("configmaps: good ones", configMaps, [
    { metadata: { name: "a" } },
    { metadata: { name: "a.b-c" }, data: { "a.b_C-1": "x", empty: "" }, binaryData: { b: "AAE=" }, immutable: true },
    { metadata: { generateName: "a-" }, data: {}, binaryData: {}, immutable: false },
  ]),
  tries("configmaps: bad keys and names", configMaps, [
    { metadata: { name: "a" }, data: { "a b": "x" } },
    { metadata: { name: "a" }, data: { "..": "x" } },
    { metadata: { name: "a" }, data: { ".": "x" } },
    { metadata: { name: "a" }, data: { "..a": "x" } },
    { metadata: { name: "a" }, data: { "": "x" } },
    { metadata: { name: "a" }, data: { ["k".repeat(254)]: "x" } },
    { metadata: { name: "a" }, data: { k: "x" }, binaryData: { k: "AAE=", ä: "AAE=" } },
    { metadata: { name: "A" } },
    { metadata: { name: "a..b" } },
    { metadata: { name: "a".repeat(254) } },
  ]),
  tries("configmaps: too much data", configMaps, [
    { metadata: { name: "a" }, data: { a: "x".repeat(1_048_577) } },
    { metadata: { name: "a" }, data: { a: "x".repeat(600_000) }, binaryData: { b: base64("y".repeat(500_000)) } },
  ]),
  tries("configmaps: values of the wrong type", configMaps, [
    { metadata: { name: "a" }, data: { a: 1 } },
    { metadata: { name: "a" }, data: ["a"] },
    { metadata: { name: "a" }, binaryData: { a: "not base64!" } },
    { metadata: { name: "a" }, immutable: "yes" },
  ]),
  changes(
    "configmaps: an immutable one stays as it is",
    configMaps,
    { metadata: { name: "a" }, data: { a: "1" }, binaryData: { b: "AAE=" } },
    [
      { "data.a": "2" },
      { immutable: true },
      { immutable: false },
      { immutable: undefined },
      { "data.a": "3" },
      { binaryData: { b: "AAI=" } },
      { immutable: undefined, data: { c: "d" }, binaryData: {} },
      { "metadata.labels": { a: "b" } },
    ],
  ),
  rows("configmaps: their rows", configMaps, [
    { metadata: { name: "a" } },
    { metadata: { name: "b" }, data: { a: "1", b: "2" }, binaryData: { c: "AAE=" } },
  ]),
  selections(
    "configmaps: field selectors",
    configMaps,
    [{ metadata: { name: "a" } }, { metadata: { name: "b" } }],
    ["metadata.name=a", "metadata.name!=kube-root-ca.crt,metadata.name!=a", "metadata.namespace=default", "data.a=b"],
  ),

  tries("secrets: good ones", secrets, [
    { metadata: { name: "a" } },
    { metadata: { name: "a" }, type: "example.com/mine", data: { a: "AAE=", e: "" }, immutable: true },
    { metadata: { name: "a" }, data: { a: base64("old"), b: base64("kept") }, stringData: { a: "new ü", c: "" } },
    secret("kubernetes.io/basic-auth", { username: base64("me") }),
    secret("kubernetes.io/ssh-auth", { "ssh-privatekey": base64("key") }),
    secret("kubernetes.io/dockercfg", { ".dockercfg": base64("{}") }),
    secret("kubernetes.io/dockerconfigjson", { ".dockerconfigjson": base64('{"auths":{}}') }),
    secret("kubernetes.io/service-account-token", undefined, { "kubernetes.io/service-account.name": "default" }),
    secret("bootstrap.kubernetes.io/token"),
  ]),
  tries("secrets: types that need keys", secrets, [
    secret("kubernetes.io/tls"),
    secret("kubernetes.io/tls", { "tls.crt": "" }),
    secret("kubernetes.io/basic-auth"),
    secret("kubernetes.io/ssh-auth", { "ssh-privatekey": "" }),
    secret("kubernetes.io/dockercfg"),
    secret("kubernetes.io/dockercfg", { ".dockercfg": base64("no") }),
    secret("kubernetes.io/dockerconfigjson"),
    secret("kubernetes.io/dockerconfigjson", { ".dockerconfigjson": base64("[]") }),
    secret("kubernetes.io/dockerconfigjson", { ".dockerconfigjson": "" }),
    secret("kubernetes.io/service-account-token"),
  ]),
  tries("secrets: a key pair that is none is warned of", secrets, [
    secret("kubernetes.io/tls", { "tls.crt": "", "tls.key": "" }),
    secret("kubernetes.io/tls", { "tls.crt": base64("a"), "tls.key": base64("b") }),
  ]),
  tries("secrets: bad keys", secrets, [
    secret("Opaque", { "a b": "" }),
    secret("Opaque", { "..": "" }),
    { metadata: { name: "a" }, stringData: { "a/b": "c" } },
    { metadata: { name: "a" }, data: { a: "***" } },
    { metadata: { name: "a" }, data: { a: base64("x".repeat(1_048_577)) } },
  ]),
  changes(
    "secrets: the type stays, and so does an immutable one",
    secrets,
    { metadata: { name: "a" }, type: "example.com/mine", stringData: { a: "1" } },
    [
      { type: "Opaque" },
      { type: undefined },
      { stringData: { b: "2" } },
      { immutable: true },
      { stringData: { b: "3" } },
      { immutable: false },
      { data: undefined },
    ],
  ),
  rows("secrets: their rows", secrets, [
    { metadata: { name: "a" } },
    { metadata: { name: "b" }, type: "example.com/b", stringData: { a: "1", b: "2" } },
  ]),
  selections(
    "secrets: field selectors",
    secrets,
    [{ metadata: { name: "a" } }, { metadata: { name: "b" }, type: "example.com/b" }],
    ["type=Opaque", "type!=Opaque", "type=example.com/b,metadata.name=b", "data=a"],
  ),

  tries("service accounts: what is kept of references", serviceAccounts, [
    { metadata: { name: "a" } },
    {
      metadata: { name: "a" },
      secrets: [{ name: "s", namespace: "other", kind: "Secret", apiVersion: "v1" }],
      imagePullSecrets: [{ name: "p" }],
      automountServiceAccountToken: false,
    },
    { metadata: { name: "A" } },
    { metadata: { name: "a", annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } } },
  ]),
  changes("service accounts: updates", serviceAccounts, { metadata: { name: "a" } }, [
    { secrets: [{ name: "s", namespace: "other" }] },
    { "metadata.annotations": { "kubernetes.io/enforce-mountable-secrets": "true" } },
    { imagePullSecrets: [{ name: "p" }] },
  ]),
  rows("service accounts: their rows", serviceAccounts, [
    { metadata: { name: "a" } },
    { metadata: { name: "b" }, secrets: [{ name: "s" }] },
  ]),
];
