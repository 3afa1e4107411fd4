/** What the controllers of ReplicaSets and ReplicationControllers do. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import {
  apps,
  core,
  end,
  labels,
  makeReady,
  quiet,
  template,
  untilEvents,
  untilPods,
  untilStatus,
} from "../workload-steps.js";

export const simulatesWorkloads = true;

const setPath = `${apps}/replicasets/a`;

async function createSet(api: ContractApi, more: object = {}): Promise<void> {
  const spec = { replicas: 2, selector: { matchLabels: labels }, template: template(), ...more };
  await api.post(
    `${apps}/replicasets`,
    { apiVersion: "apps/v1", kind: "ReplicaSet", metadata: { name: "a" }, spec },
    quiet,
  );
}

const orphan = (name: string): object => ({
  ...{ apiVersion: "v1", kind: "Pod", metadata: { name, labels } },
  spec: { schedulerName: "none", containers: [{ name: "a", image: "orphan" }] },
});

export const cases: readonly ContractCase[] = [
  {
    name: "a ReplicaSet creates pods, counts those that are ready, and follows its scale",
    async run(api) {
      await createSet(api);
      const pods = await untilPods(api, 2);
      await untilStatus(api, setPath, { replicas: 2, observedGeneration: 1 });
      await makeReady(api, pods.slice(0, 1));
      await untilStatus(api, setPath, { readyReplicas: 1, availableReplicas: 1 });
      await api.patch(`${setPath}/scale`, "merge", { spec: { replicas: 1 } }, quiet);
      // The pod that is not ready goes first.
      await untilPods(api, 1);
      await untilStatus(api, setPath, { replicas: 1, readyReplicas: 1, observedGeneration: 2, terminatingReplicas: 0 });
      await untilEvents(api, ["SuccessfulCreate", "SuccessfulCreate", "SuccessfulDelete"]);
    },
  },
  {
    name: "a ReplicaSet adopts a pod, releases one whose labels change, and replaces a pod that has failed",
    async run(api) {
      await api.post(`${core}/pods`, orphan("a"), quiet);
      await createSet(api);
      const pods = await untilPods(api, 2);
      await untilStatus(api, setPath, { replicas: 2 });
      await api.patch(`${core}/pods/a`, "merge", { metadata: { labels: { app: "b" } } }, quiet);
      await untilPods(api, 3, 2);
      await untilStatus(api, setPath, { replicas: 2, fullyLabeledReplicas: 2 });
      await end(
        api,
        pods.filter(({ metadata }: AnswerBody) => metadata.name !== "a"),
        "Failed",
      );
      await untilPods(api, 4, 3);
    },
  },
  {
    name: "a ReplicaSet deletes the cheapest pods first",
    async run(api) {
      await createSet(api, { replicas: 3 });
      const pods = await untilPods(api, 3);
      for (const [index, cost] of ["10", "-5", "0"].entries()) {
        const annotations = { "controller.kubernetes.io/pod-deletion-cost": cost };
        await api.patch(`${core}/pods/${pods[index].metadata.name}`, "merge", { metadata: { annotations } }, quiet);
      }
      await api.patch(setPath, "merge", { spec: { replicas: 1 } }, quiet);
      await untilPods(api, 1);
    },
  },
  {
    name: "a ReplicaSet whose pods are rejected says so in its status",
    async run(api) {
      const quota = { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "a" }, spec: { hard: { pods: "1" } } };
      await api.post(`${core}/resourcequotas`, quota, quiet);
      await api.until(`${core}/resourcequotas/a`, ({ body }) => body.status?.used !== undefined, quiet);
      await createSet(api);
      await untilPods(api, 1);
      const hasFailed = ({ body }: AnswerBody): boolean =>
        body.status.conditions?.length === 1 && body.status.replicas === 1;
      const showReason = ({ status }: AnswerBody): unknown =>
        status?.conditions?.map(({ type, reason, status: is }: AnswerBody) => ({ type, reason, is }));
      await api.until(setPath, hasFailed, { show: showReason });
      await api.patch(setPath, "merge", { spec: { replicas: 1 } }, quiet);
      await untilStatus(api, setPath, { replicas: 1, observedGeneration: 2, conditions: 0 });
    },
  },
  {
    name: "a ReplicationController creates pods and adopts one",
    async run(api) {
      await api.post(`${core}/pods`, orphan("a"), quiet);
      const metadata = { name: "a" };
      const spec = { replicas: 2, selector: labels, template: template() };
      await api.post(
        `${core}/replicationcontrollers`,
        { apiVersion: "v1", kind: "ReplicationController", metadata, spec },
        quiet,
      );
      const pods = await untilPods(api, 2);
      await makeReady(api, pods);
      await untilStatus(api, `${core}/replicationcontrollers/a`, {
        replicas: 2,
        readyReplicas: 2,
        availableReplicas: 2,
      });
      await api.patch(`${core}/pods/a`, "merge", { metadata: { labels: { app: "b" } } }, quiet);
      await untilPods(api, 3, 2);
    },
  },
];
