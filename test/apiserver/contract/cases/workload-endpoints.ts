/** What the controllers of Endpoints, EndpointSlices and PodDisruptionBudgets do. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { apps, core, labels, makeReady, quiet, template, untilPods } from "../workload-steps.js";

export const simulatesWorkloads = true;

const slices = "/apis/discovery.k8s.io/v1/namespaces/$ns/endpointslices";
const budget = "/apis/policy/v1/namespaces/$ns/poddisruptionbudgets/a";

async function createService(api: ContractApi, more: object = {}): Promise<void> {
  const spec = {
    selector: labels,
    ports: [
      { name: "web", port: 80, targetPort: "http" },
      { name: "more", port: 81 },
    ],
    ...more,
  };
  const metadata = { name: "a", labels: { own: "label" } };
  await api.post(`${core}/services`, { apiVersion: "v1", kind: "Service", metadata, spec }, quiet);
}

async function createPod(api: ContractApi): Promise<void> {
  const spec = { schedulerName: "none", containers: [{ name: "a", image: "a" }] };
  await api.post(`${core}/pods`, { apiVersion: "v1", kind: "Pod", metadata: { name: "a", labels }, spec }, quiet);
}

const showLabels = ({ metadata }: AnswerBody): unknown => metadata.labels;

/** Waits for endpoints without addresses: a controller takes addresses only from pods on a node. */
async function untilAddresses(api: ContractApi): Promise<void> {
  await api.until(`${core}/endpoints/a`, ({ body }) => body.kind === "Endpoints", {
    show: ({ metadata, subsets }: AnswerBody) => ({ labels: metadata.labels, subsets: subsets ?? [] }),
  });
  await api.until(slices, ({ body }) => body.items.length > 0, {
    show: ({ items }: AnswerBody) =>
      items.map(({ metadata, addressType, endpoints, ports }: AnswerBody) => ({
        ...{
          labels: metadata.labels,
          owners: metadata.ownerReferences?.map(({ kind, name }: AnswerBody) => ({ kind, name })),
        },
        ...{ addressType, ports: ports ?? [], endpoints: endpoints ?? [] },
      })),
  });
}

const showBudget = ({ status }: AnswerBody): unknown => status;

async function untilBudget(api: ContractApi, counts: object): Promise<void> {
  const isDone = ({ body }: AnswerBody): boolean =>
    Object.entries(counts).every(([name, value]) => body.status?.[name] === value);
  await api.until(budget, isDone, { show: showBudget });
}

async function createBudget(api: ContractApi, spec: object): Promise<void> {
  const object = {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: "a" },
    spec: { selector: { matchLabels: labels }, ...spec },
  };
  await api.post("/apis/policy/v1/namespaces/$ns/poddisruptionbudgets", object, quiet);
}

export const cases: readonly ContractCase[] = [
  {
    name: "a Service without pods has empty endpoints",
    async run(api) {
      await createService(api);
      await untilAddresses(api);
    },
  },
  {
    name: "the endpoints of a headless Service, which go with the Service",
    async run(api) {
      await createService(api, { clusterIP: "None", ports: [{ port: 80 }] });
      await untilAddresses(api);
      await api.patch(`${core}/services/a`, "merge", { metadata: { labels: { own: "other" } } }, quiet);
      await api.until(`${core}/endpoints/a`, ({ body }) => body.metadata.labels.own === "other", { show: showLabels });
      await api.delete(`${core}/services/a`, undefined, quiet);
      await api.until(`${core}/endpoints/a`, ({ status }) => status === 404, { show: ({ code }: AnswerBody) => code });
      await api.until(slices, ({ body }) => body.items.length === 0, { show: ({ items }: AnswerBody) => items });
    },
  },
  {
    name: "a budget counts the pods of its selector, and an eviction takes one",
    async run(api) {
      const spec = { replicas: 3, selector: { matchLabels: labels }, template: template() };
      await createBudget(api, { minAvailable: 2 });
      await untilBudget(api, { observedGeneration: 1, expectedPods: 0 });
      await api.post(
        `${apps}/replicasets`,
        { apiVersion: "apps/v1", kind: "ReplicaSet", metadata: { name: "a" }, spec },
        quiet,
      );
      const pods = await untilPods(api, 3);
      await makeReady(api, pods.slice(0, 2));
      await untilBudget(api, { currentHealthy: 2, disruptionsAllowed: 0 });
      await makeReady(api, pods);
      await untilBudget(api, { currentHealthy: 3, disruptionsAllowed: 1 });
      const [{ metadata }] = pods;
      const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: metadata.name } };
      await api.post(`${core}/pods/${metadata.name}/eviction`, eviction, quiet);
      // The controller forgets the evicted pod when it sees its deletion, and counts a new one when the ReplicaSet creates it.
      await untilBudget(api, { currentHealthy: 2, expectedPods: 3, disruptionsAllowed: 0, disruptedPods: undefined });
    },
  },
  {
    name: "a budget with a percentage counts what the controllers of its pods want",
    async run(api) {
      const spec = { replicas: 4, selector: { matchLabels: labels }, template: template() };
      await api.post(
        `${apps}/deployments`,
        { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "a" }, spec },
        quiet,
      );
      await makeReady(api, await untilPods(api, 4));
      await createBudget(api, { maxUnavailable: "30%" });
      await untilBudget(api, { expectedPods: 4, currentHealthy: 4 });
      await api.patch(`${apps}/deployments/a/scale`, "merge", { spec: { replicas: 2 } }, quiet);
      await untilBudget(api, { expectedPods: 2, currentHealthy: 2 });
    },
  },
  {
    name: "a budget with a percentage does not count pods without a controller",
    async run(api) {
      await createPod(api);
      await createBudget(api, { minAvailable: "50%" });
      await untilBudget(api, { observedGeneration: 1 });
    },
  },
];
