/** Updates of existing objects of the core group and of configuration. */
import type { ContractCase } from "../contract-case.js";
import { changes, type KindObject, refusals, rowsOfTries } from "../kind-cases.js";

const core = (resource: string): string => `/api/v1/namespaces/$ns/${resource}`;
const named = (spec: object, more: object = {}): KindObject => ({ metadata: { name: "a" }, spec, ...more });
const scoped = (spec: object, more: object = {}): KindObject => ({ metadata: { name: "$id" }, spec, ...more });
const ofCluster = { isClusterScoped: true };
const ofStatus = { subresource: "status" };

const claim = named({
  accessModes: ["ReadWriteOnce"],
  resources: { requests: { storage: "1Gi" } },
  storageClassName: "",
  volumeName: "none-$id",
});
const volume = scoped({
  accessModes: ["ReadWriteOnce"],
  capacity: { storage: "1Gi" },
  hostPath: { path: "/a" },
  storageClassName: "none-$id",
});
const volumes: readonly ContractCase[] = [
  refusals(
    "claims: the status",
    core("persistentvolumeclaims"),
    claim,
    [
      { "status.phase": "Bound" },
      { "status.accessModes": ["Some"] },
      { "status.capacity": { storage: "-1" } },
      { "status.capacity": { cpu: "1" } },
      { "status.allocatedResources": { storage: "-1" } },
      { "status.allocatedResources": { storage: "2Gi" }, "status.allocatedResourceStatuses": { storage: "Strange" } },
      { "status.allocatedResourceStatuses": { storage: "NodeResizePending" } },
      { "status.allocatedResourceStatuses": { cpu: "NodeResizePending" } },
      { "status.allocatedResources": { "a b": "1" } },
      { "status.conditions": [{ type: "Resizing", status: "True" }] },
      { "status.modifyVolumeStatus": { targetVolumeAttributesClassName: "a", status: "" } },
    ],
    ofStatus,
  ),
  refusals("claims: updates while they wait", core("persistentvolumeclaims"), claim, [
    { "spec.resources.requests.storage": "2Gi" },
    { "spec.resources.requests.storage": "512Mi" },
    { "spec.resources.limits": { storage: "5Gi" } },
    { "spec.volumeAttributesClassName": "a" },
    { "spec.accessModes": ["ReadWriteMany"] },
    { "spec.dataSource": { kind: "PersistentVolumeClaim", name: "b" } },
    { "spec.selector": { matchLabels: { a: "b" } } },
    { "metadata.annotations": { "volume.beta.kubernetes.io/storage-class": "x" } },
  ]),
  refusals(
    "volumes: updates",
    "/api/v1/persistentvolumes",
    volume,
    [
      { "spec.capacity": { storage: "2Gi" } },
      { "spec.capacity": { storage: "0" } },
      { "spec.accessModes": ["ReadWriteMany"] },
      { "spec.persistentVolumeReclaimPolicy": "Delete" },
      { "spec.persistentVolumeReclaimPolicy": "Never" },
      { "spec.hostPath": { path: "/b" } },
      { "spec.claimRef": { namespace: "a", name: "b" } },
      { "spec.volumeMode": "Block" },
      {
        "spec.nodeAffinity": {
          required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }] },
        },
      },
      { "spec.nodeAffinity": { required: { nodeSelectorTerms: [] } } },
      { "spec.storageClassName": "other" },
      { "spec.mountOptions": ["ro"] },
      { "spec.volumeAttributesClassName": "a" },
    ],
    ofCluster,
  ),
  refusals(
    "volumes: the status",
    "/api/v1/persistentvolumes",
    volume,
    [
      { "status.phase": "Strange" },
      { "status.message": "m", "status.reason": "r" },
      { "spec.hostPath": { path: "/b" } },
    ],
    { ...ofCluster, ...ofStatus },
  ),
];

const node = scoped({});
const nodes: readonly ContractCase[] = [
  rowsOfTries("nodes: the kernel and its architecture", "/api/v1/nodes", [
    node,
    scoped({}, { status: { nodeInfo: { kernelVersion: "6.1" } } }),
    scoped({}, { status: { nodeInfo: { architecture: "amd64" } } }),
    scoped({}, { status: { nodeInfo: { kernelVersion: "6.1", architecture: "amd64" } } }),
  ]),
  refusals(
    "nodes: updates",
    "/api/v1/nodes",
    node,
    [
      { "spec.unschedulable": true },
      {
        "spec.taints": [
          { key: "a", effect: "NoSchedule" },
          { key: "a", effect: "NoSchedule", value: "b" },
        ],
      },
      { "spec.taints": [{ key: "a b", effect: "Never" }] },
      { "spec.podCIDR": "10.1.0.0/24" },
      { "spec.podCIDR": "10.1.0.0/24", "spec.podCIDRs": ["10.2.0.0/24"] },
      { "spec.podCIDRs": ["10.1.0.0/24", "10.2.0.0/24"] },
      { "spec.podCIDRs": ["10.1.0.0/24", "fd00::/64"] },
      { "spec.podCIDR": "nonsense" },
      { "spec.providerID": "p" },
      { "spec.configSource": { configMap: { name: "a" } } },
      { "spec.externalID": "x" },
      { "metadata.labels": { "node-role.kubernetes.io/master": "" } },
    ],
    ofCluster,
  ),
  refusals(
    "nodes: the status",
    "/api/v1/nodes",
    node,
    [
      { "status.capacity": { cpu: "4", memory: "1Gi", pods: "110", "example.com/gpu": "1.5" } },
      { "status.capacity": { cpu: "-1" } },
      { "status.allocatable": { "a b": "1", strange: "1" } },
      {
        "status.addresses": [
          { type: "InternalIP", address: "1.2.3.4" },
          { type: "InternalIP", address: "1.2.3.4" },
        ],
      },
      { "status.conditions": [{ type: "Ready", status: "True" }] },
      { "status.config": { assigned: {} } },
      { "spec.unschedulable": true },
      { "status.features": { supplementalGroupsPolicy: true } },
    ],
    { ...ofCluster, ...ofStatus },
  ),
];

