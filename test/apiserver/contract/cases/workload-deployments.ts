/** What the controller of Deployments does. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import {
  apps,
  core,
  labels,
  makeReady,
  quiet,
  showPods,
  showStatus,
  template,
  untilPods,
  untilStatus,
  withoutHashes,
} from "../workload-steps.js";

export const simulatesWorkloads = true;

const path = `${apps}/deployments/a`;
const rolling = (maxSurge: number | string, maxUnavailable: number | string): object => ({
  strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable } },
});

async function create(api: ContractApi, more: object = {}, annotations: object = {}): Promise<void> {
  const metadata = { name: "a", labels: { own: "label" }, annotations };
  const spec = { replicas: 2, selector: { matchLabels: labels }, template: template(), ...more };
  await api.post(`${apps}/deployments`, { apiVersion: "apps/v1", kind: "Deployment", metadata, spec }, quiet);
}

const setOf = ({ metadata, spec, status }: AnswerBody): object => ({
  ...{ annotations: metadata.annotations, labels: metadata.labels, owners: metadata.ownerReferences },
  ...{ spec: { ...spec, template: spec.template.spec.containers[0].image }, replicas: status.replicas },
});

/** Waits for the sizes of the ReplicaSets, the oldest first. */
async function untilSizes(api: ContractApi, sizes: Record<string, number>): Promise<void> {
  const imageOf = ({ spec }: AnswerBody): string => spec.template.spec.containers[0].image;
  const isDone = ({ body }: AnswerBody): boolean => {
    const found = Object.fromEntries(body.items.map((each: AnswerBody) => [imageOf(each), each.spec.replicas]));
    const isCounted = body.items.every(
      ({ metadata, spec, status }: AnswerBody) =>
        status.replicas === spec.replicas && status.observedGeneration === metadata.generation,
    );
    return isCounted && JSON.stringify(Object.entries(found).sort()) === JSON.stringify(Object.entries(sizes).sort());
  };
  await api.until(`${apps}/replicasets`, isDone, {
    show: ({ items }: AnswerBody) =>
      withoutHashes(items.toSorted((a: AnswerBody, b: AnswerBody) => (imageOf(a) < imageOf(b) ? -1 : 1)).map(setOf)),
  });
}

async function podsOf(api: ContractApi, image: string): Promise<AnswerBody[]> {
  const { body } = await api.get(`${core}/pods`, quiet);
  return body.items.filter(({ spec }: AnswerBody) => spec.containers[0].image === image);
}

const setImage = (api: ContractApi, image: string): Promise<unknown> =>
  api.patch(path, "strategic", { spec: { template: { spec: { containers: [{ name: "a", image }] } } } }, quiet);

const isEndingAlone = ({ body }: AnswerBody): boolean =>
  body.items.length === 1 && body.items[0].metadata.deletionTimestamp !== undefined;

const showMetadata = ({ metadata }: AnswerBody): unknown => ({
  annotations: metadata.annotations,
  generation: metadata.generation,
});

/**
 * Omits whether the Deployment has progressed: its status counts pods of the new template before and after the change. The
 * controller sees progress only if it also writes the status in between, in which no pod is new.
 */
const showCounts = ({ metadata, status }: AnswerBody): unknown => {
  const conditions = status.conditions.filter(({ type }: AnswerBody) => type !== "Progressing");
  return showStatus({ metadata, status: { ...status, conditions } });
};

