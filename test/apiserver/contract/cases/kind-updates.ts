/** Updates of existing objects, kind by kind: what the server rejects, and which writes increment the generation. */
import type { ContractCase } from "../contract-case.js";
import { changes, type KindObject, refusals } from "../kind-cases.js";

const labels = { app: "a" };
const selector = { matchLabels: labels };
const named = (spec: object, more: object = {}): KindObject => ({ metadata: { name: "a" }, spec, ...more });
const scoped = (spec: object, more: object = {}): KindObject => ({ metadata: { name: "$id" }, spec, ...more });
const inGroup = (group: string, resource: string): string => `/apis/${group}/namespaces/$ns/${resource}`;
const ofCluster = { isClusterScoped: true };

const ingress = named({
  defaultBackend: { service: { name: "s", port: { number: 80 } } },
  rules: [{ host: "a.example.com" }],
});
const networking: readonly ContractCase[] = [
  changes("ingresses: updates", inGroup("networking.k8s.io/v1", "ingresses"), ingress, [
    { "spec.ingressClassName": "other" },
    { "spec.ingressClassName": "Bad_" },
    { "metadata.annotations": { "kubernetes.io/ingress.class": "old" } },
    { "spec.rules.0.host": "1.2.3.4" },
    { "spec.defaultBackend": undefined },
    { "spec.rules": undefined, "spec.defaultBackend": undefined },
    { "spec.tls": [{ hosts: ["*.a.b"], secretName: "Bad_" }] },
  ]),
  changes(
    "ingresses: the status",
    inGroup("networking.k8s.io/v1", "ingresses"),
    ingress,
    [
      { "status.loadBalancer": { ingress: [{ ip: "1.2.3.4" }, { hostname: "a.example.com" }] } },
      { "status.loadBalancer": { ingress: [{ ip: "1.2.3" }] } },
      { "status.loadBalancer": { ingress: [{ hostname: "1.2.3.4" }, { hostname: "A_" }] } },
      { "status.loadBalancer": { ingress: [{ ip: "1.2.3.4", ports: [{ port: 0, protocol: "X", error: "a b" }] }] } },
      { "spec.rules.0.host": "b.example.com" },
    ],
    { subresource: "status" },
  ),
  changes(
    "ingress classes: updates",
    "/apis/networking.k8s.io/v1/ingressclasses",
    scoped({ controller: "example.com/a" }),
    [
      { "spec.controller": "example.com/b" },
      { "spec.controller": "" },
      { "spec.parameters": { apiGroup: "a.b", kind: "K", name: "n", scope: "Cluster" } },
      { "spec.parameters": { kind: "K", name: "n", scope: "Namespace" } },
      { "spec.parameters": undefined, "metadata.labels": { a: "b" } },
    ],
    ofCluster,
  ),
  changes("network policies: updates", inGroup("networking.k8s.io/v1", "networkpolicies"), named({ podSelector: {} }), [
    { "spec.policyTypes": ["Egress"] },
    { "spec.policyTypes": ["Both"] },
    { "spec.podSelector": { matchLabels: { "a b": "c" } } },
    { "spec.ingress": [{ from: [{ ipBlock: { cidr: "10.0.0.0/8", except: ["11.0.0.0/8"] } }] }] },
    { "spec.ingress": [{ ports: [{ port: 80, endPort: 70 }, { endPort: 5 }] }] },
    { "metadata.labels": { a: "b" } },
  ]),
];

const autoscaler = named({
  scaleTargetRef: { kind: "Deployment", name: "none", apiVersion: "apps/v1" },
  maxReplicas: 3,
});
const budgets = inGroup("policy/v1", "poddisruptionbudgets");
const scaling: readonly ContractCase[] = [
  refusals("autoscalers: updates", inGroup("autoscaling/v2", "horizontalpodautoscalers"), autoscaler, [
    { "spec.maxReplicas": 5 },
    { "spec.maxReplicas": 0 },
    { "spec.minReplicas": 4 },
    { "spec.minReplicas": 0 },
    { "spec.minReplicas": -1 },
    { "spec.scaleTargetRef.name": "" },
    { "spec.metrics": [] },
    { "spec.behavior": { scaleUp: { stabilizationWindowSeconds: 3601 } } },
    {
      "spec.behavior": {
        scaleDown: { selectPolicy: "Some", policies: [{ type: "Pods", value: 0, periodSeconds: 0 }] },
      },
    },
  ]),
  refusals(
    "autoscalers: the status",
    inGroup("autoscaling/v2", "horizontalpodautoscalers"),
    autoscaler,
    [
      { "status.currentReplicas": -1, "status.desiredReplicas": -1 },
      { "status.currentReplicas": 3, "status.desiredReplicas": 2 },
    ],
    { subresource: "status" },
  ),
  refusals("budgets: updates", budgets, named({ minAvailable: 1, selector }), [
    { "spec.minAvailable": 2 },
    { "spec.minAvailable": "101%" },
    { "spec.minAvailable": "-1" },
    { "spec.maxUnavailable": 1 },
    { "spec.minAvailable": null, "spec.maxUnavailable": "50%" },
    { "spec.selector": { matchLabels: { app: "b" } } },
    { "spec.selector": { matchLabels: { "a b": "c" } } },
    { "spec.unhealthyPodEvictionPolicy": "Never" },
    { "spec.unhealthyPodEvictionPolicy": "AlwaysAllow" },
  ]),
  refusals(
    "budgets: the status",
    budgets,
    named({ minAvailable: 1, selector }),
    [
      { "status.disruptionsAllowed": -1 },
      { "status.currentHealthy": -1, "status.desiredHealthy": -1, "status.expectedPods": -1 },
      { "status.conditions": [{ type: "a b", status: "X", reason: "", message: "", lastTransitionTime: null }] },
      { "status.disruptionsAllowed": 1, "status.observedGeneration": 1 },
    ],
    { subresource: "status" },
  ),
  changes(
    "priority classes: updates",
    "/apis/scheduling.k8s.io/v1/priorityclasses",
    { metadata: { name: "$id" }, value: 5 },
    [{ value: 6 }, { preemptionPolicy: "Never" }, { description: "d" }, { globalDefault: false }],
    ofCluster,
  ),
];

