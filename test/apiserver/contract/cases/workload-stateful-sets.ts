/** What the controller of StatefulSets does. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { apps, core, end, labels, makeReady, quiet, template, untilPods, withoutHashes } from "../workload-steps.js";

export const simulatesWorkloads = true;

const path = `${apps}/statefulsets/a`;

async function create(api: ContractApi, more: object = {}): Promise<void> {
  const spec = {
    serviceName: "service",
    replicas: 2,
    selector: { matchLabels: labels },
    template: template(),
    ...more,
  };
  await api.post(
    `${apps}/statefulsets`,
    { apiVersion: "apps/v1", kind: "StatefulSet", metadata: { name: "a" }, spec },
    quiet,
  );
}

const setImage = (api: ContractApi, image: string): Promise<unknown> =>
  api.patch(path, "strategic", { spec: { template: { spec: { containers: [{ name: "a", image }] } } } }, quiet);

const imageOf = ({ spec }: AnswerBody): string => spec.containers[0].image;

/** Waits for the pods with their images: `{ "a-0": "a" }`. */
async function untilImages(api: ContractApi, images: Record<string, string>): Promise<AnswerBody[]> {
  const isDone = ({ body }: AnswerBody): boolean => {
    const found = Object.fromEntries(body.items.map((pod: AnswerBody) => [pod.metadata.name, imageOf(pod)]));
    return JSON.stringify(Object.entries(found).sort()) === JSON.stringify(Object.entries(images).sort());
  };
  const { body } = await api.until(`${core}/pods`, isDone, {
    show: ({ items }: AnswerBody) => items.map((pod: AnswerBody) => ({ name: pod.metadata.name, image: imageOf(pod) })),
  });
  return body.items;
}

const showIdentity = ({ metadata, spec }: AnswerBody): unknown =>
  withoutHashes({
    labels: metadata.labels,
    hostname: spec.hostname,
    subdomain: spec.subdomain,
    claims: spec.volumes?.filter((volume: AnswerBody) => volume.persistentVolumeClaim !== undefined),
  });

/** Updates end with the names of the revisions, which are hashes. */
async function untilCounts(api: ContractApi, counts: object): Promise<void> {
  const isDone = ({ body }: AnswerBody): boolean =>
    Object.entries(counts).every(([name, value]) => (body.status?.[name] ?? 0) === value);
  await api.until(path, isDone, {
    show: ({ status: { currentRevision, updateRevision, ...status } }: AnswerBody) => ({
      ...status,
      isCurrent: currentRevision === updateRevision,
    }),
  });
}

export const cases: readonly ContractCase[] = [
  {
    name: "pods come in order, each when the one before it is ready, and go in the opposite order",
    async run(api) {
      await create(api);
      await makeReady(api, await untilImages(api, { "a-0": "a" }));
      await api.get(`${core}/pods/a-0`, { show: showIdentity });
      await makeReady(api, await untilImages(api, { "a-0": "a", "a-1": "a" }));
      await untilCounts(api, { replicas: 2, readyReplicas: 2, availableReplicas: 2 });
      await api.patch(`${path}/scale`, "merge", { spec: { replicas: 0 } }, quiet);
      await untilPods(api, 0);
      await untilCounts(api, { replicas: 0, observedGeneration: 2 });
    },
  },
  {
    name: "Parallel: all pods come at once",
    async run(api) {
      await create(api, { podManagementPolicy: "Parallel", replicas: 3, ordinals: { start: 5 } });
      await untilImages(api, { "a-5": "a", "a-6": "a", "a-7": "a" });
      await untilCounts(api, { replicas: 3, currentReplicas: 3 });
      await api.patch(`${path}/scale`, "merge", { spec: { replicas: 1 } }, quiet);
      await untilImages(api, { "a-5": "a" });
    },
  },
  {
    name: "a rolling update replaces the last pod first, as far as the partition",
    async run(api) {
      await create(api, { updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 1 } } });
      await makeReady(api, await untilImages(api, { "a-0": "a" }));
      await makeReady(api, await untilImages(api, { "a-0": "a", "a-1": "a" }));
      await untilCounts(api, { readyReplicas: 2 });
      await setImage(api, "b");
      await makeReady(api, await untilImages(api, { "a-0": "a", "a-1": "b" }));
      await untilCounts(api, { readyReplicas: 2, updatedReplicas: 1 });
      await api.patch(path, "merge", { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } }, quiet);
      await makeReady(api, await untilImages(api, { "a-0": "b", "a-1": "b" }));
      await untilCounts(api, { readyReplicas: 2, updatedReplicas: 2, currentReplicas: 2 });
      const revisions = `${apps}/controllerrevisions`;
      await api.until(revisions, ({ body }) => body.items.length === 2, {
        show: ({ items }: AnswerBody) =>
          withoutHashes(
            items
              .map(({ revision, data, metadata }: AnswerBody) => ({
                revision,
                data,
                labels: Object.keys(metadata.labels),
                owners: metadata.ownerReferences,
              }))
              .toSorted((left: AnswerBody, right: AnswerBody) => left.revision - right.revision),
          ),
      });
    },
  },
  {
    name: "OnDelete: only a pod that a client deletes comes back with the new template",
    async run(api) {
      await create(api, { replicas: 1, updateStrategy: { type: "OnDelete" } });
      await makeReady(api, await untilImages(api, { "a-0": "a" }));
      await untilCounts(api, { readyReplicas: 1 });
      await setImage(api, "b");
      await untilCounts(api, { observedGeneration: 2 });
      await api.delete(`${core}/pods/a-0`, undefined, quiet);
      await untilImages(api, { "a-0": "b" });
    },
  },
  {
    name: "a pod that has failed comes again",
    async run(api) {
      await create(api, { replicas: 1 });
      const [pod] = await untilImages(api, { "a-0": "a" });
      await end(api, [pod], "Failed");
      const isNew = ({ body }: AnswerBody): boolean =>
        body.metadata?.uid !== undefined && body.metadata.uid !== pod.metadata.uid;
      await api.until(`${core}/pods/a-0`, isNew, { show: showIdentity });
    },
  },
  {
    name: "claims come before their pod, and stay",
    async run(api) {
      const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
      await create(api, {
        replicas: 1,
        volumeClaimTemplates: [{ metadata: { name: "data", labels: { own: "a" } }, spec: claim }],
      });
      await untilImages(api, { "a-0": "a" });
      await api.get(`${core}/pods/a-0`, { show: showIdentity });
      await api.get(`${core}/persistentvolumeclaims/data-a-0`, {
        show: ({ metadata, spec }: AnswerBody) => ({ labels: metadata.labels, owners: metadata.ownerReferences, spec }),
      });
      await api.patch(`${path}/scale`, "merge", { spec: { replicas: 0 } }, quiet);
      await untilPods(api, 0);
      await api.get(`${core}/persistentvolumeclaims/data-a-0`, { show: ({ kind }: AnswerBody) => kind });
    },
  },
];
