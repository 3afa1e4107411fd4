/** Updates of existing workloads: rejected changes of their specs and statuses. */
import type { JsonObject } from "../../../../src/core/json.js";
import type { ContractCase } from "../contract-case.js";
import { type KindObject, refusals } from "../kind-cases.js";

const labels = { app: "a" };
const selector = { matchLabels: labels };
const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "i" }] } };
const named = (spec: object, more: object = {}): KindObject => ({ metadata: { name: "a" }, spec, ...more });
const inGroup = (group: string, resource: string): string => `/apis/${group}/namespaces/$ns/${resource}`;

const workload = (more: object = {}): KindObject => named({ selector, template, ...more });
const job = named({ template: { spec: { ...template.spec, restartPolicy: "Never" } }, suspend: true });
const indexed = named({ ...(job["spec"] as object), completionMode: "Indexed", completions: 3, parallelism: 3 });
const jobs = inGroup("batch/v1", "jobs");
const condition = (type: string, status = "True"): JsonObject => ({ type, status });
export const cases: readonly ContractCase[] = [
  refusals("deployments: updates", inGroup("apps/v1", "deployments"), workload({ replicas: 0 }), [
    { "spec.selector.matchLabels": { app: "b" } },
    { "spec.template.metadata.labels": { app: "b" } },
    { "spec.template.spec.restartPolicy": "Never" },
    { "spec.replicas": -1, "spec.revisionHistoryLimit": -1 },
    { "spec.minReadySeconds": 601, "spec.progressDeadlineSeconds": 600 },
    { "spec.strategy": { type: "Recreate" } },
    { "spec.strategy": { type: "Recreate", rollingUpdate: null } },
    { "spec.strategy": { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
    { "spec.paused": true },
    { "spec.template.spec.containers": [] },
  ]),
  refusals(
    "deployments: the status",
    inGroup("apps/v1", "deployments"),
    workload({ replicas: 0 }),
    [
      { "status.replicas": -1, "status.updatedReplicas": -1, "status.observedGeneration": -1 },
      { "status.replicas": 1, "status.availableReplicas": 2, "status.readyReplicas": 2, "status.updatedReplicas": 2 },
      { "status.replicas": 2, "status.availableReplicas": 2, "status.readyReplicas": 1 },
      { "status.collisionCount": -1 },
      { "status.terminatingReplicas": -1 },
    ],
    { subresource: "status" },
  ),
  refusals("replicasets: updates", inGroup("apps/v1", "replicasets"), workload({ replicas: 0 }), [
    { "spec.selector.matchLabels": { app: "b" } },
    { "spec.template.metadata.labels": { app: "b" } },
    { "spec.template.spec.containers": [{ name: "main", image: "j" }] },
    { "spec.replicas": -1, "spec.minReadySeconds": -1 },
  ]),
  refusals(
    "replicasets: the status",
    inGroup("apps/v1", "replicasets"),
    workload({ replicas: 0 }),
    [
      { "status.replicas": -1 },
      {
        "status.replicas": 1,
        "status.fullyLabeledReplicas": 2,
        "status.readyReplicas": 2,
        "status.availableReplicas": 3,
      },
    ],
    { subresource: "status" },
  ),
  refusals("statefulsets: updates", inGroup("apps/v1", "statefulsets"), workload({ replicas: 0, serviceName: "s" }), [
    { "spec.serviceName": "t" },
    { "spec.podManagementPolicy": "Parallel" },
    { "spec.volumeClaimTemplates": [{ metadata: { name: "d" }, spec: { resources: { requests: { storage: "1" } } } }] },
    { "spec.replicas": 1, "spec.template.spec.containers": [{ name: "main", image: "j" }] },
    { "spec.minReadySeconds": 5, "spec.ordinals": { start: 1 } },
    { "spec.ordinals": { start: -1 } },
    { "spec.persistentVolumeClaimRetentionPolicy": { whenDeleted: "Delete", whenScaled: "Retain" } },
    { "spec.persistentVolumeClaimRetentionPolicy": { whenDeleted: "Never" } },
    { "spec.updateStrategy": { type: "OnDelete" } },
    { "spec.updateStrategy": { type: "RollingUpdate", rollingUpdate: { partition: -1 } } },
    { "spec.revisionHistoryLimit": -1 },
  ]),
  refusals(
    "statefulsets: the status",
    inGroup("apps/v1", "statefulsets"),
    workload({ replicas: 0, serviceName: "s" }),
    [
      { "status.observedGeneration": -1, "status.collisionCount": -1 },
      { "status.replicas": 1, "status.readyReplicas": 2, "status.currentReplicas": 2, "status.updatedReplicas": 2 },
      { "status.replicas": 1, "status.readyReplicas": 0, "status.availableReplicas": 1 },
    ],
    { subresource: "status" },
  ),
  refusals("daemonsets: updates", inGroup("apps/v1", "daemonsets"), workload(), [
    { "spec.selector.matchLabels": { app: "b" } },
    { "spec.updateStrategy": { type: "OnDelete" } },
    { "spec.updateStrategy": { type: "Sometimes" } },
    { "spec.updateStrategy": { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } },
    { "spec.minReadySeconds": -1, "spec.revisionHistoryLimit": -1 },
  ]),
  refusals(
    "daemonsets: the status",
    inGroup("apps/v1", "daemonsets"),
    workload(),
    [
      { "status.currentNumberScheduled": -1, "status.numberMisscheduled": -1, "status.desiredNumberScheduled": -1 },
      { "status.numberReady": -1, "status.observedGeneration": -1, "status.numberAvailable": -1 },
      { "status.updatedNumberScheduled": -1, "status.numberUnavailable": -1, "status.collisionCount": -1 },
    ],
    { subresource: "status" },
  ),
  refusals("jobs: updates", jobs, job, [
    { "spec.suspend": false },
    { "spec.parallelism": 5 },
    { "spec.parallelism": -1 },
    { "spec.completions": 5 },
    { "spec.completionMode": "Indexed" },
    { "spec.backoffLimit": 1, "spec.activeDeadlineSeconds": 5, "spec.ttlSecondsAfterFinished": 3 },
    { "spec.activeDeadlineSeconds": 0, "spec.ttlSecondsAfterFinished": -1 },
    { "spec.manualSelector": true },
    { "spec.selector": { matchLabels: { a: "b" } } },
    {
      "spec.podFailurePolicy": {
        rules: [
          { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] },
          { action: "FailJob", onExitCodes: { operator: "In", values: [1] } },
        ],
      },
    },
    { "spec.podReplacementPolicy": "Failed" },
    { "spec.managedBy": "example.com/mine" },
    { "spec.template.metadata": { labels: { a: "b" } } },
    { "spec.template.spec.nodeSelector": { a: "b" }, "spec.template.spec.tolerations": [{ operator: "Exists" }] },
    { "spec.template.spec.schedulingGates": [{ name: "example.com/g" }] },
    { "spec.template.spec.containers": [{ name: "main", image: "j" }] },
    { "spec.template.spec.restartPolicy": "Always" },
    { "spec.backoffLimitPerIndex": 1 },
    { "spec.successPolicy": { rules: [{ succeededCount: 1 }] } },
  ]),
  refusals("jobs: updates of an indexed one", jobs, indexed, [
    { "spec.completions": 5, "spec.parallelism": 5 },
    { "spec.completions": 5 },
    { "spec.completions": null },
    { "spec.parallelism": 5 },
    { "spec.successPolicy": { rules: [{ succeededIndexes: "0" }] } },
  ]),
  refusals(
    "jobs: the status",
    jobs,
    // The controller ignores this Job.
    named({ ...(job["spec"] as object), managedBy: "example.com/mine" }),
    [
      { "status.active": -1, "status.succeeded": -1, "status.failed": -1, "status.terminating": -1 },
      { "status.conditions": [condition("Complete"), condition("Failed")] },
      { "status.conditions": [condition("Complete")] },
      {
        "status.conditions": [condition("SuccessCriteriaMet"), condition("Complete")],
        "status.startTime": "2020-01-01T00:00:00Z",
      },
      { "status.completionTime": "2020-01-01T00:00:00Z" },
      { "status.startTime": "2020-01-02T00:00:00Z", "status.completionTime": "2020-01-01T00:00:00Z" },
      { "status.completedIndexes": "0", "status.failedIndexes": "1" },
      { "status.uncountedTerminatedPods": { succeeded: ["a", ""], failed: ["a"] } },
      { "status.active": 5, "status.ready": 6 },
      { "status.conditions": [condition("FailureTarget"), condition("SuccessCriteriaMet")] },
    ],
    { subresource: "status" },
  ),
  refusals(
    "replication controllers: updates",
    "/api/v1/namespaces/$ns/replicationcontrollers",
    named({ replicas: 0, selector: labels, template }),
    [
      { "spec.selector": { app: "b" } },
      { "spec.selector": {} },
      { "spec.replicas": -1, "spec.minReadySeconds": -1 },
      { "spec.template.spec.restartPolicy": "Never" },
    ],
  ),
];
