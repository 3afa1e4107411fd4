/** The kinds of apps, batch, autoscaling, policy, scheduling and node. Controllers do not see what is dry. */
import type { ContractCase } from "../contract-case.js";
import { changes, type KindObject, rows, tries, variants } from "../kind-cases.js";

const namespaced = (group: string, resource: string): string => `/apis/${group}/namespaces/$ns/${resource}`;
const deployments = namespaced("apps/v1", "deployments");
const replicaSets = namespaced("apps/v1", "replicasets");
const statefulSets = namespaced("apps/v1", "statefulsets");
const daemonSets = namespaced("apps/v1", "daemonsets");
const revisions = namespaced("apps/v1", "controllerrevisions");
const jobs = namespaced("batch/v1", "jobs");
const cronJobs = namespaced("batch/v1", "cronjobs");
const autoscalers = namespaced("autoscaling/v2", "horizontalpodautoscalers");
const budgets = namespaced("policy/v1", "poddisruptionbudgets");
const priorityClasses = "/apis/scheduling.k8s.io/v1/priorityclasses";
const runtimeClasses = "/apis/node.k8s.io/v1/runtimeclasses";
const controllers = "/api/v1/namespaces/$ns/replicationcontrollers";
const podTemplates = "/api/v1/namespaces/$ns/podtemplates";

const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "main", image: "nginx:1" }] } };
const selected = { selector: { matchLabels: { app: "a" } }, template };
const workload: KindObject = { metadata: { name: "a" }, spec: selected };
/** What no controller touches. */
const idle: KindObject = { metadata: { name: "a" }, spec: { ...selected, replicas: 0, paused: true } };
const jobTemplate = { spec: { containers: [{ name: "main", image: "nginx:1" }], restartPolicy: "Never" } };
const job: KindObject = { metadata: { name: "a" }, spec: { template: jobTemplate } };
const cronJob: KindObject = {
  metadata: { name: "a" },
  spec: { schedule: "0 0 1 1 *", jobTemplate: { spec: { template: jobTemplate } } },
};
const target = { apiVersion: "apps/v1", kind: "Deployment", name: "a" };
const autoscaler: KindObject = { metadata: { name: "a" }, spec: { scaleTargetRef: target, maxReplicas: 3 } };
const budget: KindObject = {
  metadata: { name: "a" },
  spec: { minAvailable: 1, selector: { matchLabels: { app: "a" } } },
};

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

