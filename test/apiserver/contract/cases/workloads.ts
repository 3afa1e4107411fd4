/** The allowed contents of Deployments and other workloads. */
import type { ContractCase } from "../contract-case.js";
import { changes, type KindObject, rows, settledChanges, tries, variants } from "../kind-cases.js";

const namespaced = (group: string, resource: string): string => `/apis/${group}/namespaces/$ns/${resource}`;
const deployments = namespaced("apps/v1", "deployments");
const replicaSets = namespaced("apps/v1", "replicasets");
const statefulSets = namespaced("apps/v1", "statefulsets");
const daemonSets = namespaced("apps/v1", "daemonsets");
const revisions = namespaced("apps/v1", "controllerrevisions");
const controllers = "/api/v1/namespaces/$ns/replicationcontrollers";
const podTemplates = "/api/v1/namespaces/$ns/podtemplates";
const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "main", image: "nginx:1" }] } };
const selected = { selector: { matchLabels: { app: "a" } }, template };
const workload: KindObject = { metadata: { name: "a" }, spec: selected };
/** An object that no controller changes. */
const idle: KindObject = { metadata: { name: "a" }, spec: { ...selected, replicas: 0, paused: true } };
const selectorFaults = [
  { "spec.selector": undefined },
  { "spec.selector": {} },
  { "spec.selector": { matchLabels: { app: "b" } } },
  { "spec.selector": { matchExpressions: [{ key: "app", operator: "In", values: [] }] } },
  { "spec.selector": { matchExpressions: [{ key: "a b", operator: "Is" }] } },
];
const templateFaults = [
  { "spec.template": undefined },
  { "spec.template.spec.restartPolicy": "Never" },
  { "spec.template.spec.activeDeadlineSeconds": 5 },
  { "spec.template.spec.containers": [] },
  { "spec.template.metadata": { labels: { app: "a" }, annotations: { "a b": "c" } } },
];
const numberFaults = [{ "spec.replicas": -1 }, { "spec.minReadySeconds": -1 }];

