import type { ContractCase } from "../contract-case.js";
import { configMap, configMaps, metadataOnly, onConfigMap, postCase } from "../sample-objects.js";

const a = `${configMaps}/a`;
const uid = "11111111-2222-3333-4444-555555555555";

const creates: readonly ContractCase[] = [
  postCase("create", configMap("a", { a: "1" }, { labels: { l: "1" }, annotations: { a: "1" } })),
  {
    name: "create: a name that is taken",
    async run(api) {
      await api.post(configMaps, configMap("a", { a: "1" }));
      await api.post(configMaps, configMap("a", { a: "2" }));
      await api.get(a);
    },
  },
  postCase("create: the namespace comes from the path", configMap("a", {}, { namespace: "$ns" })),
  postCase("create: another namespace than the path's", configMap("a", {}, { namespace: "other" })),
  postCase("create: a namespace that is not there", configMap("a"), "/api/v1/namespaces/none-$id/configmaps"),
  postCase("create: no namespace", configMap("a"), "/api/v1/configmaps"),
  postCase(
    "create: a cluster-scoped object with a namespace",
    { metadata: { name: "$ns-x", namespace: "other" } },
    "/api/v1/namespaces",
  ),
  postCase("create: no kind and no apiVersion", { metadata: { name: "a" } }),
  postCase("create: no name", { apiVersion: "v1", kind: "ConfigMap", metadata: {} }),
  postCase("create: no metadata", { apiVersion: "v1", kind: "ConfigMap" }),
  postCase("create: a resource version", configMap("a", {}, { resourceVersion: "5" })),
  postCase("create: a resource version that is no number", configMap("a", {}, { resourceVersion: "abc" })),
  postCase("create: a resource version of 0", configMap("a", {}, { resourceVersion: "0" })),
  postCase(
    "create: what only the server sets is not taken over",
    configMap("a", {}, { uid, creationTimestamp: "2001-01-01T00:00:00Z", generation: 7, selfLink: "/x" }),
  ),
  postCase(
    "create: a deletion timestamp is not taken over",
    configMap(
      "a",
      {},
      { deletionTimestamp: "2001-01-01T00:00:00Z", deletionGracePeriodSeconds: 5, finalizers: ["example.com/a"] },
    ),
  ),
  postCase("create: a name that is no subdomain", configMap("A_b")),
  postCase("create: a name that is too long", configMap("a".repeat(254))),
  postCase("create: a name of 253", configMap("a".repeat(253)), `${configMaps}?dryRun=All`),
  postCase("create: a name with a slash", configMap("a/b")),
  postCase("create: a name of dots", configMap("..")),
  ...[
    { "a b": "1" },
    { ok: "not ok" },
    { "/x": "1" },
    { "a/": "" },
    { "A.b/c": "" },
    { ["k".repeat(64)]: "" },
    { v: "v".repeat(64) },
  ].map((labels) => postCase(`create: the labels ${JSON.stringify(labels)}`, configMap("a", {}, { labels }))),
  ...[{ "a b": "1" }, { "a/": "" }, { "UPPER.com/A": "1" }].map((annotations) =>
    postCase(`create: the annotations ${JSON.stringify(annotations)}`, configMap("a", {}, { annotations })),
  ),
  postCase("create: annotations that are too large", configMap("a", {}, { annotations: { a: "x".repeat(262144) } })),
  postCase("create: finalizers that are not valid", configMap("a", {}, { finalizers: ["plain", "a/b/c", ""] })),
  postCase(
    "create: finalizers that exclude each other",
    configMap("a", {}, { finalizers: ["orphan", "foregroundDeletion"] }),
  ),
  postCase(
    "create: owner references that lack fields",
    configMap("a", {}, { ownerReferences: [{ name: "x" }, { kind: "Pod", apiVersion: "v1", uid }] }),
  ),
  postCase(
    "create: two controllers",
    configMap(
      "a",
      {},
      {
        ownerReferences: ["x", "y"].map((name) => ({ apiVersion: "v1", kind: "Pod", name, uid, controller: true })),
      },
    ),
  ),
  postCase(
    "create: an Event as an owner",
    configMap("a", {}, { ownerReferences: [{ apiVersion: "v1", kind: "Event", name: "x", uid }] }),
  ),
  postCase(
    "create: an owner's version that is not valid",
    configMap("a", {}, { ownerReferences: [{ apiVersion: "a/b/c", kind: "Pod", name: "x", uid }] }),
  ),
  postCase("create: fieldManager", configMap("a", { a: "1" }), `${configMaps}?fieldManager=me`),
  postCase("create: a fieldManager that is too long", configMap("a"), `${configMaps}?fieldManager=${"m".repeat(129)}`),
  postCase("create: a fieldManager that cannot be printed", configMap("a"), `${configMaps}?fieldManager=a%0Ab`),
  postCase("create: a kind that does not keep what is not of its type", {
    metadata: { name: "a" },
    data: { a: "1" },
    spec: { x: 1 },
  }),
  postCase(
    "create: status of a kind whose status has an endpoint",
    { metadata: { name: "$ns-x", labels: { of: "$id" } }, status: { phase: "Terminating" } },
    "/api/v1/namespaces?dryRun=All",
  ),
  {
    name: "create: a namespace that is taken",
    run: (api) => api.post("/api/v1/namespaces", { metadata: { name: "$ns" } }),
  },
];

