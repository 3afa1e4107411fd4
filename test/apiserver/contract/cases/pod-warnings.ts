import type { ContractCase } from "../contract-case.js";
import { refusals, variants, type KindObject } from "../kind-cases.js";

const pods = "/api/v1/namespaces/$ns/pods";
const deployments = "/apis/apps/v1/namespaces/$ns/deployments";

const container = { name: "c", image: "a:1" };
const pod: KindObject = {
  metadata: { name: "a" },
  spec: { automountServiceAccountToken: false, containers: [container, { name: "d", image: "a:1" }] },
};
const template = {
  metadata: { labels: { a: "b" }, annotations: { "container.apparmor.security.beta.kubernetes.io/c": "unconfined" } },
  spec: { containers: [container], imagePullSecrets: [{ name: "p" }, { name: "p" }, {}] },
};
const deployment: KindObject = {
  metadata: { name: "a" },
  spec: { replicas: 0, selector: { matchLabels: { a: "b" } }, template },
};

export const cases: readonly ContractCase[] = [
  variants("pods: what they are warned of", pods, pod, [
    { "spec.nodeSelector": { "beta.kubernetes.io/os": "linux" } },
    {
      "spec.topologySpreadConstraints": [
        { maxSkew: 1, topologyKey: "failure-domain.beta.kubernetes.io/zone", whenUnsatisfiable: "ScheduleAnyway" },
      ],
    },
    {
      "spec.affinity": {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 1,
              preference: { matchExpressions: [{ key: "beta.kubernetes.io/arch", operator: "In", values: ["a b"] }] },
            },
          ],
        },
        podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "zone" }] },
      },
    },
    {
      "metadata.annotations": {
        "scheduler.alpha.kubernetes.io/critical-pod": "",
        "seccomp.security.alpha.kubernetes.io/pod": "unconfined",
      },
    },
    {
      "spec.volumes": [
        { name: "a", gitRepo: { repository: "r" } },
        { name: "b", glusterfs: { endpoints: "e", path: "p" } },
      ],
    },
    {
      "spec.volumes": [
        {
          name: "a",
          configMap: {
            name: "c",
            items: [
              { key: "a", path: "x" },
              { key: "b", path: "x/y" },
            ],
          },
        },
      ],
    },
    { "spec.hostAliases": [{ ip: "1.2.3.4" }, { ip: "1.2.3.4" }, { ip: "01.2.3.4" }] },
    { "spec.imagePullSecrets": [{ name: "p" }, { name: "p" }, {}] },
    { "spec.containers.0.resources": { limits: { memory: "1500m" } } },
    {
      "spec.containers.0.env": [
        { name: "A", value: "1" },
        { name: "A", value: "2" },
        { name: "A", value: "$(A)3" },
      ],
    },
    {
      "spec.containers.0.ports": [{ name: "w", containerPort: 80 }],
      "spec.containers.1.ports": [{ name: "w", containerPort: 80 }],
    },
    {
      "spec.containers.0.ports": [{ containerPort: 80, hostPort: 8080 }],
      "spec.containers.1.ports": [{ containerPort: 80 }],
    },
    { "spec.containers.0.ports": [{ containerPort: 80, hostIP: "1.2.3.4" }] },
    { "spec.dnsPolicy": "None", "spec.dnsConfig": { nameservers: ["010.1.1.1"] } },
  ]),
  refusals("deployments: warnings come when the generation moves", deployments, deployment, [
    { "metadata.labels": { a: "b" } },
    { "spec.minReadySeconds": 1 },
  ]),
];
