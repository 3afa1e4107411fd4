/** Kinds that are served since 1.37: trust bundles, and certificates of Pods. */
import type { KubernetesVersion } from "../../../../src/schema/kubernetes-versions.js";
import { certificate, certificateRequest } from "../certificates.js";
import { asUser, grantEverywhere, type Rule, untilAllowed } from "../access.js";
import type { ContractApi, ContractCase } from "../contract-case.js";
import {
  changes,
  conditionOf as condition,
  type KindObject,
  rows,
  selections,
  tries,
  variants,
} from "../kind-cases.js";
import { leafCertificate, podRequests } from "../pod-requests.js";

export const versions: readonly KubernetesVersion[] = ["1.37"];

const bundles = "/apis/certificates.k8s.io/v1/clustertrustbundles";
const requests = "/apis/certificates.k8s.io/v1/namespaces/$ns/podcertificaterequests";

const text = (encoded: string): string => Buffer.from(encoded, "base64").toString();
const der = (pem: string): string => text(pem).replace(/-----[^-]+-----|\s/g, "");
const authority = text(certificate);

const bundle = (spec: object, name = "bundle-$id"): KindObject => ({
  apiVersion: "certificates.k8s.io/v1",
  kind: "ClusterTrustBundle",
  metadata: { name },
  spec: { trustBundle: authority, ...spec },
});
const signed = { signerName: "example.com/signer" };

const podCertificate = (spec: object = {}): KindObject => ({
  apiVersion: "certificates.k8s.io/v1",
  kind: "PodCertificateRequest",
  metadata: { name: "a" },
  spec: {
    signerName: "example.com/signer",
    podName: "pod",
    podUID: "pod-uid",
    serviceAccountName: "default",
    serviceAccountUID: "account-uid",
    nodeName: "node",
    nodeUID: "node-uid",
    maxExpirationSeconds: 86400,
    stubPKCS10Request: der(certificateRequest),
    ...spec,
  },
});
const longName = "a".repeat(254);

const issued = (more: object = {}): object => ({
  conditions: [condition("Issued")],
  certificateChain: authority,
  ...more,
});

/** Creates a request, and sets each status in a dry run. */
function statuses(name: string, spec: object, ...all: readonly object[]): ContractCase {
  return {
    name,
    async run(api: ContractApi) {
      await api.post(requests, podCertificate(spec), { record: false });
      for (const status of all) {
        await api.patch(`${requests}/a/status?dryRun=All`, "merge", { status }, { show: refusal });
      }
    },
  };
}

function refusal(body: { readonly kind: string; readonly status: unknown }): unknown {
  return body.kind === "Status" ? body : body.status;
}

/** Grants more to the case's user, who has a role in all namespaces. */
async function addRules(api: ContractApi, rules: readonly Rule[]): Promise<void> {
  const path = "/apis/rbac.authorization.k8s.io/v1/clusterroles/$id";
  const { body } = await api.get(path, { record: false });
  await api.put(path, { ...body, rules: [...body.rules, ...rules] }, { record: false });
  for (const { verbs, apiGroups = [], resources = [], resourceNames = [] } of rules) {
    const about = { verb: verbs[0], group: apiGroups[0], resource: resources[0], name: resourceNames[0] };
    await untilAllowed(api, { resourceAttributes: about });
  }
}

const timeAdded = "2026-01-01T00:00:00Z";