const updates: readonly ContractCase[] = [
  onConfigMap("update: with its version", async (api, { metadata }) => {
    await api.put(a, configMap("a", { a: "2" }, { resourceVersion: metadata.resourceVersion }));
  }),
  onConfigMap("update: without a version", (api) => api.put(a, configMap("a", { a: "2" }))),
  onConfigMap("update: with an old version", async (api, { metadata }) => {
    await api.put(a, configMap("a", { a: "2" }));
    await api.put(a, configMap("a", { a: "3" }, { resourceVersion: metadata.resourceVersion }));
  }),
  onConfigMap("update: with a version that is no number", (api) =>
    api.put(a, configMap("a", {}, { resourceVersion: "abc" })),
  ),
  onConfigMap("update: with a version of 0", (api) => api.put(a, configMap("a", { a: "2" }, { resourceVersion: "0" }))),
  onConfigMap("update: nothing changes, and no version is used up", async (api, { metadata }) => {
    await api.put(a, configMap("a", { a: "1" }, { resourceVersion: metadata.resourceVersion }));
  }),
  onConfigMap("update: not there", (api) => api.put(`${configMaps}/b`, configMap("b"))),
  onConfigMap("update: not there, and with a version", (api) =>
    api.put(`${configMaps}/b`, configMap("b", {}, { resourceVersion: "5" })),
  ),
  onConfigMap("update: not there, and with a uid", (api) => api.put(`${configMaps}/b`, configMap("b", {}, { uid }))),
  onConfigMap("update: another name than the path's", (api) => api.put(a, configMap("b"))),
  onConfigMap("update: no name", (api) => api.put(a, { data: { a: "2" } })),
  onConfigMap("update: another namespace than the path's", (api) =>
    api.put(a, configMap("a", {}, { namespace: "other" })),
  ),
  onConfigMap("update: another kind", (api) =>
    api.put(a, { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } }),
  ),
  onConfigMap("update: another uid", (api) => api.put(a, configMap("a", {}, { uid }))),
  onConfigMap("update: its own uid", (api, { metadata }) => api.put(a, configMap("a", {}, { uid: metadata.uid }))),
  onConfigMap("update: another time of creation", (api) =>
    api.put(a, configMap("a", {}, { creationTimestamp: "2001-01-01T00:00:00Z" })),
  ),
  onConfigMap("update: a time of deletion", (api) =>
    api.put(a, configMap("a", {}, { deletionTimestamp: "2001-01-01T00:00:00Z" })),
  ),
  onConfigMap("update: a generation", (api) => api.put(a, configMap("a", { a: "2" }, { generation: 7 }))),
  onConfigMap("update: generateName may change", (api) => api.put(a, configMap("a", {}, { generateName: "x-" }))),
  onConfigMap("update: a bad label", (api) => api.put(a, configMap("a", {}, { labels: { "a b": "1" } }))),
  onConfigMap(
    "update: labels, annotations and finalizers are replaced",
    (api) => api.put(a, configMap("a", {}, { labels: { b: "1" }, finalizers: ["example.com/b"] })),
    { labels: { a: "1" }, annotations: { a: "1" } },
  ),
  onConfigMap("update: no namespace in the path", (api) => api.put("/api/v1/configmaps/a", configMap("a"))),
  onConfigMap("update: of the collection", (api) => api.put(configMaps, configMap("a"))),
  onConfigMap("update: fieldManager", (api) => api.put(`${a}?fieldManager=me`, configMap("a", { a: "2" }))),
];

