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

interface Subset {
  readonly addresses?: readonly object[];
  readonly notReadyAddresses?: readonly object[];
  readonly ports?: readonly object[];
}

async function writeEndpoints(api: ContractApi, subsets: readonly Subset[], metadata: object = {}): Promise<void> {
  const object = { apiVersion: "v1", kind: "Endpoints", metadata: { name: "a", ...metadata }, subsets };
  await api.post(`${core}/endpoints`, object, quiet);
}

/** The controller takes the subsets, and the addresses of each, in a random order. */
async function untilMirrored(api: ContractApi, isDone: (slices: AnswerBody[]) => boolean): Promise<void> {
  await api.until(slices, ({ body }) => isDone(body.items), {
    show: ({ items }: AnswerBody) =>
      sorted(
        items.map(({ metadata, addressType, endpoints, ports }: AnswerBody) => ({
          ...{ labels: metadata.labels, annotations: metadata.annotations ?? {} },
          owners: metadata.ownerReferences?.map((owner: AnswerBody) => ({ ...owner, uid: "" })),
          ...{ addressType, ports: sorted(ports ?? []), endpoints: sorted(endpoints ?? []) },
        })),
      ),
  });
}

function sorted(items: readonly AnswerBody[]): AnswerBody[] {
  return [...items].sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}

async function createPlainService(api: ContractApi): Promise<void> {
  await createService(api, { selector: undefined });
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
    name: "Endpoints that a client writes are mirrored to slices, which follow their changes",
    async run(api) {
      await createPlainService(api);
      const ports = [
        { name: "web", port: 80 },
        { name: "more", port: 81, protocol: "UDP", appProtocol: "x.io/y" },
      ];
      const target = { kind: "Pod", name: "p", namespace: "elsewhere", uid: "u" };
      const subsets = [
        {
          addresses: [{ ip: "10.1.2.3", hostname: "h", nodeName: "n", targetRef: target }, { ip: "2001:db8::1" }],
          ports,
        },
        { addresses: [{ ip: "10.1.2.4" }], notReadyAddresses: [{ ip: "10.1.2.5" }], ports: [{ port: 90 }] },
        { addresses: [{ ip: "10.1.2.6" }] },
      ];
      const annotations = { own: "a", "endpoints.kubernetes.io/last-change-trigger-time": "2026-01-01T00:00:00Z" };
      await writeEndpoints(api, subsets, { labels: { own: "label" }, annotations });
      await untilMirrored(api, (items) => items.length === 4);
      await api.patch(
        `${core}/endpoints/a`,
        "merge",
        { metadata: { labels: { own: "other" } }, subsets: subsets.slice(1, 2) },
        quiet,
      );
      await untilMirrored(api, (items) => items.length === 1 && items[0]?.metadata.labels.own === "other");
      await api.delete(`${core}/endpoints/a`, undefined, quiet);
      await untilMirrored(api, (items) => items.length === 0);
    },
  },
  {
    name: "ports with the same addresses share a slice, and an address that is not ready once is not ready for the port",
    async run(api) {
      await createPlainService(api);
      await writeEndpoints(api, [
        { addresses: [{ ip: "10.1.2.3" }, { ip: "10.1.2.4" }], ports: [{ name: "web", port: 80 }] },
        { addresses: [{ ip: "10.1.2.4" }, { ip: "10.1.2.3" }], ports: [{ name: "more", port: 81 }] },
        { notReadyAddresses: [{ ip: "10.1.2.5" }], ports: [{ name: "late", port: 82 }] },
        { addresses: [{ ip: "10.1.2.5" }], ports: [{ name: "late", port: 82 }] },
      ]);
      await untilMirrored(api, (items) => items.length === 2);
    },
  },
  {
    name: "Endpoints are mirrored only while their Service has no selector, and unless a label or a lock says no",
    async run(api) {
      const subsets = [{ addresses: [{ ip: "10.1.2.3" }], ports: [{ port: 80 }] }];
      await writeEndpoints(api, subsets, { labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } });
      await createPlainService(api);
      await api.patch(`${core}/endpoints/a`, "merge", { metadata: { labels: null } }, quiet);
      await untilMirrored(api, (items) => items.length === 1);
      const lock = { "control-plane.alpha.kubernetes.io/leader": "{}" };
      await api.patch(`${core}/endpoints/a`, "merge", { metadata: { annotations: lock } }, quiet);
      await untilMirrored(api, (items) => items.length === 0);
      await api.patch(`${core}/endpoints/a`, "merge", { metadata: { annotations: null } }, quiet);
      await untilMirrored(api, (items) => items.length === 1);
      await api.patch(`${core}/services/a`, "merge", { spec: { selector: labels } }, quiet);
      const managers = (items: AnswerBody[]): unknown[] =>
        items.map(({ metadata }) => metadata.labels["endpointslice.kubernetes.io/managed-by"]);
      const isOwn = (items: AnswerBody[]): boolean => managers(items).join(" ") === "endpointslice-controller.k8s.io";
      await api.until(slices, ({ body }) => isOwn(body.items), { show: ({ items }: AnswerBody) => managers(items) });
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
