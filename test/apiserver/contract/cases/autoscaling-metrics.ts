/** Autoscalers whose metrics an extension API server serves. One case, because the groups of the metrics exist only once. */
import type { OptionalController } from "../../../../src/apiserver/controllers/optional-controllers.js";
import type { Answer, AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { hasCondition } from "../custom-kinds.js";
import { type ExtensionServer, servicesPath, withExtensionServer } from "../extension-server.js";
import { apps, core, makeReady, quiet } from "../workload-steps.js";

export const controllers: readonly OptionalController[] = ["horizontal-pod-autoscaler-controller"];
export const isAlone = true;

const autoscalers = "/apis/autoscaling/v2/namespaces/$ns/horizontalpodautoscalers";
const groups = ["v1beta1.metrics.k8s.io", "v1beta2.custom.metrics.k8s.io", "v1beta1.external.metrics.k8s.io"];

/** The values that the extension API server serves, by the last word of the path; and the CPU time of each pod. */
interface Values {
  cpu: string;
  readonly metrics: Record<string, string>;
}

function serveMetrics(api: ContractApi, server: ExtensionServer, values: Values): void {
  for (const name of groups) {
    const [version, ...group] = name.split(".");
    const groupVersion = `${group.join(".")}/${version}`;
    server.documents.set(`/apis/${groupVersion}`, {
      body: { kind: "APIResourceList", apiVersion: "v1", groupVersion, resources: [] },
    });
  }
  server.handler = (request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const timestamp = new Date().toISOString();
    const items = path.startsWith("/apis/metrics.k8s.io/")
      ? ["p0", "p1"].map((name) => ({
          ...{ metadata: { name, namespace: api.ns }, timestamp, window: "30s" },
          containers: [{ name: "a", usage: { cpu: values.cpu, memory: "1Mi" } }],
        }))
      : [
          {
            ...{ timestamp, value: values.metrics[path.split("/").at(-1) ?? ""] ?? "0" },
            ...(path.startsWith("/apis/custom")
              ? { describedObject: { kind: "Pod", name: "p0" }, metric: { name: "m" } }
              : { metricName: "m", metricLabels: {} }),
          },
        ];
    const [, , group = "", version = ""] = path.split("/");
    const kinds: Record<string, string> = {
      "metrics.k8s.io": "PodMetricsList",
      "custom.metrics.k8s.io": "MetricValueList",
      "external.metrics.k8s.io": "ExternalMetricValueList",
    };
    const list = { kind: kinds[group] ?? "", apiVersion: `${group}/${version}`, metadata: {}, items };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(list));
  };
}

async function registerMetrics(api: ContractApi, server: ExtensionServer): Promise<void> {
  for (const name of groups) {
    const [version, ...group] = name.split(".");
    const service = { namespace: "$ns", name: "ext", port: server.port };
    const spec = { group: group.join("."), version, groupPriorityMinimum: 100, versionPriority: 100, service };
    api.cleanUp(`${servicesPath}/${name}`);
    await api.post(servicesPath, { metadata: { name }, spec: { ...spec, caBundle: server.caBundle } }, quiet);
  }
  for (const name of groups) {
    const isAvailable = ({ body }: Answer): boolean => hasCondition(body, "Available");
    await api.until(`${servicesPath}/${name}`, isAvailable, { show: () => "available" });
  }
}

async function addDeployment(api: ContractApi, name: string, replicas: number): Promise<void> {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } };
  const spec = { replicas, selector: { matchLabels: labels }, template };
  await api.post(`${apps}/deployments`, { metadata: { name }, spec }, quiet);
  await api.patch(`${apps}/deployments/${name}/status`, "merge", { status: { replicas } }, quiet);
}

async function addAutoscaler(api: ContractApi, name: string, spec: object): Promise<void> {
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name };
  await api.post(autoscalers, { metadata: { name }, spec: { scaleTargetRef, maxReplicas: 10, ...spec } }, quiet);
}

/** Waits until a target has these replicas, and the status says that they are enough. */
async function untilReplicas(api: ContractApi, name: string, replicas: number, reason?: string): Promise<void> {
  await api.until(`${apps}/deployments/${name}`, ({ body }) => body.spec.replicas === replicas, {
    show: ({ spec }) => spec.replicas,
  });
  const isSettled = ({ body: { status } }: Answer): boolean =>
    status?.currentReplicas === replicas &&
    status.desiredReplicas === replicas &&
    (reason === undefined || status.conditions.some((each: AnswerBody) => each.reason === reason));
  await api.until(`${autoscalers}/${name}`, isSettled, {
    // The time of the recommendations decides which of two conditions a round sets.
    show: ({ status }) => ({
      ...status,
      conditions: status.conditions.filter((each: AnswerBody) => each.type !== "AbleToScale"),
    }),
  });
}

export const cases: readonly ContractCase[] = [
  withExtensionServer("metrics decide how many replicas a target has", async (api, server) => {
    const values: Values = { cpu: "90m", metrics: { queue: "35", hits: "3500m" } };
    serveMetrics(api, server, values);
    await registerMetrics(api, server);

    await addDeployment(api, "a", 2);
    const resources = { requests: { cpu: "100m" } };
    const spec = { schedulerName: "none", containers: [{ name: "a", image: "a", resources }] };
    const pods: AnswerBody[] = [];
    for (const name of ["p0", "p1"]) {
      const pod = { metadata: { name, labels: { app: "a" } }, spec };
      pods.push((await api.post(`${core}/pods`, pod, quiet)).body);
    }
    await makeReady(api, pods);
    for (const name of ["p0", "p1"]) {
      const status = { startTime: "2020-01-01T00:00:00Z" };
      await api.patch(`${core}/pods/${name}/status`, "merge", { status }, quiet);
    }
    const cpu = { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } };
    await addAutoscaler(api, "a", { metrics: [{ type: "Resource", resource: cpu }] });
    await untilReplicas(api, "a", 4);
    values.cpu = "500m";
    await untilReplicas(api, "a", 10, "TooManyReplicas");
    values.cpu = "10m";
    const scaleDown = { stabilizationWindowSeconds: 0, policies: [{ type: "Pods", value: 3, periodSeconds: 1800 }] };
    await api.patch(`${autoscalers}/a`, "merge", { spec: { behavior: { scaleDown } } }, quiet);
    await untilReplicas(api, "a", 7, "ScaleDownLimit");

    await addDeployment(api, "external", 1);
    const external = { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "10" } };
    await addAutoscaler(api, "external", { metrics: [{ type: "External", external }] });
    await untilReplicas(api, "external", 4);

    await addDeployment(api, "object", 1);
    const describedObject = { apiVersion: "apps/v1", kind: "Deployment", name: "object" };
    const object = { metric: { name: "hits" }, describedObject, target: { type: "AverageValue", averageValue: "1" } };
    await addAutoscaler(api, "object", { metrics: [{ type: "Object", object }] });
    await untilReplicas(api, "object", 4);

    await addDeployment(api, "average", 1);
    await api.post(`${core}/pods`, { metadata: { name: "p2", labels: { app: "average" } }, spec }, quiet);
    const unmeasured = { metric: { name: "hits" }, target: { type: "AverageValue", averageValue: "1" } };
    await addAutoscaler(api, "average", { metrics: [{ type: "Pods", pods: unmeasured }] });
    const isJudged = ({ body }: Answer): boolean => body.status?.conditions?.length > 1;
    await api.until(`${autoscalers}/average`, isJudged, { show: ({ status }) => status });
  }),
];