const leases = inGroup("coordination.k8s.io/v1", "leases");
const slices = inGroup("discovery.k8s.io/v1", "endpointslices");
const others: readonly ContractCase[] = [
  changes("leases: updates", leases, named({ holderIdentity: "a", leaseDurationSeconds: 5 }), [
    { "spec.holderIdentity": "b", "spec.leaseTransitions": 1 },
    { "spec.holderIdentity": "" },
    { "spec.leaseDurationSeconds": 0 },
    { "spec.leaseTransitions": -1 },
    { "spec.renewTime": "2020-01-01T00:00:00.5Z" },
    { "spec.strategy": "OldestEmulationVersion" },
    { "spec.preferredHolder": "c" },
    { "spec.holderIdentity": undefined },
  ]),
  changes(
    "endpoint slices: updates",
    slices,
    { metadata: { name: "a" }, addressType: "IPv4", endpoints: [{ addresses: ["1.2.3.4"] }], ports: [{ port: 80 }] },
    [
      { endpoints: [{ addresses: ["1.2.3.5"], conditions: { ready: true } }] },
      { endpoints: [{ addresses: [] }] },
      { endpoints: [{ addresses: ["fd00::1"] }] },
      { endpoints: [{ addresses: ["1.2.3.4"], nodeName: "N_", hostname: "A." }] },
      { ports: [{ name: "Bad_", port: 0, protocol: "X", appProtocol: "a b" }] },
      { addressType: "FQDN" },
      { "metadata.labels": { "kubernetes.io/service-name": "s" } },
    ],
  ),
  changes(
    "limit ranges: updates",
    "/api/v1/namespaces/$ns/limitranges",
    named({ limits: [{ type: "Pod", max: { cpu: "1" } }] }),
    [
      { "spec.limits": [{ type: "Container", default: { cpu: "2" }, max: { cpu: "1" } }] },
      { "spec.limits": [{ type: "Pod", default: { cpu: "1" } }] },
    ],
  ),
  refusals("quotas: updates", "/api/v1/namespaces/$ns/resourcequotas", named({ hard: { pods: "1" } }), [
    { "spec.hard": { pods: "0.5" } },
    { "spec.hard": { strange: "1" } },
    { "spec.scopes": ["BestEffort"] },
    { "spec.hard": { pods: "5" } },
  ]),
  refusals(
    "quotas: the status",
    "/api/v1/namespaces/$ns/resourcequotas",
    named({ hard: { pods: "1" } }),
    [{ "status.hard": { pods: "-1" } }, { "status.used": { strange: "1" } }, { "status.used": { pods: "0.5" } }],
    { subresource: "status" },
  ),
  changes(
    "CSI drivers: which fields move the generation",
    "/apis/storage.k8s.io/v1/csidrivers",
    scoped({}),
    [
      { "metadata.labels": { a: "b" } },
      { "spec.podInfoOnMount": true },
      { "spec.storageCapacity": true },
      { "spec.requiresRepublish": true },
      { "spec.tokenRequests": [{ audience: "a" }] },
      { "spec.seLinuxMount": true },
      { "spec.attachRequired": false },
      { "spec.fsGroupPolicy": "None" },
      { "spec.volumeLifecycleModes": ["Ephemeral"] },
    ],
    ofCluster,
  ),
  changes(
    "attributes classes: updates",
    "/apis/storage.k8s.io/v1/volumeattributesclasses",
    { metadata: { name: "$id" }, driverName: "a.b", parameters: { a: "b" } },
    [{ driverName: "c.d" }, { parameters: { a: "c" } }, { "metadata.labels": { a: "b" } }],
    ofCluster,
  ),
];

export const cases: readonly ContractCase[] = [...networking, ...scaling, ...others];
