/** The response to a delete: the object for some kinds, a success for others. And pods, which take time to end. */
import type { ContractCase } from "../contract-case.js";

const core = "/api/v1/namespaces/$ns";
const pods = `${core}/pods`;
const claim = {
  accessModes: ["ReadWriteOnce"],
  storageClassName: "",
  resources: { requests: { storage: "1Gi" } },
};
const containers = [{ name: "main", image: "i" }];
const template = { metadata: { labels: { a: "b" } }, spec: { containers } };

const kinds: readonly (readonly [path: string, object: object])[] = [
  [`${core}/services`, { spec: { ports: [{ port: 80 }] } }],
  [`${core}/serviceaccounts`, {}],
  [`${core}/podtemplates`, { template }],
  [`${core}/resourcequotas`, { spec: {} }],
  [`${core}/limitranges`, { spec: { limits: [] } }],
  [`${core}/secrets`, {}],
  [`${core}/configmaps`, {}],
  [`${core}/replicationcontrollers`, { spec: { replicas: 0, selector: { a: "b" }, template } }],
  [`${core}/persistentvolumeclaims`, { spec: claim }],
  ["/apis/networking.k8s.io/v1/namespaces/$ns/networkpolicies", { spec: { podSelector: {} } }],
  ["/apis/policy/v1/namespaces/$ns/poddisruptionbudgets", { spec: { minAvailable: 1 } }],
  ["/apis/coordination.k8s.io/v1/namespaces/$ns/leases", {}],
];

const clusterKinds: readonly (readonly [path: string, object: object])[] = [
  ["/apis/storage.k8s.io/v1/storageclasses", { provisioner: "example.com/p" }],
  ["/apis/storage.k8s.io/v1/csinodes", { spec: { drivers: [] } }],
  ["/apis/scheduling.k8s.io/v1/priorityclasses", { value: 1 }],
  ["/apis/node.k8s.io/v1/runtimeclasses", { handler: "h" }],
  ["/apis/networking.k8s.io/v1/ingressclasses", { spec: { controller: "example.com/c" } }],
];

/** Returns the kind of the response and, for an object, the fields that a delete changes. */
function show(body: { readonly kind: string; readonly metadata: Record<string, unknown> }): unknown {
  if (body.kind === "Status") return body;
  const { generation, deletionTimestamp, deletionGracePeriodSeconds, finalizers } = body.metadata;
  return { kind: body.kind, generation, deletionTimestamp, deletionGracePeriodSeconds, finalizers };
}

function pod(name: string, spec: object = {}): object {
  return { metadata: { name }, spec: { containers, ...spec } };
}

export const cases: readonly ContractCase[] = [
  {
    name: "kinds of a namespace",
    async run(api) {
      for (const [path, object] of kinds) {
        await api.post(path, { metadata: { name: "x" }, ...object }, { record: false });
        await api.delete(`${path}/x?dryRun=All`, undefined, { show });
        await api.delete(`${path}/x`, undefined, { show });
      }
    },
  },
  {
    name: "kinds of the whole cluster",
    async run(api) {
      for (const [path, object] of clusterKinds) {
        api.cleanUp(`${path}/x-$id`);
        await api.post(path, { metadata: { name: "x-$id" }, ...object }, { record: false });
        await api.delete(`${path}/x-$id`, undefined, { show });
      }
    },
  },
  {
    name: "pods that no node runs go at once",
    async run(api) {
      await api.post(pods, pod("a"), { record: false });
      await api.delete(`${pods}/a?dryRun=All`, undefined, { show });
      await api.delete(`${pods}/a`, undefined, { show });
      await api.get(`${pods}/a`);
      await api.post(pods, pod("b"), { record: false });
      await api.delete(`${pods}/b?gracePeriodSeconds=30`, undefined, { show });
      await api.get(`${pods}/b`, { show: ({ code }) => code as unknown });
      await api.post(pods, { ...pod("c"), metadata: { name: "c", finalizers: ["example.com/f"] } }, { record: false });
      await api.delete(`${pods}/c`, undefined, { show });
      await api.delete(`${pods}/c`, undefined, { show });
      await api.patch(`${pods}/c`, "merge", { metadata: { finalizers: null } }, { show });
      await api.get(`${pods}/c`, { show: ({ code }) => code as unknown });
    },
  },
  {
    name: "a pod that a node runs waits for it",
    async run(api) {
      // A controller deletes a pod as soon as it knows that its node does not exist; the pod's finalizer keeps it.
      const bound = { nodeName: "$id-node", terminationGracePeriodSeconds: 60 };
      const create = (name: string): Promise<unknown> =>
        api.post(pods, { ...pod(name, bound), metadata: { name, finalizers: ["example.com/f"] } }, { record: false });
      await create("a");
      await api.delete(`${pods}/a`, undefined, { show });
      await api.delete(`${pods}/a`, undefined, { show });
      await api.delete(`${pods}/a?gracePeriodSeconds=100`, undefined, { show });
      await api.delete(`${pods}/a?gracePeriodSeconds=5`, undefined, { show });
      await api.delete(`${pods}/a?gracePeriodSeconds=0`, undefined, { show });
      await api.patch(`${pods}/a`, "merge", { metadata: { finalizers: null } }, { show });
      await api.get(`${pods}/a`, { show: ({ code }) => code as unknown });
      await create("b");
      await api.delete(`${pods}/b?gracePeriodSeconds=-1`, undefined, { show });
      await create("c");
      await api.patch(`${pods}/c/status`, "merge", { status: { phase: "Succeeded" } }, { record: false });
      await api.delete(`${pods}/c`, undefined, { show });
      for (const name of ["b", "c"]) {
        await api.patch(`${pods}/${name}`, "merge", { metadata: { finalizers: null } }, { record: false });
      }
    },
  },
];
