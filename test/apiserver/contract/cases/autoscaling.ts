/** Autoscalers, with their controller. No controller creates pods: the cases create them, and serve their metrics. */
import type { OptionalController } from "../../../../src/apiserver/controllers/optional-controllers.js";
import type { Answer, AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { apps, core, labels, quiet, showEvents, template } from "../workload-steps.js";

export const controllers: readonly OptionalController[] = ["horizontal-pod-autoscaler-controller"];

const autoscalers = "/apis/autoscaling/v2/namespaces/$ns/horizontalpodautoscalers";
const target = { apiVersion: "apps/v1", kind: "Deployment", name: "a" };
const podSpec = { schedulerName: "none", containers: [{ name: "a", image: "a" }] };
const cpu = { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } };

async function addDeployment(api: ContractApi, replicas: number): Promise<void> {
  const spec = { replicas, selector: { matchLabels: labels }, template: template() };
  await api.post(`${apps}/deployments`, { metadata: { name: "a" }, spec }, quiet);
}

async function addAutoscaler(api: ContractApi, spec: object = {}, name = "a"): Promise<void> {
  const wanted = { scaleTargetRef: target, maxReplicas: 5, metrics: [cpu], ...spec };
  await api.post(autoscalers, { metadata: { name }, spec: wanted }, quiet);
}

const showAutoscaler = ({ status }: AnswerBody): unknown => status;

const hasReason =
  (type: string, reason: string) =>
  ({ body }: Answer): boolean =>
    body.status?.conditions?.some((each: AnswerBody) => each.type === type && each.reason === reason) === true;

/** Waits until a condition of an autoscaler has a reason. */
async function untilReason(api: ContractApi, type: string, reason: string, name = "a"): Promise<void> {
  await api.until(`${autoscalers}/${name}`, hasReason(type, reason), { show: showAutoscaler });
}

/** Waits for events with the reasons, and shows only these. */
async function untilEvents(api: ContractApi, reasons: readonly string[]): Promise<void> {
  const chosen = ({ items }: AnswerBody): AnswerBody[] =>
    items.filter((each: AnswerBody) => reasons.includes(each.reason));
  await api.until(`${core}/events`, ({ body }) => chosen(body).length >= reasons.length, {
    show: (body) => showEvents({ items: chosen(body) }),
  });
}

const showReplicas = ({ spec }: AnswerBody): unknown => spec.replicas;

async function untilReplicas(api: ContractApi, replicas: number): Promise<void> {
  await api.until(`${apps}/deployments/a`, ({ body }) => body.spec.replicas === replicas, { show: showReplicas });
}

export const cases: readonly ContractCase[] = [
  {
    name: "without a metrics API, no metric has a value",
    async run(api) {
      await addDeployment(api, 2);
      await addAutoscaler(api);
      await untilReason(api, "ScalingActive", "FailedGetResourceMetric");
      await untilEvents(api, ["FailedGetResourceMetric", "FailedComputeMetricsReplicas"]);
      await api.get(`${apps}/deployments/a`, { show: showReplicas });
    },
  },
  {
    name: "without a metrics API, other kinds of metrics have no value either",
    async run(api) {
      await addDeployment(api, 2);
      const metric = { name: "m" };
      const selected = { name: "m", selector: { matchLabels: { a: "b" } } };
      const averageValue = { type: "AverageValue", averageValue: "5" };
      const value = { type: "Value", value: "5" };
      const described = { ...target };
      const specs: Record<string, object> = {
        average: {
          type: "Resource",
          resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } },
        },
        container: {
          type: "ContainerResource",
          containerResource: { name: "cpu", container: "a", target: { type: "Utilization", averageUtilization: 50 } },
        },
        pods: { type: "Pods", pods: { metric, target: averageValue } },
        object: { type: "Object", object: { metric, describedObject: described, target: value } },
        share: { type: "Object", object: { metric, describedObject: described, target: averageValue } },
        external: { type: "External", external: { metric, target: value } },
        selected: { type: "External", external: { metric: selected, target: averageValue } },
      };
      for (const [name, spec] of Object.entries(specs)) {
        await addAutoscaler(api, { metrics: [spec] }, name);
        await api.until(`${autoscalers}/${name}`, ({ body }) => body.status?.conditions?.length === 2, {
          show: showAutoscaler,
        });
        await api.delete(`${autoscalers}/${name}`, undefined, quiet);
      }
    },
  },
  {
    name: "the bounds count without metrics",
    async run(api) {
      await addDeployment(api, 1);
      await addAutoscaler(api, { minReplicas: 3 });
      await untilReplicas(api, 3);
      await untilReason(api, "ScalingActive", "FailedGetResourceMetric");
      await untilEvents(api, ["SuccessfulRescale"]);
      await api.patch(`${apps}/deployments/a`, "merge", { spec: { replicas: 9 } }, quiet);
      await untilReplicas(api, 5);
      await untilEvents(api, ["SuccessfulRescale", "SuccessfulRescale"]);
    },
  },
  {
    name: "a target without replicas is not scaled",
    async run(api) {
      await addDeployment(api, 0);
      await addAutoscaler(api);
      await untilReason(api, "ScalingActive", "ScalingDisabled");
    },
  },
  {
    name: "a target that does not exist",
    async run(api) {
      await addAutoscaler(api);
      await untilReason(api, "AbleToScale", "FailedGetScale");
      await untilEvents(api, ["FailedGetScale"]);
    },
  },
  {
    name: "targets that cannot be scaled",
    async run(api) {
      const targets: Record<string, object> = {
        kind: { apiVersion: "apps/v1", kind: "Nothing", name: "a" },
        group: { apiVersion: "none.example.com/v1", kind: "Nothing", name: "a" },
        scale: { apiVersion: "apps/v1", kind: "ControllerRevision", name: "a" },
      };
      for (const [name, scaleTargetRef] of Object.entries(targets)) {
        await addAutoscaler(api, { scaleTargetRef }, name);
        await untilReason(api, "AbleToScale", "FailedGetScale", name);
      }
    },
  },
  {
    name: "two autoscalers of the same pods",
    async run(api) {
      await addDeployment(api, 2);
      await api.post(`${core}/pods`, { metadata: { name: "p", labels }, spec: podSpec }, quiet);
      await addAutoscaler(api);
      await untilReason(api, "ScalingActive", "FailedGetResourceMetric");
      await addAutoscaler(api, {}, "b");
      await api.until(`${autoscalers}/b`, hasReason("ScalingActive", "AmbiguousSelector"), {
        show: ({ status }) => status.conditions.map(({ type, reason }: AnswerBody) => ({ type, reason })),
      });
    },
  },
];
