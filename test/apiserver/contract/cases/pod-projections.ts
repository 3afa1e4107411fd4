/** The sources of projected volumes that Kubernetes 1.37 turns on, and fields of pods that are off by default. */
import type { JsonObject } from "../../../../src/core/json.js";
import type { ContractCase } from "../contract-case.js";
import { changes, tries } from "../kind-cases.js";
import { spec, templates } from "../pod-spec-cases.js";

const podsPath = "/api/v1/namespaces/$ns/pods";
const projected = (...sources: readonly object[]): JsonObject =>
  ({ volumes: [{ name: "data", projected: { sources } }] }) as unknown as JsonObject;
const bundle = (fields: object): JsonObject => projected({ clusterTrustBundle: { path: "ca.pem", ...fields } });
const certificate = (fields: object): JsonObject =>
  projected({
    podCertificate: {
      ...{ signerName: "example.com/signer", keyType: "ED25519", credentialBundlePath: "bundle.pem" },
      ...fields,
    },
  });
const containers = [{ name: "main", image: "nginx" }];
const withoutToken = { containers, automountServiceAccountToken: false };
const template = { metadata: { labels: { app: "a" } }, spec: { containers, ...bundle({ name: "a" }) } };
const selector = { matchLabels: { app: "a" } };
const metadata = { name: "a" };
const restartsNever = { ...template, spec: { ...template.spec, restartPolicy: "Never" } };

/** Fields of features that are off by default. */
const offByDefault = {
  volumes: [
    { name: "a", emptyDir: { mode: 0o700 } },
    { name: "b", secret: { secretName: "s", defaultUser: 1, items: [{ key: "k", path: "p", user: 2 }] } },
    { name: "c", configMap: { name: "c", defaultUser: 1, items: [{ key: "k", path: "p", user: 2 }] } },
    {
      name: "d",
      downwardAPI: { defaultUser: 1, items: [{ path: "p", user: 2, fieldRef: { fieldPath: "metadata.name" } }] },
    },
    {
      name: "e",
      projected: {
        defaultUser: 1,
        sources: [
          { secret: { name: "s", items: [{ key: "k", path: "a", user: 2 }] } },
          { configMap: { name: "s", items: [{ key: "k", path: "b", user: 2 }] } },
          { downwardAPI: { items: [{ path: "c", user: 2, fieldRef: { fieldPath: "metadata.name" } }] } },
          { serviceAccountToken: { path: "d", user: 2 } },
          { clusterTrustBundle: { name: "a", path: "e", user: 2 } },
          { podCertificate: { signerName: "a.b/c", keyType: "ED25519", keyPath: "f", user: 2 } },
        ],
      },
    },
  ],
  workloadRef: { name: "w", podGroup: "g" },
  schedulingGroup: { podGroupName: "g" },
  evictionResponders: [{ name: "example.com/a", priority: 100_000 }],
  containers: [
    {
      ...{ name: "main", image: "nginx" },
      volumeMounts: [{ name: "a", mountPath: "/a", bindMountOptions: ["noexec"] }],
      livenessProbe: { grpc: { port: 1, mode: "TLS" } },
      readinessProbe: { httpGet: { port: 1, protocol: "H2C" } },
      lifecycle: { stopSignal: "SIGUSR1" },
    },
    {
      ...{ name: "other", image: "nginx" },
      lifecycle: { stopSignal: "SIGUSR1", preStop: { httpGet: { port: 1, protocol: "H2C" } } },
    },
  ],
};