/** As `changes`, without the status: of kinds that a controller looks after. */
function settledChanges(name: string, path: string, object: KindObject, all: readonly object[]): ContractCase {
  const shown = ["kind", "code", "reason", "message", "details"];
  const show = (body: Record<string, unknown>): unknown =>
    Object.fromEntries(Object.entries(body).filter(([key]) => shown.includes(key)));
  return {
    name,
    async run(api) {
      await api.post(path, object, { show });
      for (const change of all) await api.patch(`${path}/${object.metadata.name}`, "merge", { spec: change }, { show });
    },
  };
}

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
  settledChanges(
    "jobs: the template, the selector and the mode are immutable",
    jobs,
    { metadata: { name: "a" }, spec: { ...(job["spec"] as object), suspend: true, managedBy: "example.com/me" } },
    [{ parallelism: 3 }, { completions: 5 }, { completionMode: "Indexed" }, { managedBy: "example.com/you" }],
  ),
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
  tries("autoscalers: what the server fills in", autoscalers, [
    autoscaler,
    {
      metadata: { name: "a" },
      spec: { scaleTargetRef: target, maxReplicas: 3, behavior: { scaleDown: { stabilizationWindowSeconds: 5 } } },
    },
  ]),
  variants("autoscalers: faults", autoscalers, autoscaler, [
    { "spec.maxReplicas": 0 },
    { "spec.minReplicas": 0 },
    { "spec.minReplicas": 5 },
    { "spec.scaleTargetRef": { kind: "", name: "", apiVersion: "v1" } },
    { "spec.scaleTargetRef": { kind: "a/b", name: "a", apiVersion: "a/b/c" } },
    { "spec.metrics": [{}] },
    { "spec.metrics": [{ type: "Resource" }] },
    { "spec.metrics": [{ type: "Resource", resource: { name: "", target: {} } }] },
    { "spec.metrics": [{ type: "Pods", pods: { metric: { name: "" }, target: { type: "Value", value: "-1" } } }] },
    {
      "spec.metrics": [
        {
          type: "External",
          external: { metric: { name: "a" }, target: { type: "Value", value: "1", averageValue: "1" } },
        },
      ],
    },
    {
      "spec.behavior": {
        scaleUp: {
          stabilizationWindowSeconds: 4000,
          selectPolicy: "Any",
          policies: [{ type: "Nodes", value: 0, periodSeconds: 0 }],
        },
      },
    },
  ]),
  {
    name: "autoscalers: both versions are views of one object",
    async run(api) {
      const one = namespaced("autoscaling/v1", "horizontalpodautoscalers");
      const hide = {
        show: ({
          apiVersion,
          spec,
          metadata,
        }: {
          apiVersion: string;
          spec: unknown;
          metadata: { annotations?: unknown };
        }) => ({ apiVersion, spec, annotations: metadata.annotations }),
      };
      await api.post(
        one,
        {
          metadata: { name: "a" },
          spec: { scaleTargetRef: target, maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
        },
        hide,
      );
      await api.get(`${autoscalers}/a`, hide);
      const metrics = [
        { type: "Pods", pods: { metric: { name: "m" }, target: { type: "AverageValue", averageValue: "5" } } },
      ];
      await api.post(
        autoscalers,
        {
          metadata: { name: "b" },
          spec: {
            scaleTargetRef: target,
            maxReplicas: 3,
            metrics,
            behavior: { scaleDown: { stabilizationWindowSeconds: 5 } },
          },
        },
        hide,
      );
      await api.get(`${one}/b`, hide);
      await api.get(`${autoscalers}/b`, hide);
    },
  },
  tries("budgets: what may be said", budgets, [
    budget,
    { metadata: { name: "A_b" }, spec: {} },
    { metadata: { name: "a" }, spec: { minAvailable: 1, maxUnavailable: 1 } },
    { metadata: { name: "a" }, spec: { minAvailable: "a" } },
    { metadata: { name: "a" }, spec: { maxUnavailable: "101%" } },
    {
      metadata: { name: "a" },
      spec: { minAvailable: -1, selector: { matchExpressions: [{ key: "a", operator: "In" }] } },
    },
    { metadata: { name: "a" }, spec: { unhealthyPodEvictionPolicy: "Never" } },
  ]),
  tries("priority classes: values", priorityClasses, [
    { metadata: { name: "$id-a" }, value: 5, description: "five" },
    { metadata: { name: "$id-a" }, value: 1000000001 },
    { metadata: { name: "system-$id" }, value: 5 },
    { metadata: { name: "$id-a" }, value: 5, preemptionPolicy: "Sometimes" },
  ]),
  changes(
    "priority classes: values are immutable",
    priorityClasses,
    { metadata: { name: "$id-b" }, value: 5 },
    [{ value: 6 }, { preemptionPolicy: "Never" }, { description: "five" }],
    { isClusterScoped: true },
  ),
  tries("runtime classes: handlers, overhead and tolerations", runtimeClasses, [
    { metadata: { name: "$id-a" }, handler: "runc" },
    { metadata: { name: "$id-a" } },
    { metadata: { name: "$id-a" }, handler: "A" },
    { metadata: { name: "$id-a" }, handler: "a", overhead: { podFixed: { disk: "1" } } },
    {
      metadata: { name: "$id-a" },
      handler: "a",
      scheduling: { nodeSelector: { "a b": "c" }, tolerations: [{ key: "a" }, { key: "a" }] },
    },
  ]),
  changes(
    "runtime classes: the handler is immutable",
    runtimeClasses,
    { metadata: { name: "$id-b" }, handler: "a" },
    [{ handler: "b" }, { "metadata.resourceVersion": undefined }],
    { isClusterScoped: true },
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
  rows("workloads: columns of cronjobs", cronJobs, [cronJob]),
  rows("workloads: columns of budgets", budgets, [budget]),
  rows("workloads: columns of pod templates", podTemplates, [{ metadata: { name: "a" }, template }]),
  rows("workloads: columns of deployments", deployments, [idle]),
  rows("workloads: columns of priority classes", priorityClasses, [{ metadata: { name: "$id-c" }, value: 5 }], {
    isClusterScoped: true,
  }),
  rows("workloads: columns of runtime classes", runtimeClasses, [{ metadata: { name: "$id-c" }, handler: "a" }], {
    isClusterScoped: true,
  }),
  rows("workloads: columns of revisions", revisions, [{ metadata: { name: "a" }, data: {}, revision: 3 }]),
];
