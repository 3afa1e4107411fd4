import type { ContractCase } from "../contract-case.js";
import { endsWith } from "../namespace-end.js";
import { configMap, configMaps, createConfigMaps, metadataOnly, namesOnly, onConfigMap } from "../sample-objects.js";

const a = `${configMaps}/a`;
const uid = "11111111-2222-3333-4444-555555555555";
const held = { finalizers: ["example.com/hold"] };
const ofCase = "labelSelector=of%3D$id";

function optionsCase(name: string, options: object | string, query = ""): ContractCase {
  return onConfigMap(name, async (api) => {
    await api.delete(a + query, options);
    await api.get(a, { show: metadataOnly });
  });
}

/** Objects that the garbage collector may still change are shown by name only. */
const isGone = ({ status }: { status: number }): boolean => status === 404;

const single: readonly ContractCase[] = [
  onConfigMap("an object", async (api) => {
    await api.delete(a);
    await api.get(a);
    await api.delete(a);
  }),
  onConfigMap("options in the body", (api) =>
    api.delete(a, { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0 }),
  ),
  onConfigMap("options without kind", (api) => api.delete(a, { propagationPolicy: "Background" })),
  optionsCase("options of another kind", { apiVersion: "v1", kind: "Pod" }),
  optionsCase("options of the meta group", { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions" }),
  optionsCase("options of the resource's group", { apiVersion: "policy/v1", kind: "DeleteOptions" }),
  optionsCase("options of a version that nobody knows", { apiVersion: "v9", kind: "DeleteOptions" }),
  optionsCase("options that are malformed", "{"),
  optionsCase("options that are no object", "[]"),
  optionsCase("options with a field that nobody knows", { unknown: 1 }),
  optionsCase("options with a wrong type", { gracePeriodSeconds: "soon" }),
  optionsCase("the uid is right", {}),
  onConfigMap("preconditions: uid", async (api, { metadata }) => {
    await api.delete(a, { preconditions: { uid } });
    await api.delete(a, { preconditions: { uid: metadata.uid } });
  }),
  onConfigMap("preconditions: resourceVersion", async (api, { metadata }) => {
    await api.delete(a, { preconditions: { resourceVersion: "1" } });
    await api.delete(a, { preconditions: { resourceVersion: metadata.resourceVersion } });
  }),
  onConfigMap("preconditions: both", (api, { metadata }) =>
    api.delete(a, { preconditions: { uid: metadata.uid, resourceVersion: "1" } }),
  ),
  optionsCase("a policy that nobody knows", { propagationPolicy: "Sideways" }),
  optionsCase("a policy and orphanDependents", { propagationPolicy: "Orphan", orphanDependents: true }),
  optionsCase("a negative period of grace", { gracePeriodSeconds: -1 }),
  optionsCase("a period of grace of a kind that has none", { gracePeriodSeconds: 30 }),
  optionsCase("dry run", { dryRun: ["All"] }),
  optionsCase("dry run of something", { dryRun: ["Some"] }),
  onConfigMap("a query: propagationPolicy and gracePeriodSeconds", (api) =>
    api.delete(`${a}?propagationPolicy=Background&gracePeriodSeconds=0`),
  ),
  onConfigMap("a query: a policy that nobody knows", (api) => api.delete(`${a}?propagationPolicy=Sideways`)),
  onConfigMap("a query: a period that is no number", (api) => api.delete(`${a}?gracePeriodSeconds=soon`)),
  onConfigMap("a query is ignored beside a body", async (api) => {
    await api.delete(`${a}?dryRun=All`, { propagationPolicy: "Background" });
    await api.get(a, { show: metadataOnly });
  }),
  onConfigMap("not there, with preconditions", (api) => api.delete(`${configMaps}/none`, { preconditions: { uid } })),
  onConfigMap("in a namespace that is not there", (api) => api.delete("/api/v1/namespaces/none-$id/configmaps/a")),
  onConfigMap("of another content type", (api) => api.delete(a, "x: 1", { headers: { "content-type": "text/plain" } })),
  onConfigMap("options as YAML", (api) =>
    api.delete(a, "propagationPolicy: Background", { headers: { "content-type": "application/yaml" } }),
  ),
];

const finalizers: readonly ContractCase[] = [
  onConfigMap(
    "finalizers: an object waits for them",
    async (api) => {
      await api.delete(a);
      await api.get(a);
      await api.delete(a);
      await api.patch(a, "merge", { data: { a: "2" } });
      await api.patch(a, "merge", { metadata: { finalizers: null } });
      await api.get(a);
    },
    held,
  ),
  onConfigMap(
    "finalizers: none may be added to what is being deleted",
    async (api) => {
      await api.delete(a, undefined, { record: false });
      await api.patch(a, "merge", { metadata: { finalizers: ["example.com/hold", "example.com/more"] } });
      await api.patch(a, "merge", { metadata: { deletionTimestamp: null } });
      await api.patch(a, "merge", {
        metadata: { deletionTimestamp: "2001-01-01T00:00:00Z", deletionGracePeriodSeconds: 5 },
      });
    },
    held,
  ),
  onConfigMap(
    "finalizers: two go one after the other",
    async (api) => {
      await api.delete(a, undefined, { record: false });
      await api.patch(a, "json", [{ op: "remove", path: "/metadata/finalizers/0" }]);
      await api.patch(a, "json", [{ op: "remove", path: "/metadata/finalizers/0" }]);
      await api.get(a);
    },
    { finalizers: ["example.com/a", "example.com/b"] },
  ),
  onConfigMap(
    "finalizers: the last one with PUT",
    async (api) => {
      await api.delete(a, undefined, { record: false });
      await api.put(a, configMap("a", { a: "9" }));
      await api.get(a);
    },
    held,
  ),
  onConfigMap(
    "finalizers: a name that is taken by what is being deleted",
    async (api) => {
      await api.delete(a, undefined, { record: false });
      await api.post(configMaps, configMap("a"));
    },
    held,
  ),
  onConfigMap(
    "finalizers: dry run of a delete",
    async (api) => {
      await api.delete(`${a}?dryRun=All`);
      await api.get(a, { show: metadataOnly });
    },
    held,
  ),
  onConfigMap(
    "finalizers: dry run of the last one's removal",
    async (api) => {
      await api.delete(a, undefined, { record: false });
      await api.patch(`${a}?dryRun=All`, "merge", { metadata: { finalizers: null } });
      await api.get(a, { show: metadataOnly });
    },
    held,
  ),
  onConfigMap(
    "finalizers: foreground adds one beside them",
    async (api) => {
      await api.delete(a, { propagationPolicy: "Foreground" });
    },
    held,
  ),
  onConfigMap(
    "finalizers: a watcher sees the wait and the end",
    async (api) => {
      const watch = await api.watch(`${configMaps}?watch=1&fieldSelector=metadata.name%3Da`);
      await api.delete(a, undefined, { record: false });
      await api.patch(a, "merge", { metadata: { finalizers: [] } }, { record: false });
      await watch.until(3);
    },
    held,
  ),
];

function collectionCase(name: string, query: string, body?: object | string): ContractCase {
  return {
    name: `collection: ${name}`,
    async run(api) {
      await createConfigMaps(api, "a", "b", "c");
      await api.delete(configMaps + query, body, { show: namesOnly });
      await api.get(`${configMaps}?${ofCase}`, { show: namesOnly });
    },
  };
}

const collections: readonly ContractCase[] = [
  collectionCase("all of a selector", `?${ofCase}`),
  collectionCase("some", `?labelSelector=name%20in%20(a,b)`),
  collectionCase("by a field", "?fieldSelector=metadata.name%3Db"),
  collectionCase("none", "?labelSelector=of%3Dnobody"),
  collectionCase("a bad selector", "?labelSelector=%3D"),
  collectionCase("a field that cannot be selected", "?fieldSelector=data%3Db"),
  collectionCase("dry run", `?${ofCase}&dryRun=All`),
  collectionCase("dry run in the body", `?${ofCase}`, { dryRun: ["All"] }),
  collectionCase("malformed options", `?${ofCase}`, "{"),
  collectionCase("a limit", `?${ofCase}&limit=2`),
  collectionCase("a precondition that fits none", `?${ofCase}`, { preconditions: { uid } }),
  {
    name: "collection: with finalizers",
    async run(api) {
      await api.post(configMaps, configMap("a", {}, { ...held, labels: { of: "$id" } }), { record: false });
      await api.delete(`${configMaps}?${ofCase}`);
      await api.get(`${configMaps}/a`, { show: metadataOnly });
    },
  },
  {
    name: "collection: namespaces have none",
    run: (api) => api.delete("/api/v1/namespaces?labelSelector=of%3D$id"),
  },
  {
    name: "collection: across namespaces there is none",
    run: (api) => api.delete(`/api/v1/configmaps?${ofCase}`),
  },
];

const ofNamespaces: readonly ContractCase[] = [
  {
    name: "namespace: it ends with all that is in it",
    async run(api) {
      await api.post("/api/v1/namespaces", { metadata: { name: "$ns-x" } }, { record: false });
      api.cleanUp("/api/v1/namespaces/$ns-x");
      await api.post("/api/v1/namespaces/$ns-x/configmaps", configMap("a", {}, held), { record: false });
      await api.post("/api/v1/namespaces/$ns-x/secrets", { metadata: { name: "s" } }, { record: false });
      await api.delete("/api/v1/namespaces/$ns-x", undefined, {
        show: ({ kind, spec, status }) => ({ kind: kind, spec: spec, status: status }),
      });
      await api.until("/api/v1/namespaces/$ns-x/secrets/s", isGone);
      await api.until(
        "/api/v1/namespaces/$ns-x/configmaps/a",
        ({ body }) => body.metadata.deletionTimestamp !== undefined,
        { show: metadataOnly },
      );
      await api.post("/api/v1/namespaces/$ns-x/configmaps", configMap("b"));
      await api.patch(
        "/api/v1/namespaces/$ns-x/configmaps/a",
        "merge",
        { data: { a: "2" } },
        { show: (body) => body.data },
      );
      await api.delete("/api/v1/namespaces/$ns-x", undefined, {
        show: ({ kind, code, reason, message }) => ({
          kind: kind,
          code: code,
          reason: reason,
          message: message,
        }),
      });
      await api.patch(
        "/api/v1/namespaces/$ns-x/configmaps/a",
        "merge",
        { metadata: { finalizers: null } },
        { record: false },
      );
      await api.until("/api/v1/namespaces/$ns-x", isGone);
    },
  },
  {
    name: "namespace: its conditions while something remains",
    async run(api) {
      await api.post("/api/v1/namespaces", { metadata: { name: "$ns-x" } }, { record: false });
      api.cleanUp("/api/v1/namespaces/$ns-x");
      await api.post("/api/v1/namespaces/$ns-x/configmaps", configMap("a", {}, held), { record: false });
      await api.delete("/api/v1/namespaces/$ns-x", undefined, { record: false });
      await api.until("/api/v1/namespaces/$ns-x", endsWith("SomeFinalizersRemain"), { show: (body) => body.status });
      await api.patch(
        "/api/v1/namespaces/$ns-x/configmaps/a",
        "merge",
        { metadata: { finalizers: null } },
        { record: false },
      );
      await api.until("/api/v1/namespaces/$ns-x", isGone);
    },
  },
  {
    name: "namespace: default may not be deleted",
    async run(api) {
      for (const name of ["default", "kube-system", "kube-public"]) await api.delete(`/api/v1/namespaces/${name}`);
    },
  },
  {
    name: "namespace: finalizers of the metadata hold it too",
    async run(api) {
      await api.post("/api/v1/namespaces", { metadata: { name: "$ns-x", ...held } }, { record: false });
      await api.delete("/api/v1/namespaces/$ns-x", undefined, { record: false });
      await api.until("/api/v1/namespaces/$ns-x", ({ body }) => body.spec.finalizers === undefined, {
        show: (body) => body.spec,
      });
      await api.patch("/api/v1/namespaces/$ns-x", "merge", { metadata: { finalizers: null } }, { record: false });
      await api.until("/api/v1/namespaces/$ns-x", isGone);
    },
  },
];

export const cases: readonly ContractCase[] = [...single, ...finalizers, ...collections, ...ofNamespaces];