const patches: readonly ContractCase[] = [
  onConfigMap("patch: merge", (api) => api.patch(a, "merge", { data: { a: null, b: "2" } })),
  onConfigMap("patch: merge with what is there already", (api) => api.patch(a, "merge", { data: { a: "1" } })),
  onConfigMap("patch: strategic", (api) =>
    api.patch(a, "strategic", { metadata: { labels: { l: "1" } }, data: { b: "2" } }),
  ),
  onConfigMap("patch: JSON", (api) =>
    api.patch(a, "json", [
      { op: "test", path: "/data/a", value: "1" },
      { op: "replace", path: "/data/a", value: "2" },
      { op: "add", path: "/data/b", value: "3" },
    ]),
  ),
  onConfigMap("patch: JSON with a test that fails", (api) =>
    api.patch(a, "json", [{ op: "test", path: "/data/a", value: "2" }]),
  ),
  onConfigMap("patch: JSON at a path that is not there", (api) =>
    api.patch(a, "json", [{ op: "replace", path: "/data/none/a", value: "2" }]),
  ),
  onConfigMap("patch: JSON removes what is not there", (api) =>
    api.patch(a, "json", [{ op: "remove", path: "/data/none" }]),
  ),
  onConfigMap("patch: JSON with an operation that nobody knows", (api) =>
    api.patch(a, "json", [{ op: "swap", path: "/data/a" }]),
  ),
  onConfigMap("patch: JSON that is no list", (api) => api.patch(a, "json", { op: "remove", path: "/data/a" })),
  onConfigMap("patch: JSON of no operations", (api) => api.patch(a, "json", [])),
  onConfigMap("patch: merge that is a list", (api) => api.patch(a, "merge", [])),
  onConfigMap("patch: merge that is null", (api) => api.patch(a, "merge", "null")),
  onConfigMap("patch: merge that is malformed", (api) => api.patch(a, "merge", "{")),
  onConfigMap("patch: strategic that is malformed", (api) => api.patch(a, "strategic", "{")),
  onConfigMap("patch: JSON that is malformed", (api) => api.patch(a, "json", "{")),
  onConfigMap("patch: an empty body", (api) => api.patch(a, "merge", "")),
  onConfigMap("patch: a type that does not fit", (api) => api.patch(a, "merge", { data: { a: 1 } })),
  onConfigMap("patch: a type that does not fit, strategic", (api) => api.patch(a, "strategic", { data: "x" })),
  onConfigMap("patch: not there", (api) => api.patch(`${configMaps}/b`, "merge", {})),
  onConfigMap("patch: a name", (api) => api.patch(a, "merge", { metadata: { name: "b" } })),
  onConfigMap("patch: a namespace", (api) => api.patch(a, "merge", { metadata: { namespace: "other" } })),
  onConfigMap("patch: a kind", (api) => api.patch(a, "merge", { kind: "Secret" })),
  onConfigMap("patch: an apiVersion", (api) => api.patch(a, "merge", { apiVersion: "v2" })),
  onConfigMap("patch: a uid", (api) => api.patch(a, "merge", { metadata: { uid } })),
  onConfigMap("patch: its own version", (api, { metadata }) =>
    api.patch(a, "merge", { metadata: { resourceVersion: metadata.resourceVersion }, data: { a: "2" } }),
  ),
  onConfigMap("patch: an old version", async (api, { metadata }) => {
    await api.put(a, configMap("a", { a: "2" }), { record: false });
    await api.patch(a, "merge", { metadata: { resourceVersion: metadata.resourceVersion }, data: { a: "3" } });
  }),
  onConfigMap("patch: a version taken away", (api) =>
    api.patch(a, "merge", { metadata: { resourceVersion: null }, data: { a: "2" } }),
  ),
  onConfigMap("patch: a type of patch that nobody knows", (api) => api.patch(a, "application/json", { data: {} })),
  onConfigMap("patch: no type", (api) => api.request("patch", a, "{}", { headers: { "content-type": undefined } })),
  onConfigMap("patch: a type with a charset", (api) =>
    api.patch(a, "application/merge-patch+json; charset=utf-8", { data: { b: "2" } }),
  ),
  onConfigMap("patch: force without apply", (api) => api.patch(`${a}?force=true`, "merge", { data: {} })),
  onConfigMap("patch: the immutable flag", async (api) => {
    await api.patch(a, "merge", { immutable: true });
    await api.patch(a, "merge", { data: { a: "2" } });
    await api.patch(a, "merge", { immutable: false });
    await api.patch(a, "merge", { metadata: { labels: { l: "1" } } });
  }),
];

const generations: readonly ContractCase[] = [
  {
    name: "generation: moves with the spec alone",
    async run(api) {
      const path = "/apis/networking.k8s.io/v1/namespaces/$ns/networkpolicies";
      await api.post(
        path,
        { metadata: { name: "a", generation: 5 }, spec: { podSelector: {} } },
        { show: metadataOnly },
      );
      await api.patch(`${path}/a`, "merge", { metadata: { labels: { l: "1" } } }, { show: metadataOnly });
      await api.patch(
        `${path}/a`,
        "merge",
        { spec: { podSelector: { matchLabels: { l: "1" } } } },
        { show: metadataOnly },
      );
      await api.patch(
        `${path}/a`,
        "merge",
        { spec: { podSelector: { matchLabels: { l: "1" } } } },
        { show: metadataOnly },
      );
    },
  },
];

export const cases: readonly ContractCase[] = [...creates, ...updates, ...patches, ...generations];
