/** What the controller of DaemonSets does. Each case has its own node. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { apps, core, labels, makeReady, quiet, template, untilEvents, withoutHashes } from "../workload-steps.js";

export const simulatesWorkloads = true;

const path = `${apps}/daemonsets/a`;

async function createNode(api: ContractApi, name: string, taints: object[] = []): Promise<void> {
  api.cleanUp(`/api/v1/nodes/${name}`);
  const node = { apiVersion: "v1", kind: "Node", metadata: { name, labels: { case: "$id" } }, spec: { taints } };
  await api.post("/api/v1/nodes", node, quiet);
  // A node without a kubelet has the taint of one that is not ready.
  await api.patch(`/api/v1/nodes/${name}`, "merge", { spec: { taints } }, quiet);
}

async function create(api: ContractApi, more: object = {}): Promise<void> {
  const spec = {
    selector: { matchLabels: labels },
    template: template("a", { nodeSelector: { case: "$id" } }),
    ...more,
  };
  await api.post(
    `${apps}/daemonsets`,
    { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "a" }, spec },
    quiet,
  );
}

const showPods = ({ items }: AnswerBody): unknown =>
  withoutHashes(
    items.map(({ metadata, spec }: AnswerBody) => ({
      ...{ labels: metadata.labels, image: spec.containers[0].image, affinity: spec.affinity },
      ...{ tolerations: spec.tolerations, owners: metadata.ownerReferences },
    })),
  );

async function untilPods(api: ContractApi, image: string, count: number): Promise<AnswerBody[]> {
  const isDone = ({ body }: AnswerBody): boolean =>
    body.items.length === count && body.items.every(({ spec }: AnswerBody) => spec.containers[0].image === image);
  const { body } = await api.until(`${core}/pods`, isDone, { show: showPods });
  return body.items;
}

async function untilCounts(api: ContractApi, counts: object): Promise<void> {
  const isDone = ({ body }: AnswerBody): boolean =>
    Object.entries(counts).every(([name, value]) => (body.status?.[name] ?? 0) === value);
  await api.until(path, isDone, { show: ({ status }: AnswerBody) => status });
}

export const cases: readonly ContractCase[] = [
  {
    name: "a DaemonSet has a pod on its node, and replaces it when the template changes",
    async run(api) {
      await createNode(api, "node-$id");
      await create(api);
      await makeReady(api, await untilPods(api, "a", 1));
      await untilCounts(api, { desiredNumberScheduled: 1, numberReady: 1, updatedNumberScheduled: 1 });
      await untilEvents(api, ["SuccessfulCreate"]);
      await api.patch(
        path,
        "strategic",
        { spec: { template: { spec: { containers: [{ name: "a", image: "b" }] } } } },
        quiet,
      );
      await untilPods(api, "b", 1);
      await untilCounts(api, { observedGeneration: 2, updatedNumberScheduled: 1, numberReady: 0 });
      await api.until(`${apps}/controllerrevisions`, ({ body }) => body.items.length === 2, {
        show: ({ items }: AnswerBody) =>
          withoutHashes(
            items
              .map(({ revision, metadata }: AnswerBody) => ({
                revision,
                labels: metadata.labels,
                annotations: metadata.annotations,
              }))
              .toSorted((left: AnswerBody, right: AnswerBody) => left.revision - right.revision),
          ),
      });
    },
  },
  {
    name: "a node with a taint gets no pod of a DaemonSet that does not tolerate it",
    async run(api) {
      await createNode(api, "node-$id", [{ key: "own", effect: "NoSchedule" }]);
      await create(api);
      await untilCounts(api, { observedGeneration: 1 });
      const tolerations = [{ key: "own", operator: "Exists" }];
      await api.patch(path, "strategic", { spec: { template: { spec: { tolerations } } } }, quiet);
      await untilPods(api, "a", 1);
      await untilCounts(api, { desiredNumberScheduled: 1, currentNumberScheduled: 1 });
    },
  },
  {
    name: "OnDelete: a pod stays as it is until a client deletes it",
    async run(api) {
      await createNode(api, "node-$id");
      await create(api, { updateStrategy: { type: "OnDelete" } });
      const [pod] = await untilPods(api, "a", 1);
      await api.patch(
        path,
        "strategic",
        { spec: { template: { spec: { containers: [{ name: "a", image: "b" }] } } } },
        quiet,
      );
      await untilCounts(api, { observedGeneration: 2 });
      await api.delete(`${core}/pods/${pod.metadata.name}`, undefined, quiet);
      await untilPods(api, "b", 1);
    },
  },
];