export const cases: readonly ContractCase[] = [
  spec("trust bundles in projected volumes", [
    bundle({ name: "a" }),
    bundle({ name: "example.com:signer:a" }),
    bundle({ signerName: "example.com/signer" }),
    bundle({ signerName: "example.com/signer", labelSelector: {}, optional: true }),
    bundle({ signerName: "example.com/signer", labelSelector: { matchLabels: { a: "b" } } }),
    bundle({}),
    bundle({ name: "a", signerName: "example.com/signer" }),
    bundle({
      name: "a",
      signerName: "example.com/signer",
      labelSelector: { matchLabels: { a: "b" } },
      optional: false,
    }),
    bundle({ name: "" }),
    bundle({ name: "A_" }),
    bundle({ name: "example.com:signer:A_" }),
    bundle({ name: "a:" }),
    bundle({ name: "a", labelSelector: {} }),
    bundle({ name: "a", labelSelector: { matchLabels: { a: "b" } } }),
    bundle({ signerName: "" }),
    bundle({ signerName: "signer" }),
    bundle({ signerName: "Example/A_" }),
    bundle({ signerName: "example.com/signer", labelSelector: { matchLabels: { "a b": "b" } } }),
    bundle({
      signerName: "example.com/signer",
      labelSelector: { matchExpressions: [{ key: "a", operator: "Near", values: ["$"] }] },
    }),
    bundle({ name: "a", path: "" }),
    bundle({ name: "a", path: "../a" }),
    bundle({ name: "a", path: "..a" }),
    bundle({ name: "a", path: "/a" }),
  ]),
  spec("certificates in projected volumes", [
    certificate({}),
    certificate({ userAnnotations: { "example.com/A": "b" }, maxExpirationSeconds: 3600 }),
    certificate({ keyPath: "key.pem", certificateChainPath: "chain.pem" }),
    certificate({ credentialBundlePath: undefined }),
    certificate({ signerName: undefined }),
    certificate({ signerName: "signer" }),
    certificate({ keyType: undefined }),
    certificate({ keyType: "RSA1024" }),
    ...["RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521"].map((keyType) => certificate({ keyType })),
    // The API server reports the keys of a map in any order.
    ...["a", "", "example.com/a b"].map((key) => certificate({ userAnnotations: { [key]: "b" } })),
    certificate({ userAnnotations: { "example.com/a": "b".repeat(256 * 1024) } }),
    certificate({ maxExpirationSeconds: 3599 }),
    certificate({ maxExpirationSeconds: 91 * 86400 }),
    certificate({ maxExpirationSeconds: 91 * 86400 + 1 }),
    certificate({ signerName: "kubernetes.io/signer", maxExpirationSeconds: 86400 }),
    certificate({ signerName: "a.kubernetes.io/signer", maxExpirationSeconds: 86401 }),
    certificate({ signerName: "akubernetes.io/signer", maxExpirationSeconds: 86401 }),
    certificate({ credentialBundlePath: "/a", keyPath: "../b", certificateChainPath: "..c" }),
    certificate({ keyPath: "bundle.pem", certificateChainPath: "bundle.pem" }),
  ]),
  spec("several sources in projected volumes", [
    projected({ clusterTrustBundle: { name: "a", path: "a" } }, { clusterTrustBundle: { name: "b", path: "a" } }),
    projected({ clusterTrustBundle: { name: "a" } }, { clusterTrustBundle: { name: "b" } }),
    projected(
      { podCertificate: { signerName: "a.b/c", keyType: "ED25519", keyPath: "a", certificateChainPath: "b" } },
      { clusterTrustBundle: { signerName: "a.b/c", path: "b" } },
      { serviceAccountToken: { path: "a" } },
      { secret: { name: "s", items: [{ key: "k", path: "a" }] } },
    ),
    projected(
      { podCertificate: { signerName: "a.b/c", keyType: "ED25519", keyPath: "a", certificateChainPath: "a/b" } },
      { podCertificate: { signerName: "a.b/c", keyType: "ED25519", credentialBundlePath: "a/b/c" } },
      { clusterTrustBundle: { signerName: "a.b/c", path: "a/d" } },
    ),
    projected({
      clusterTrustBundle: { name: "a", path: "a" },
      podCertificate: { signerName: "a.b/c", keyType: "ED25519", keyPath: "b" },
      secret: { name: "a" },
    }),
    projected({}),
  ]),
  tries("pods with projected trust", podsPath, [
    { metadata, spec: { ...withoutToken, ...bundle({ name: "a" }) } },
    { metadata, spec: { ...withoutToken, ...certificate({}) } },
    { metadata, spec: { ...withoutToken, ...bundle({ name: "" }) } },
    { metadata, spec: { ...withoutToken, ...certificate({ keyType: "" }) } },
  ]),
  tries("kinds of apps with projected trust: Deployments", "/apis/apps/v1/namespaces/$ns/deployments", [
    { metadata, spec: { selector, template } },
  ]),
  tries("kinds of apps with projected trust: DaemonSets", "/apis/apps/v1/namespaces/$ns/daemonsets", [
    { metadata, spec: { selector, template } },
  ]),
  tries("kinds of apps with projected trust: ReplicaSets", "/apis/apps/v1/namespaces/$ns/replicasets", [
    { metadata, spec: { selector, template } },
  ]),
  tries("kinds of apps with projected trust: StatefulSets", "/apis/apps/v1/namespaces/$ns/statefulsets", [
    { metadata, spec: { selector, serviceName: "a", template } },
  ]),
  tries("ReplicationControllers with projected trust", "/api/v1/namespaces/$ns/replicationcontrollers", [
    { metadata, spec: { selector: { app: "a" }, template } },
  ]),
  tries("CronJobs with projected trust", "/apis/batch/v1/namespaces/$ns/cronjobs", [
    { metadata, spec: { schedule: "* * * * *", jobTemplate: { spec: { template: restartsNever } } } },
  ]),
  changes("updates of projected trust", templates, { metadata, template }, [
    { "template.spec.volumes": bundle({ name: "b" })["volumes"] },
    { "template.spec.volumes": certificate({})["volumes"] },
    { "template.spec.volumes": certificate({ keyType: "A" })["volumes"] },
  ]),
  tries("fields of pods that are off by default", templates, [{ metadata, template: { spec: offByDefault } }]),
  tries("fields of pods that are off by default, in pods", podsPath, [
    { metadata, spec: { ...offByDefault, automountServiceAccountToken: false } },
  ]),
];
