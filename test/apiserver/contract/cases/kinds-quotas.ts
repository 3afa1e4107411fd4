import type { ContractCase } from "../contract-case.js";
import { refusals, variants, type KindObject } from "../kind-cases.js";

const quotas = "/api/v1/namespaces/$ns/resourcequotas";
const ranges = "/api/v1/namespaces/$ns/limitranges";
const nodes = "/api/v1/nodes";

const quota: KindObject = { metadata: { name: "a" }, spec: { hard: { pods: "10" } } };
const range: KindObject = { metadata: { name: "a" }, spec: { limits: [{ type: "Pod", max: { cpu: "2" } }] } };
const node: KindObject = {
  metadata: { name: "$id" },
  spec: { podCIDR: "10.9.0.0/24", providerID: "example://a", unschedulable: true },
};

export const cases: readonly ContractCase[] = [
  variants("quotas: good and bad ones", quotas, quota, [
    {},
    { "spec.hard": { "count/jobs.batch": "5", "requests.example.com/gpu": "1" } },
    { "spec.hard": { other: "1" } },
    { "spec.hard": { "a b": "1" } },
    { "spec.hard": { pods: "1500m" } },
    { "spec.hard": { cpu: "-1" } },
    { "spec.scopes": ["Other"] },
    { "spec.scopes": ["BestEffort", "NotBestEffort"] },
    { "spec.hard": { cpu: "1" }, "spec.scopes": ["BestEffort"] },
    { "spec.scopeSelector": { matchExpressions: [{ scopeName: "Terminating", operator: "In", values: ["a"] }] } },
    { "spec.scopeSelector": { matchExpressions: [{ scopeName: "PriorityClass", operator: "In" }] } },
    { "spec.scopeSelector": { matchExpressions: [{ scopeName: "PriorityClass", operator: "Exists", values: ["a"] }] } },
    { "spec.scopeSelector": { matchExpressions: [{ scopeName: "Other", operator: "Other" }] } },
    {
      "spec.hard": { secrets: "1" },
      "spec.scopeSelector": { matchExpressions: [{ scopeName: "PriorityClass", operator: "Exists" }] },
    },
  ]),
  variants("limit ranges: good and bad ones", ranges, range, [
    {},
    { "spec.limits.0.type": "Other" },
    { "spec.limits.0.type": "example.com/other" },
    { "spec.limits.0.max": { other: "1" } },
    { "spec.limits.0.default": { cpu: "1" }, "spec.limits.0.defaultRequest": { cpu: "1" } },
    { "spec.limits.0.min": { cpu: "3" } },
    { "spec.limits": [{ type: "PersistentVolumeClaim" }] },
    { "spec.limits": [{ type: "Container", max: { cpu: "1" }, default: { cpu: "2" } }] },
    { "spec.limits": [{ type: "Container", min: { cpu: "1" }, defaultRequest: { cpu: "500m" } }] },
    { "spec.limits": [{ type: "Container", default: { cpu: "1" }, defaultRequest: { cpu: "2" } }] },
    { "spec.limits": [{ type: "Pod", maxLimitRequestRatio: { cpu: "500m" } }] },
    { "spec.limits": [{ type: "Pod", min: { cpu: "1" }, max: { cpu: "2" }, maxLimitRequestRatio: { cpu: "3" } }] },
    {
      "spec.limits": [
        { type: "Container", default: { "example.com/gpu": "2" }, defaultRequest: { "example.com/gpu": "1" } },
      ],
    },
  ]),
  variants("nodes: good and bad ones", nodes, node, [
    {},
    { "status.capacity": { cpu: "2", pods: "10" } },
    { "status.capacity": { pods: "1500m" } },
    { "spec.podCIDR": "no" },
    { "spec.podCIDRs": ["10.9.0.0/24", "10.10.0.0/24"] },
    { "spec.podCIDR": "10.9.0.5/24" },
    {
      "spec.taints": [
        { key: "a", effect: "NoSchedule" },
        { key: "a", value: "b", effect: "NoSchedule" },
      ],
    },
    { "spec.taints": [{ key: "a b", value: "c d", effect: "Other" }] },
    { "spec.taints": [{ key: "a" }] },
    { "spec.externalID": "x" },
    { "spec.configSource": { configMap: { name: "a" } } },
  ]),
  refusals(
    "nodes: what is given once stays",
    nodes,
    node,
    [
      { "spec.podCIDR": "10.8.0.0/24", "spec.podCIDRs": ["10.8.0.0/24"] },
      { "spec.podCIDR": undefined, "spec.podCIDRs": undefined },
      { "spec.providerID": "example://b" },
      { "spec.externalID": "x" },
      { "spec.unschedulable": false },
    ],
    { isClusterScoped: true },
  ),
];