export const cases: readonly ContractCase[] = [
  tries("trust bundles", bundles, [
    bundle({}),
    bundle({ trustBundle: `text\n${authority}\nmore` }),
    bundle({ trustBundle: "" }),
    bundle({ trustBundle: "nonsense" }),
    bundle({ trustBundle: authority + authority }),
    bundle({ trustBundle: text(leafCertificate) }),
    bundle({ trustBundle: text(leafCertificate) + text(certificateRequest) }),
    bundle({ trustBundle: authority.replace("-----\n", "-----\na: b\n\n") }),
    bundle({ trustBundle: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" }),
    bundle({ trustBundle: "a".repeat(1024 * 1024 + 1) }),
    bundle({}, "a:b"),
    bundle({}, "A_b"),
    bundle(signed, "example.com:signer:$id"),
    bundle(signed),
    bundle(signed, "example.com:signer:A_b"),
    bundle({ signerName: "nope" }, "nope:a"),
    bundle({ signerName: "Example.com/a_b" }, "Example.com:a_b:a"),
    { ...bundle({}), spec: {} },
  ]),
  changes(
    "changes of a trust bundle",
    bundles,
    bundle(signed, "example.com:signer:$id"),
    [
      { "spec.signerName": "example.com/other" },
      { "spec.trustBundle": "" },
      { "spec.trustBundle": `${authority}\n` },
      { "metadata.labels.a": "b" },
      { "metadata.resourceVersion": undefined },
    ],
    { isClusterScoped: true },
  ),
  {
    name: "the right to a signer",
    async run(api: ContractApi) {
      const [name, resourceNames] = ["example.com:signer:$id", ["example.com/signer"]];
      const apiGroups = ["certificates.k8s.io"];
      const resources = ["clustertrustbundles", "podcertificaterequests", "podcertificaterequests/status"];
      await grantEverywhere(api, [{ verbs: ["create", "get", "patch"], apiGroups, resources }]);
      const write = async (): Promise<void> => {
        const status = { conditions: [condition("Denied")] };
        await api.post(`${bundles}?dryRun=All`, bundle(signed, name), { ...asUser, show: refusal });
        await api.post(`${bundles}?dryRun=All`, bundle({}), { ...asUser, show: refusal });
        await api.patch(`${requests}/a/status?dryRun=All`, "merge", { status }, { ...asUser, show: refusal });
      };
      await api.post(requests, podCertificate(), { record: false });
      await write();
      const signers = { verbs: ["attest", "sign"], apiGroups, resources: ["signers"], resourceNames };
      await addRules(api, [signers]);
      await write();
    },
  },
  rows("rows of trust bundles", bundles, [bundle({}, "$id"), bundle(signed, "example.com:signer:$id")], {
    isClusterScoped: true,
  }),
  tries("certificates of Pods", requests, [
    podCertificate(),
    ...Object.values(podRequests).map((stubPKCS10Request) => podCertificate({ stubPKCS10Request })),
    podCertificate({ stubPKCS10Request: undefined }),
    podCertificate({ stubPKCS10Request: undefined, pkixPublicKey: "AAAA", proofOfPossession: "AAAA" }),
    podCertificate({ stubPKCS10Request: "AAAA" }),
    podCertificate({ stubPKCS10Request: certificateRequest }),
    podCertificate({ stubPKCS10Request: der(certificateRequest).replace(/.{8}$/, "AAAAAAA=") }),
    podCertificate({ stubPKCS10Request: der(certificateRequest).replace(/.{8}$/, "AAAAAA==") }),
    podCertificate({ stubPKCS10Request: podRequests.ed25519.replace(/.{8}$/, "AAAAAAAA") }),
    podCertificate({ stubPKCS10Request: "A".repeat(16 * 1024) }),
  ]),
  variants("certificates of Pods: other fields", requests, podCertificate(), [
    { "spec.signerName": "" },
    { "spec.signerName": "nope" },
    { "spec.podName": "" },
    { "spec.podName": "A_b" },
    { "spec.podName": longName },
    { "spec.podUID": "" },
    { "spec.podUID": "a".repeat(129) },
    { "spec.serviceAccountName": "A_b" },
    { "spec.serviceAccountUID": "" },
    { "spec.serviceAccountUID": "a".repeat(129) },
    { "spec.nodeName": "" },
    { "spec.nodeName": "A_b" },
    { "spec.nodeUID": "" },
    { "spec.nodeUID": "a".repeat(129) },
    { "spec.maxExpirationSeconds": undefined },
    { "spec.maxExpirationSeconds": 3599 },
    { "spec.maxExpirationSeconds": 3600 },
    { "spec.maxExpirationSeconds": 91 * 86400 },
    { "spec.maxExpirationSeconds": 91 * 86400 + 1 },
    { "spec.signerName": "kubernetes.io/kube-apiserver-client-pod", "spec.maxExpirationSeconds": 86401 },
    { "spec.signerName": "a.kubernetes.io/signer", "spec.maxExpirationSeconds": 86400 },
    { "spec.unverifiedUserAnnotations": { "example.com/a": "b", "Example.com/A": "" } },
    { "spec.unverifiedUserAnnotations": { a: "b" } },
    { "spec.unverifiedUserAnnotations": { "a b/c": "d" } },
    { "spec.unverifiedUserAnnotations": { "": "d" } },
    { "spec.unverifiedUserAnnotations": { "example.com/a": "a".repeat(256 * 1024) } },
    { "metadata.name": "A_b" },
    { spec: {} },
    { "status.certificateChain": "a" },
  ]),
  changes("changes of a request for a certificate", requests, podCertificate(), [
    { "spec.podName": "other" },
    { "spec.maxExpirationSeconds": 3600 },
    { "metadata.labels.a": "b" },
    { "status.certificateChain": "a" },
    { "metadata.resourceVersion": undefined },
  ]),
  statuses(
    "the status of a request for a certificate",
    {},
    {},
    { conditions: [condition("Denied")] },
    { conditions: [condition("Failed")], certificateChain: "a" },
    { conditions: [condition("Denied", { status: "False" })] },
    { conditions: [condition("Denied"), condition("Failed")] },
    { conditions: [condition("Other")] },
    { conditions: [condition("Denied", { reason: "" })] },
    { conditions: [condition("Denied"), condition("Denied")] },
    { certificateChain: "a" },
    { notBefore: timeAdded },
    issued(),
    issued({ certificateChain: "" }),
    issued({ certificateChain: text(certificateRequest) }),
    issued({ certificateChain: text(leafCertificate) }),
    issued({ certificateChain: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" }),
    issued({ certificateChain: "a".repeat(100 * 1024 + 1) }),
    issued({ notBefore: timeAdded, notAfter: timeAdded, beginRefreshAt: timeAdded }),
    issued({ notBefore: "2026-11-20T05:38:54Z", notAfter: timeAdded, beginRefreshAt: timeAdded }),
  ),
  {
    name: "the status of a request that is denied",
    async run(api: ContractApi) {
      await api.post(requests, podCertificate(), { record: false });
      const status = { conditions: [condition("Denied")] };
      await api.patch(`${requests}/a/status`, "merge", { status }, { show: refusal });
      await api.patch(`${requests}/a/status`, "merge", { metadata: { labels: { a: "b" } } }, { show: refusal });
      await api.patch(`${requests}/a/status`, "merge", { status: { conditions: [] } }, { show: refusal });
      await api.patch(`${requests}/a`, "merge", { metadata: { labels: { a: "b" } } }, { show: refusal });
    },
  },
  rows("rows of requests for certificates", requests, [
    podCertificate({ unverifiedUserAnnotations: { "a.b/c": "d", "a.b/a": "e" } }),
  ]),
  selections(
    "requests for certificates by fields",
    requests,
    [podCertificate()],
    ["spec.signerName=example.com/signer", "spec.podName=other", "spec.nodeName=node", "spec.podUID=pod-uid"],
  ),
];
