/** Objects about workloads: autoscalers, budgets, classes. */
import type { ContractCase } from "../contract-case.js";
import { changes, conditionOf, type KindObject, rows, tries, variants } from "../kind-cases.js";

const namespaced = (group: string, resource: string): string => `/apis/${group}/namespaces/$ns/${resource}`;
const autoscalers = namespaced("autoscaling/v2", "horizontalpodautoscalers");
const budgets = namespaced("policy/v1", "poddisruptionbudgets");
const priorityClasses = "/apis/scheduling.k8s.io/v1/priorityclasses";
const runtimeClasses = "/apis/node.k8s.io/v1/runtimeclasses";
const target = { apiVersion: "apps/v1", kind: "Deployment", name: "a" };
const autoscaler: KindObject = { metadata: { name: "a" }, spec: { scaleTargetRef: target, maxReplicas: 3 } };
const budget: KindObject = {
  metadata: { name: "a" },
  spec: { minAvailable: 1, selector: { matchLabels: { app: "a" } } },
};

export const cases: readonly ContractCase[] = [
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
  changes(
    "disruption budgets: conditions",
    budgets,
    budget,
    [
      { "status.conditions": [conditionOf("A")] },
      { "status.conditions": [conditionOf("A"), conditionOf("B"), conditionOf("A")] },
      { "status.conditions": [conditionOf("A", { status: "Nope", reason: "" })] },
      { "status.disruptionsAllowed": -1 },
    ],
    { subresource: "status" },
  ),
  rows("workloads: columns of budgets", budgets, [budget]),
  rows("workloads: columns of priority classes", priorityClasses, [{ metadata: { name: "$id-c" }, value: 5 }], {
    isClusterScoped: true,
  }),
  rows("workloads: columns of runtime classes", runtimeClasses, [{ metadata: { name: "$id-c" }, handler: "a" }], {
    isClusterScoped: true,
  }),
];
