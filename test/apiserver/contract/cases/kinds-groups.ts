/** Leases, webhooks, storage and events. */
import type { ContractCase } from "../contract-case.js";
import { type KindObject, changes, rows, selections, tries, variants } from "../kind-cases.js";

const leases = "/apis/coordination.k8s.io/v1/namespaces/$ns/leases";
const admission = "/apis/admissionregistration.k8s.io/v1";
const validating = `${admission}/validatingwebhookconfigurations`;
const mutating = `${admission}/mutatingwebhookconfigurations`;
const claims = "/api/v1/namespaces/$ns/persistentvolumeclaims";
const volumes = "/api/v1/persistentvolumes";
const storageClasses = "/apis/storage.k8s.io/v1/storageclasses";
const coreEvents = "/api/v1/namespaces/$ns/events";
const newEvents = "/apis/events.k8s.io/v1/namespaces/$ns/events";
const rule = { apiGroups: ["$id.example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["things"] };
const webhook = {
  name: "a.$id.example.com",
  clientConfig: { url: "https://127.0.0.1:1/x" },
  rules: [rule],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};
const hooks: KindObject = { metadata: { name: "$id" }, webhooks: [webhook] };
const claim: KindObject = {
  metadata: { name: "a" },
  spec: { accessModes: ["ReadWriteOnce"], storageClassName: "none", resources: { requests: { storage: "1Gi" } } },
};
const coreEvent: KindObject = {
  metadata: { name: "a" },
  involvedObject: { kind: "ConfigMap", name: "c", namespace: "$ns" },
  reason: "Because",
  message: "m",
  type: "Normal",
};
const newEvent: KindObject = {
  metadata: { name: "b" },
  regarding: { kind: "ConfigMap", name: "c", namespace: "$ns" },
  reason: "Because",
  action: "Doing",
  note: "n",
  type: "Warning",
  eventTime: "2020-01-01T00:00:00.000000Z",
  reportingController: "example.com/c",
  reportingInstance: "i",
};

export const cases: readonly ContractCase[] = [
  tries("leases: good and bad ones", leases, [
    { metadata: { name: "a" } },
    {
      metadata: { name: "a" },
      spec: {
        holderIdentity: "h",
        leaseDurationSeconds: 15,
        leaseTransitions: 0,
        renewTime: "2020-01-01T00:00:00.000000Z",
      },
    },
    { metadata: { name: "a" }, spec: { leaseDurationSeconds: 0, leaseTransitions: -1 } },
    { metadata: { name: "a" }, spec: { preferredHolder: "x" } },
  ]),
  rows("leases: their rows", leases, [
    { metadata: { name: "a" }, spec: { holderIdentity: "h" } },
    { metadata: { name: "b" } },
  ]),
  variants("validating webhooks: good and bad ones", validating, hooks, [
    {},
    { webhooks: [] },
    { "webhooks.0.name": "short.name" },
    { "webhooks.0.sideEffects": undefined, "webhooks.0.admissionReviewVersions": undefined },
    {
      "webhooks.0.sideEffects": "Some",
      "webhooks.0.failurePolicy": "Other",
      "webhooks.0.matchPolicy": "Other",
      "webhooks.0.timeoutSeconds": 31,
    },
    { "webhooks.0.clientConfig": {} },
    { "webhooks.0.clientConfig.url": "http://u:p@/x?q#f" },
    { "webhooks.0.clientConfig": { service: { name: "s", namespace: "n", path: "x//y/A_", port: 70_000 } } },
    { "webhooks.0.clientConfig": { service: { name: "s", namespace: "n" } } },
    {
      "webhooks.0.rules": [
        {},
        { ...rule, operations: ["*", "CREATE", "X"], apiGroups: ["*", "a"], apiVersions: [""], scope: "X" },
      ],
    },
    { "webhooks.0.rules.0.resources": ["*", "a", "b/*", "b/c", "*/s", "x/s", "", "*/*"] },
    { "webhooks.0.admissionReviewVersions": ["v2", "v2", "V"] },
    {
      "webhooks.0.matchConditions": [
        { name: "", expression: "" },
        { name: "a", expression: "true" },
        { name: "a", expression: "true" },
      ],
    },
    { "webhooks.0.namespaceSelector": { matchExpressions: [{ key: "a", operator: "X" }] } },
    { webhooks: [webhook, webhook] },
  ]),
  variants("mutating webhooks: good and bad ones", mutating, hooks, [
    {},
    { "webhooks.0.reinvocationPolicy": "IfNeeded" },
    { "webhooks.0.reinvocationPolicy": "Other" },
  ]),
  rows("mutating webhooks: their rows", mutating, [hooks], { isClusterScoped: true }),
  rows("validating webhooks: their rows", validating, [hooks], { isClusterScoped: true }),
  variants("claims: good and bad ones", claims, claim, [
    {},
    { "spec.accessModes": [] },
    { "spec.accessModes": ["Other", "ReadWriteOncePod", "ReadWriteOnce"] },
    { "spec.resources": undefined },
    { "spec.resources.requests.storage": "0" },
    { "spec.resources.requests.storage": "-1Gi" },
    { "spec.storageClassName": "A_" },
    { "spec.volumeMode": "Other" },
    { "spec.dataSource": { kind: "Secret", name: "x" } },
    { "spec.dataSource": { kind: "PersistentVolumeClaim", name: "x" } },
    { "spec.dataSourceRef": { kind: "", name: "", apiGroup: "A_" } },
  ]),
  rows("claims: their rows", claims, [claim]),
  variants(
    "volumes: good and bad ones",
    volumes,
    {
      metadata: { name: "$id" },
      spec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" }, hostPath: { path: "/x" } },
    },
    [
      { "status.x": undefined },
      { "spec.accessModes": undefined, "spec.capacity": undefined },
      { "spec.hostPath": undefined },
      { "spec.persistentVolumeReclaimPolicy": "Other", "spec.volumeMode": "Other" },
    ],
  ),
  tries("storage classes: good and bad ones", storageClasses, [
    { metadata: { name: "$id" }, provisioner: "example.com/p" },
    { metadata: { name: "$id" } },
    { metadata: { name: "$id" }, provisioner: "a b", reclaimPolicy: "Recycle", volumeBindingMode: "Other" },
  ]),
  changes(
    "storage classes: most stays",
    storageClasses,
    { metadata: { name: "$id" }, provisioner: "example.com/p" },
    [
      { provisioner: "example.com/q" },
      { reclaimPolicy: "Retain" },
      { parameters: { a: "b" } },
      { volumeBindingMode: "WaitForFirstConsumer" },
      { allowVolumeExpansion: true },
    ],
    { isClusterScoped: true },
  ),
  rows("storage classes: their rows", storageClasses, [{ metadata: { name: "$id" }, provisioner: "example.com/p" }], {
    isClusterScoped: true,
  }),
  variants("events of core: good and bad ones", coreEvents, coreEvent, [
    {},
    { "involvedObject.namespace": "other" },
    { "involvedObject.namespace": undefined },
    { eventTime: "2020-01-01T00:00:00.000000Z" },
  ]),
  variants("events of events.k8s.io: good ones", newEvents, newEvent, [{}]),
  {
    name: "events: one storage, two groups",
    async run(api) {
      await api.post(coreEvents, coreEvent, { record: false });
      await api.post(newEvents, newEvent, { record: false });
      const show = (body: Record<string, unknown>): unknown =>
        Object.fromEntries(Object.entries(body).filter(([name]) => name !== "metadata"));
      for (const name of ["a", "b"])
        for (const group of [coreEvents, newEvents]) await api.get(`${group}/${name}`, { show });
    },
  },
  selections(
    "events: field selectors",
    coreEvents,
    [coreEvent],
    ["involvedObject.name=c", "involvedObject.kind=Pod", "reason=Because,type=Normal", "message=m"],
  ),
];
