import type { JsonObject } from "../../../../src/core/json.js";
import { podSpec, simpleTemplate, template } from "./pod-spec.js";
import type { Sample } from "./sample.js";

const apps = "/apis/apps/v1/namespaces/$ns";
const batch = "/apis/batch/v1/namespaces/$ns";
const autoscaling = "/apis/autoscaling";
const metadata = { name: "full", labels: { app: "a" } };
const selector = { matchLabels: { app: "a" }, matchExpressions: [{ key: "app", operator: "In", values: ["a"] }] };
const condition = {
  type: "Available",
  status: "True",
  reason: "R",
  message: "m",
  lastTransitionTime: "2020-01-01T00:00:00Z",
};
const jobTemplate: JsonObject = {
  metadata: { labels: { app: "a" } },
  spec: { ...(simpleTemplate["spec"] as JsonObject), restartPolicy: "Never" },
};
const job: JsonObject = {
  parallelism: 2,
  completions: 3,
  completionMode: "Indexed",
  activeDeadlineSeconds: 100,
  backoffLimitPerIndex: 1,
  maxFailedIndexes: 1,
  ttlSecondsAfterFinished: 5,
  suspend: true,
  podReplacementPolicy: "Failed",
  podFailurePolicy: {
    rules: [
      { action: "FailIndex", onExitCodes: { containerName: "main", operator: "In", values: [1, 2] } },
      { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] },
    ],
  },
  successPolicy: { rules: [{ succeededIndexes: "0-1", succeededCount: 1 }] },
  template: jobTemplate,
};

const metricTarget = { type: "AverageValue", averageValue: "10" };
const metrics = [
  { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
  { type: "ContainerResource", containerResource: { name: "memory", container: "c", target: metricTarget } },
  { type: "Pods", pods: { metric: { name: "m", selector: { matchLabels: { a: "b" } } }, target: metricTarget } },
  {
    type: "Object",
    object: {
      describedObject: { apiVersion: "v1", kind: "Service", name: "s" },
      metric: { name: "m" },
      target: { type: "Value", value: "10" },
    },
  },
  { type: "External", external: { metric: { name: "m" }, target: metricTarget } },
];
const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };

