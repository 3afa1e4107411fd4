/** The allowed contents of Jobs and CronJobs. */
import type { ContractCase } from "../contract-case.js";
import { changes, type KindObject, rows, settledChanges, tries, variants } from "../kind-cases.js";

const namespaced = (group: string, resource: string): string => `/apis/${group}/namespaces/$ns/${resource}`;
const jobs = namespaced("batch/v1", "jobs");
const cronJobs = namespaced("batch/v1", "cronjobs");
const jobTemplate = { spec: { containers: [{ name: "main", image: "nginx:1" }], restartPolicy: "Never" } };
const job: KindObject = { metadata: { name: "a" }, spec: { template: jobTemplate } };
const cronJob: KindObject = {
  metadata: { name: "a" },
  spec: { schedule: "0 0 1 1 *", jobTemplate: { spec: { template: jobTemplate } } },
};

export const cases: readonly ContractCase[] = [
  settledChanges(
    "jobs: the template, the selector and the mode are immutable",
    jobs,
    { metadata: { name: "a" }, spec: { ...(job["spec"] as object), suspend: true, managedBy: "example.com/me" } },
    [{ parallelism: 3 }, { completions: 5 }, { completionMode: "Indexed" }, { managedBy: "example.com/you" }],
  ),
  variants(
    "jobs: faults",
    jobs,
    job,
    [
      { "spec.template.spec.restartPolicy": "Always" },
      { "spec.template.spec.restartPolicy": undefined },
      { "spec.template.spec.restartPolicy": "Sometimes" },
      { "spec.parallelism": -1 },
      { "spec.completions": -1 },
      { "spec.backoffLimit": -1, "spec.ttlSecondsAfterFinished": -1, "spec.activeDeadlineSeconds": -1 },
      { "spec.completionMode": "Ordered" },
      { "spec.completionMode": "Indexed" },
      { "spec.completionMode": "Indexed", "spec.completions": 2, "spec.parallelism": 200000 },
      { "spec.backoffLimitPerIndex": 1 },
      { "spec.maxFailedIndexes": 1 },
      { "spec.podReplacementPolicy": "Never" },
      { "spec.managedBy": "me" },
      { "spec.selector": { matchLabels: { a: "b" } } },
      { "spec.manualSelector": true },
      { "spec.manualSelector": true, "spec.selector": { matchLabels: { a: "b" } } },
      { "spec.podFailurePolicy": { rules: [{ action: "FailJob" }] } },
      { "spec.podFailurePolicy": { rules: [{ action: "Stop", onExitCodes: { operator: "In", values: [0, 0] } }] } },
      {
        "spec.podFailurePolicy": {
          rules: [{ action: "FailIndex", onExitCodes: { operator: "Is", values: [], containerName: "b" } }],
        },
      },
      { "spec.podFailurePolicy": { rules: [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }] } },
      { "spec.successPolicy": { rules: [{ succeededCount: 1 }] } },
      {
        "spec.successPolicy": { rules: [{ succeededIndexes: "1,0" }] },
        "spec.completionMode": "Indexed",
        "spec.completions": 3,
      },
    ].filter((change) => !("spec.selector" in change) || "spec.manualSelector" in change),
  ),
  tries("cronjobs: what the server fills in", cronJobs, [
    cronJob,
    { metadata: { name: "a" } },
    { ...cronJob, spec: { ...(cronJob["spec"] as object), timeZone: "Europe/Berlin" } },
  ]),
  variants("cronjobs: schedules", cronJobs, cronJob, [
    { "spec.schedule": "" },
    { "spec.schedule": "* * * *" },
    { "spec.schedule": "60 * * * *" },
    { "spec.schedule": "* 24 * * *" },
    { "spec.schedule": "* * 0 * *" },
    { "spec.schedule": "* * * jan-mar mon" },
    { "spec.schedule": "* * * 13 *" },
    { "spec.schedule": "* * * * 7" },
    { "spec.schedule": "*/0 * * * *" },
    { "spec.schedule": "5-1 * * * *" },
    { "spec.schedule": "a * * * *" },
    { "spec.schedule": "1-2-3 * * * *" },
    { "spec.schedule": "1/2/3 * * * *" },
    { "spec.schedule": "-1 * * * *" },
    { "spec.schedule": "@daily" },
    { "spec.schedule": "@sometimes" },
    { "spec.schedule": "@every 1h30m" },
    { "spec.schedule": "@every soon" },
    { "spec.schedule": "TZ=UTC 0 0 * * *" },
  ]),
  variants("cronjobs: faults", cronJobs, cronJob, [
    { "spec.timeZone": "" },
    { "spec.timeZone": "Mars/Olympus" },
    { "spec.timeZone": "local" },
    { "spec.timeZone": "../a" },
    { "spec.concurrencyPolicy": "Queue" },
    { "spec.startingDeadlineSeconds": -1 },
    { "spec.successfulJobsHistoryLimit": -1, "spec.failedJobsHistoryLimit": -1 },
    { "metadata.name": "a".repeat(53) },
    { "spec.jobTemplate.spec.manualSelector": true },
    { "spec.jobTemplate.spec.template.spec.restartPolicy": "Always" },
  ]),
  changes("cronjobs: updates", cronJobs, cronJob, [
    { "spec.suspend": true },
    { "spec.schedule": "a" },
    { "spec.timeZone": "UTC" },
  ]),
  rows("workloads: columns of cronjobs", cronJobs, [cronJob]),
];