export const cases: readonly ContractCase[] = [
  tries("deployments: what the server fills in", deployments, [
    workload,
    { metadata: { name: "a" } },
    { metadata: { name: "a" }, spec: { ...selected, strategy: { type: "Recreate" } } },
    {
      metadata: { name: "a" },
      spec: { ...selected, strategy: { rollingUpdate: { maxSurge: 0 } } },
      status: { replicas: 5 },
    },
  ]),
  variants("deployments: selectors", deployments, workload, selectorFaults),
  variants("deployments: templates", deployments, workload, templateFaults),
  variants("deployments: numbers", deployments, workload, [
    ...numberFaults,
    { "spec.revisionHistoryLimit": -1 },
    { "spec.progressDeadlineSeconds": 5, "spec.minReadySeconds": 5 },
  ]),
  variants("deployments: strategies", deployments, workload, [
    { "spec.strategy": { type: "Blue" } },
    { "spec.strategy": { type: "Recreate", rollingUpdate: {} } },
    { "spec.strategy": { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
    { "spec.strategy": { rollingUpdate: { maxSurge: "a", maxUnavailable: "101%" } } },
    { "spec.strategy": { rollingUpdate: { maxSurge: -1 } } },
  ]),
  variants("deployments: names", deployments, workload, [
    { "metadata.name": "A_b" },
    { "metadata.name": "a.b" },
    { "metadata.name": undefined },
  ]),
  settledChanges(
    "replicasets: the selector is immutable",
    replicaSets,
    { metadata: { name: "a" }, spec: { ...selected, replicas: 0 } },
    [
      { template: { spec: { containers: [{ name: "main", image: "nginx:2" }] } } },
      { selector: { matchLabels: { app: "b" } } },
      { minReadySeconds: -1 },
    ],
  ),
  tries("replicasets: what the server fills in", replicaSets, [workload]),
  variants("replicasets: faults", replicaSets, workload, [...selectorFaults, ...templateFaults, ...numberFaults]),
  tries("statefulsets: what the server fills in", statefulSets, [
    workload,
    { metadata: { name: "a" } },
    {
      metadata: { name: "a" },
      spec: {
        ...selected,
        serviceName: "a",
        updateStrategy: { type: "OnDelete" },
        volumeClaimTemplates: [
          {
            metadata: { name: "data" },
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
          },
        ],
      },
    },
    {
      metadata: { name: "a" },
      spec: { ...selected, updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 2 } } },
    },
  ]),
  variants("statefulsets: faults", statefulSets, workload, [
    ...selectorFaults,
    ...templateFaults,
    ...numberFaults,
    { "metadata.name": "a.b" },
    { "spec.podManagementPolicy": "Any" },
    { "spec.serviceName": "A" },
    { "spec.updateStrategy": { type: "Blue" } },
    { "spec.updateStrategy": { type: "OnDelete", rollingUpdate: { partition: 1 } } },
    { "spec.updateStrategy": { type: "RollingUpdate", rollingUpdate: { partition: -1 } } },
    { "spec.persistentVolumeClaimRetentionPolicy": { whenDeleted: "Keep" } },
    { "spec.ordinals": { start: -1 } },
    { "spec.volumeClaimTemplates": [{ metadata: { name: "data" }, spec: {} }] },
  ]),
  settledChanges(
    "statefulsets: only some fields may be changed",
    statefulSets,
    { metadata: { name: "a" }, spec: { ...selected, replicas: 0 } },
    [
      { minReadySeconds: 5 },
      { serviceName: "b" },
      { selector: { matchLabels: { app: "b" } } },
      { podManagementPolicy: "Parallel" },
    ],
  ),
  settledChanges("deployments: the selector is immutable", deployments, idle, [
    { paused: false, strategy: { type: "Recreate", rollingUpdate: null } },
    { selector: { matchLabels: { app: "b" } } },
    { replicas: -1 },
  ]),
  tries("daemonsets: what the server fills in", daemonSets, [workload, { metadata: { name: "a" } }]),
  variants("daemonsets: faults", daemonSets, workload, [
    ...selectorFaults,
    ...templateFaults,
    { "spec.updateStrategy": { type: "Blue" } },
    { "spec.updateStrategy": { rollingUpdate: { maxSurge: 1 } } },
    { "spec.updateStrategy": { rollingUpdate: { maxUnavailable: 0 } } },
    { "spec.updateStrategy": { rollingUpdate: { maxUnavailable: "200%" } } },
    { "spec.revisionHistoryLimit": -1 },
  ]),
  tries("controllerrevisions: data and revision", revisions, [
    { metadata: { name: "a" }, data: { a: 1 }, revision: 2 },
    { metadata: { name: "a" }, revision: 1 },
    { metadata: { name: "a" }, data: { a: 1 }, revision: -1 },
    { metadata: { name: "a" }, data: null, revision: 1 },
  ]),
  changes(
    "controllerrevisions: data is immutable",
    revisions,
    { metadata: { name: "a" }, data: { a: 1 }, revision: 1 },
    [{ revision: 2 }, { data: { a: 2 } }],
  ),
  tries("replication controllers: what the server fills in", controllers, [
    { metadata: { name: "a" }, spec: { template } },
    { metadata: { name: "a" } },
    { metadata: { name: "a" }, spec: { selector: { app: "b" }, template } },
    { metadata: { name: "a" }, spec: { replicas: -1, template } },
  ]),
  changes("pod templates: the template moves the generation", podTemplates, { metadata: { name: "a" }, template }, [
    { "metadata.labels": { a: "b" } },
    { "template.metadata.labels": { app: "c" } },
    { "template.spec.containers": [] },
  ]),
  rows("workloads: columns of statefulsets", statefulSets, [
    { metadata: { name: "a" }, spec: { ...selected, replicas: 0 } },
  ]),
  rows("workloads: columns of pod templates", podTemplates, [{ metadata: { name: "a" }, template }]),
  rows("workloads: columns of deployments", deployments, [idle]),
  rows("workloads: columns of revisions", revisions, [{ metadata: { name: "a" }, data: {}, revision: 3 }]),
];