const hook = {
  name: "a.example.com",
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  clientConfig: { url: "https://a.example.com/x" },
  rules: [],
  timeoutSeconds: 5,
};
const group = "/apis/admissionregistration.k8s.io/v1";
const configuration: readonly ContractCase[] = [
  changes(
    "validating webhooks: updates",
    `${group}/validatingwebhookconfigurations`,
    { metadata: { name: "$id" }, webhooks: [hook] },
    [
      { "webhooks.0.timeoutSeconds": 31 },
      { "webhooks.0.sideEffects": "Some" },
      { "webhooks.0.failurePolicy": "Ignore" },
      { "webhooks.0.failurePolicy": "Never", "webhooks.0.matchPolicy": "Never" },
      { "webhooks.0.matchConditions": [{ name: "a b", expression: "true" }] },
      { "webhooks.0.admissionReviewVersions": ["v9"] },
      { "webhooks.0.name": "short" },
      { "webhooks.0.clientConfig": { url: "http://a.example.com" } },
      { "metadata.labels": { a: "b" } },
      { webhooks: [hook, hook] },
    ],
    ofCluster,
  ),
  changes(
    "mutating webhooks: updates",
    `${group}/mutatingwebhookconfigurations`,
    { metadata: { name: "$id" }, webhooks: [hook] },
    [
      { "webhooks.0.reinvocationPolicy": "IfNeeded" },
      { "webhooks.0.reinvocationPolicy": "Never" },
      { webhooks: [hook, hook] },
    ],
    ofCluster,
  ),
  changes(
    "bindings of policies: updates",
    `${group}/validatingadmissionpolicybindings`,
    scoped({ policyName: "none-$id", validationActions: ["Deny"] }),
    [
      { "spec.validationActions": ["Warn", "Audit"] },
      { "spec.validationActions": ["Deny", "Warn"] },
      { "spec.validationActions": [] },
      { "spec.policyName": "" },
      { "spec.paramRef": { name: "a" } },
      { "spec.paramRef": { name: "a", selector: {}, parameterNotFoundAction: "Allow" } },
      { "spec.matchResources": { matchPolicy: "Some" } },
    ],
    ofCluster,
  ),
];

const event = {
  metadata: { name: "a" },
  involvedObject: { namespace: "$ns", name: "a", kind: "Pod" },
  reason: "r",
  type: "Normal",
};
const rest: readonly ContractCase[] = [
  changes("events: updates", core("events"), event, [
    { count: 5, message: "m" },
    { type: "Strange" },
    { reason: "other" },
    { "involvedObject.namespace": "other" },
    { reportingComponent: "a b" },
  ]),
  changes("service accounts: secrets and pulls", core("serviceaccounts"), { metadata: { name: "a" } }, [
    { secrets: [{ name: "s" }] },
    { imagePullSecrets: [{ name: "p" }], automountServiceAccountToken: false },
    { secrets: undefined },
  ]),
  changes("config maps: updates", core("configmaps"), { metadata: { name: "a" }, data: { a: "b" } }, [
    { "data.c": "d" },
    { binaryData: { a: "AAAA" } },
    { "data.a b": "c" },
    { immutable: true },
    { "data.c": "e" },
    { immutable: false },
    { "metadata.labels": { a: "b" } },
  ]),
  changes("secrets: updates", core("secrets"), { metadata: { name: "a" }, data: { a: "YQ==" } }, [
    { stringData: { b: "c" } },
    { type: "kubernetes.io/tls" },
    { "data.a": "***" },
    { immutable: true },
    { "data.a": "Yg==" },
    { stringData: { a: "c" } },
    { immutable: undefined },
  ]),
  refusals(
    "namespaces: updates",
    "/api/v1/namespaces",
    { metadata: { name: "$id" } },
    [
      { "metadata.labels": { "kubernetes.io/metadata.name": "other" } },
      { "spec.finalizers": ["example.com/f"] },
      { "status.phase": "Terminating" },
    ],
    ofCluster,
  ),
];

export const cases: readonly ContractCase[] = [...volumes, ...nodes, ...configuration, ...rest];