export const workloadSamples: readonly Sample[] = [
  { path: "/api/v1/namespaces/$ns/pods", object: { metadata, spec: podSpec } },
  { path: "/api/v1/namespaces/$ns/podtemplates", object: { metadata, template } },
  {
    path: "/api/v1/namespaces/$ns/replicationcontrollers",
    object: { metadata, spec: { replicas: 0, minReadySeconds: 1, selector: { app: "a" }, template: simpleTemplate } },
    status: { replicas: 2, fullyLabeledReplicas: 1, readyReplicas: 1, availableReplicas: 1, observedGeneration: 1 },
  },
  {
    path: `${apps}/deployments`,
    object: {
      metadata,
      spec: {
        replicas: 0,
        selector,
        template: simpleTemplate,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: 1 } },
        minReadySeconds: 5,
        revisionHistoryLimit: 3,
        paused: true,
        progressDeadlineSeconds: 60,
      },
    },
    status: {
      replicas: 2,
      updatedReplicas: 1,
      readyReplicas: 1,
      availableReplicas: 1,
      unavailableReplicas: 1,
      observedGeneration: 1,
      collisionCount: 1,
      conditions: [condition],
    },
  },
  {
    path: `${apps}/replicasets`,
    object: { metadata, spec: { replicas: 0, minReadySeconds: 5, selector, template: simpleTemplate } },
    status: {
      replicas: 2,
      fullyLabeledReplicas: 1,
      readyReplicas: 1,
      availableReplicas: 1,
      observedGeneration: 1,
      conditions: [condition],
    },
  },
  {
    path: `${apps}/daemonsets`,
    object: {
      metadata,
      spec: {
        selector,
        template: simpleTemplate,
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 0, maxUnavailable: "10%" } },
        minReadySeconds: 5,
        revisionHistoryLimit: 3,
      },
    },
    status: {
      currentNumberScheduled: 1,
      numberMisscheduled: 0,
      desiredNumberScheduled: 1,
      numberReady: 1,
      observedGeneration: 1,
      updatedNumberScheduled: 1,
      numberAvailable: 1,
      numberUnavailable: 0,
      collisionCount: 1,
    },
  },
  {
    path: `${apps}/statefulsets`,
    object: {
      metadata,
      spec: {
        replicas: 0,
        selector,
        template: simpleTemplate,
        serviceName: "s",
        podManagementPolicy: "Parallel",
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 1 } },
        revisionHistoryLimit: 3,
        minReadySeconds: 5,
        ordinals: { start: 1 },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Retain" },
        volumeClaimTemplates: [
          {
            metadata: { name: "data" },
            spec: {
              accessModes: ["ReadWriteOnce"],
              storageClassName: "fast",
              resources: { requests: { storage: "1Gi" } },
            },
          },
        ],
      },
    },
    status: {
      replicas: 2,
      readyReplicas: 1,
      currentReplicas: 1,
      updatedReplicas: 1,
      availableReplicas: 1,
      observedGeneration: 1,
      collisionCount: 1,
      currentRevision: "a",
      updateRevision: "b",
    },
  },
  { path: `${apps}/controllerrevisions`, object: { metadata, data: { a: { b: 1 } }, revision: 3 } },
  {
    path: `${batch}/jobs`,
    object: { metadata, spec: job },
    status: {
      active: 0,
      terminating: 0,
      ready: 0,
      succeeded: 0,
      failed: 0,
      conditions: [{ type: "Suspended", status: "True" }],
    },
  },
  {
    path: `${batch}/cronjobs`,
    object: {
      metadata,
      spec: {
        schedule: "*/5 * * * *",
        timeZone: "Etc/UTC",
        concurrencyPolicy: "Forbid",
        suspend: true,
        startingDeadlineSeconds: 100,
        successfulJobsHistoryLimit: 1,
        failedJobsHistoryLimit: 1,
        jobTemplate: {
          metadata: { labels: { a: "b" } },
          spec: { template: jobTemplate, backoffLimit: 3, parallelism: 1 },
        },
      },
    },
    status: { lastScheduleTime: "2020-01-01T00:00:00Z", active: [{ kind: "Job", name: "j" }] },
  },
  {
    path: `${autoscaling}/v2/namespaces/$ns/horizontalpodautoscalers`,
    object: {
      metadata,
      spec: {
        minReplicas: 1,
        maxReplicas: 5,
        scaleTargetRef,
        metrics,
        behavior: {
          scaleUp: {
            stabilizationWindowSeconds: 10,
            selectPolicy: "Max",
            policies: [{ type: "Pods", value: 4, periodSeconds: 60 }],
          },
          scaleDown: {
            stabilizationWindowSeconds: 100,
            selectPolicy: "Min",
            policies: [{ type: "Percent", value: 10, periodSeconds: 60 }],
          },
        },
      },
    },
    status: {
      observedGeneration: 1,
      currentReplicas: 1,
      desiredReplicas: 2,
      lastScaleTime: "2020-01-01T00:00:00Z",
      conditions: [{ ...condition, type: "ScalingActive" }],
      currentMetrics: [
        { type: "Resource", resource: { name: "cpu", current: { averageUtilization: 50, averageValue: "10m" } } },
      ],
    },
  },
  {
    path: `${autoscaling}/v1/namespaces/$ns/horizontalpodautoscalers`,
    object: {
      metadata: { ...metadata, name: "older" },
      spec: { minReplicas: 1, maxReplicas: 5, scaleTargetRef, targetCPUUtilizationPercentage: 50 },
    },
    status: { currentReplicas: 1, desiredReplicas: 2, currentCPUUtilizationPercentage: 5 },
  },
];