export const cases: readonly ContractCase[] = [
  {
    name: "a Deployment creates a ReplicaSet, and counts its pods",
    async run(api) {
      await create(api, {}, { "example.com/copied": "yes", "kubectl.kubernetes.io/last-applied-configuration": "{}" });
      await untilSizes(api, { a: 2 });
      await untilStatus(api, path, { replicas: 2, updatedReplicas: 2, unavailableReplicas: 2 });
      await api.get(path, { show: showMetadata });
      const pods = await untilPods(api, 2);
      await makeReady(api, pods.slice(0, 1));
      await untilStatus(api, path, { readyReplicas: 1 });
      await makeReady(api, pods);
      await untilStatus(api, path, { readyReplicas: 2 });
    },
  },
  {
    name: "a rolling update: old pods go as new pods become available, and a rollback takes the old ReplicaSet",
    async run(api) {
      await create(api, rolling(1, 0));
      await untilSizes(api, { a: 2 });
      await makeReady(api, await untilPods(api, 2));
      await untilStatus(api, path, { availableReplicas: 2 });
      await setImage(api, "b");
      await untilSizes(api, { a: 2, b: 1 });
      await untilStatus(api, path, { observedGeneration: 2, replicas: 3, updatedReplicas: 1 }, showCounts);
      await untilPods(api, 3);
      await makeReady(api, await podsOf(api, "b"));
      await untilSizes(api, { a: 1, b: 2 });
      await untilPods(api, 3);
      await makeReady(api, await podsOf(api, "b"));
      await untilSizes(api, { a: 0, b: 2 });
      await untilStatus(api, path, { replicas: 2, updatedReplicas: 2, availableReplicas: 2 });
      await setImage(api, "a");
      await untilSizes(api, { a: 1, b: 2 });
      await api.get(path, { show: showMetadata });
    },
  },
  {
    name: "a rolling update that may lose pods: the unavailable ones go first",
    async run(api) {
      await create(api, { replicas: 4, ...rolling(0, "50%") });
      await untilSizes(api, { a: 4 });
      const pods = await untilPods(api, 4);
      await makeReady(api, pods.slice(0, 3));
      await untilStatus(api, path, { availableReplicas: 3 });
      await setImage(api, "b");
      await untilSizes(api, { a: 2, b: 2 });
      await untilStatus(api, path, { replicas: 4, updatedReplicas: 2, observedGeneration: 2 }, showCounts);
    },
  },
  {
    name: "Recreate: new pods come after the last old one",
    async run(api) {
      await create(api, { strategy: { type: "Recreate" } });
      await untilSizes(api, { a: 2 });
      const [first] = await untilPods(api, 2);
      await api.patch(
        `${core}/pods/${first.metadata.name}`,
        "merge",
        { metadata: { finalizers: ["example.com/a"] } },
        quiet,
      );
      await setImage(api, "b");
      await api.until(`${core}/pods`, isEndingAlone, { show: showPods });
      await untilSizes(api, { a: 0 });
      await api.patch(`${core}/pods/${first.metadata.name}`, "merge", { metadata: { finalizers: null } }, quiet);
      await untilSizes(api, { a: 0, b: 2 });
      await untilStatus(api, path, { observedGeneration: 2, replicas: 2, updatedReplicas: 2 });
    },
  },
  {
    name: "a paused Deployment is scaled in proportion, and rolls out nothing",
    async run(api) {
      await create(api, { replicas: 4, ...rolling(2, 0) });
      await untilSizes(api, { a: 4 });
      await makeReady(api, await untilPods(api, 4));
      await untilStatus(api, path, { availableReplicas: 4 });
      await setImage(api, "b");
      await untilSizes(api, { a: 4, b: 2 });
      await api.patch(path, "merge", { spec: { paused: true } }, quiet);
      await untilStatus(api, path, { observedGeneration: 3, replicas: 6, updatedReplicas: 2 });
      await api.patch(`${path}/scale`, "merge", { spec: { replicas: 8 } }, quiet);
      await untilSizes(api, { a: 7, b: 3 });
      await setImage(api, "c");
      await untilStatus(api, path, { observedGeneration: 5, replicas: 10 });
      await untilSizes(api, { a: 7, b: 3 });
    },
  },
  {
    name: "old ReplicaSets beyond the limit of the history are deleted, and the others keep their revisions",
    async run(api) {
      await create(api, { replicas: 0, revisionHistoryLimit: 1 });
      await untilSizes(api, { a: 0 });
      await untilStatus(api, path, { observedGeneration: 1 });
      await setImage(api, "b");
      await untilSizes(api, { a: 0, b: 0 });
      await setImage(api, "c");
      await untilSizes(api, { b: 0, c: 0 });
      await api.get(path, { show: showMetadata });
    },
  },
  {
    name: "a Deployment whose pods do not become ready in time has not progressed",
    async run(api) {
      await create(api, { progressDeadlineSeconds: 1 });
      const hasFailed = ({ body }: AnswerBody): boolean =>
        body.status.conditions?.some(({ reason }: AnswerBody) => reason === "ProgressDeadlineExceeded");
      await api.until(path, hasFailed, { show: ({ status }: AnswerBody) => withoutHashes(status.conditions) });
      await makeReady(api, await untilPods(api, 2));
      await untilStatus(api, path, { availableReplicas: 2 });
    },
  },
  {
    name: "a Deployment adopts a ReplicaSet of its template",
    async run(api) {
      const spec = { replicas: 1, selector: { matchLabels: labels }, template: template() };
      await api.post(
        `${apps}/replicasets`,
        { apiVersion: "apps/v1", kind: "ReplicaSet", metadata: { name: "own", labels }, spec },
        quiet,
      );
      await untilPods(api, 1);
      await create(api);
      await untilSizes(api, { a: 2 });
      await untilStatus(api, path, { replicas: 2, updatedReplicas: 2 });
    },
  },
];
