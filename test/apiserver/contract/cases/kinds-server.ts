/** Kinds that configure the server itself, and the addresses that it allocates. */
import type { ContractCase } from "../contract-case.js";
import { variants, type KindObject } from "../kind-cases.js";

const flowcontrol = "/apis/flowcontrol.apiserver.k8s.io/v1";
const services = "/apis/apiregistration.k8s.io/v1/apiservices";
const ranges = "/apis/networking.k8s.io/v1/servicecidrs";

const resourceRule = { verbs: ["get"], apiGroups: ["example.com"], resources: ["things"], namespaces: ["a"] };
const subject = { kind: "User", user: { name: "nobody-$id" } };
const schema: KindObject = {
  metadata: { name: "$id" },
  spec: {
    priorityLevelConfiguration: { name: "global-default" },
    matchingPrecedence: 9000,
    rules: [{ subjects: [subject], resourceRules: [resourceRule] }],
  },
};
const queuing = { queues: 64, handSize: 8, queueLengthLimit: 50 };
const level: KindObject = {
  metadata: { name: "$id" },
  spec: { type: "Limited", limited: { nominalConcurrencyShares: 0, limitResponse: { type: "Queue", queuing } } },
};
const service: KindObject = {
  metadata: { name: "v1.$id.example.com" },
  spec: { group: "$id.example.com", version: "v1", groupPriorityMinimum: 100, versionPriority: 10 },
};

export const cases: readonly ContractCase[] = [
  variants("flow schemas: good and bad ones", `${flowcontrol}/flowschemas`, schema, [
    {},
    { "spec.matchingPrecedence": -1 },
    { "spec.matchingPrecedence": 10_001 },
    { "spec.matchingPrecedence": 1 },
    { "spec.priorityLevelConfiguration.name": "", "spec.distinguisherMethod": { type: "Other" } },
    { "spec.rules": [{ subjects: [] }] },
    {
      "spec.rules.0.subjects": [{ kind: "Other" }, { kind: "User" }, { kind: "Group", group: {}, user: { name: "a" } }],
    },
    { "spec.rules.0.subjects": [{ kind: "ServiceAccount", serviceAccount: { name: "A_", namespace: "" } }] },
    { "spec.rules.0.resourceRules.0": { verbs: ["*", "get"], apiGroups: ["*", "a"], resources: [], namespaces: [] } },
    { "spec.rules.0.resourceRules.0": { ...resourceRule, verbs: ["other"], namespaces: ["A_"] } },
    {
      "spec.rules.0.nonResourceRules": [
        { verbs: [], nonResourceURLs: ["", "/", "a", "/a b", "/a//b", "/a*/b", "/a/*"] },
      ],
    },
  ]),
  variants("priority levels: good and bad ones", `${flowcontrol}/prioritylevelconfigurations`, level, [
    {},
    { "spec.type": "Other" },
    { "spec.type": "Exempt" },
    { "spec.limited": undefined, "spec.exempt": {} },
    { "spec.limited.nominalConcurrencyShares": -1, "spec.limited.lendablePercent": 101 },
    { "spec.limited.borrowingLimitPercent": -1, "spec.limited.limitResponse": { type: "Reject", queuing } },
    { "spec.limited.limitResponse": { type: "Queue" } },
    { "spec.limited.limitResponse": { type: "Other" } },
    { "spec.limited.limitResponse.queuing": { queues: -1, handSize: -1, queueLengthLimit: -1 } },
    { "spec.limited.limitResponse.queuing": { queues: 4, handSize: 5 } },
    { "spec.limited.limitResponse.queuing": { queues: 10_000, handSize: 5 } },
  ]),
  variants(
    "priority levels: without a type",
    `${flowcontrol}/prioritylevelconfigurations`,
    { metadata: { name: "$id" } },
    [{}, { spec: {} }, { spec: { type: "" } }],
  ),
  variants("API services: good and bad ones", services, service, [
    {},
    { "spec.service": { name: "s", namespace: "n" } },
    { "spec.service": { port: 0 } },
    {
      "spec.service": { name: "s", namespace: "n", port: 70_000 },
      "spec.caBundle": "YQ==",
      "spec.insecureSkipTLSVerify": true,
    },
    { "spec.caBundle": "YQ==", "spec.insecureSkipTLSVerify": true },
    { "spec.group": "A_" },
    { "spec.group": "", "spec.version": "v2" },
    { "spec.version": "A_" },
    { "spec.groupPriorityMinimum": 0, "spec.versionPriority": 1001 },
  ]),
  variants(
    "IP addresses: good and bad ones",
    "/apis/networking.k8s.io/v1/ipaddresses",
    { metadata: { name: "192.168.66.7" }, spec: { parentRef: { resource: "things", name: "a" } } },
    [
      {},
      { "spec.parentRef": undefined },
      { "spec.parentRef": { group: "A_", namespace: "a/b" } },
      { "metadata.name": "010.1.1.1" },
      { "metadata.name": "FD00::1" },
      { "metadata.name": "::ffff:1.2.3.4" },
      { "metadata.name": "a" },
    ],
  ),
  variants(
    "service ranges: good and bad ones",
    ranges,
    { metadata: { name: "$id" }, spec: { cidrs: ["192.168.66.0/24"] } },
    [
      {},
      { "spec.cidrs": [] },
      { "spec.cidrs": ["10.1.0.0/16", "10.2.0.0/16"] },
      { "spec.cidrs": ["10.1.0.0/16", "fd00::/64", "fd01::/64"] },
      { "spec.cidrs": ["10.1.0.5/16"] },
      { "spec.cidrs": ["010.1.0.0/16"] },
      { "spec.cidrs": ["FD00::/64"] },
      { "spec.cidrs": ["a"] },
    ],
  ),
];
