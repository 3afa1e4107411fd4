import type { ContractCase } from "../contract-case.js";
import { configMap, configMaps, metadataOnly, namesOnly, onConfigMap } from "../sample-objects.js";

const a = `${configMaps}/a`;

export const cases: readonly ContractCase[] = [
  {
    name: "create: the answer is whole, but for a version, and nothing is kept",
    async run(api) {
      await api.post(`${configMaps}?dryRun=All`, configMap("a", { a: "1" }));
      await api.get(a);
    },
  },
  {
    name: "create: with generateName",
    async run(api) {
      await api.post(`${configMaps}?dryRun=All`, { metadata: { generateName: "a-", labels: { of: "$id" } } });
      await api.get(`${configMaps}?labelSelector=of%3D$id`, { show: namesOnly });
    },
  },
  onConfigMap("create: a name that is taken", (api) => api.post(`${configMaps}?dryRun=All`, configMap("a"))),
  {
    name: "create: what is not valid",
    run: (api) => api.post(`${configMaps}?dryRun=All`, configMap("A_B")),
  },
  {
    name: "create: a namespace",
    async run(api) {
      await api.post("/api/v1/namespaces?dryRun=All", { metadata: { name: "$ns-x" } });
      await api.get("/api/v1/namespaces/$ns-x");
    },
  },
  {
    name: "create: with a resourceVersion",
    async run(api) {
      for (const resourceVersion of ["1", "0", "", "a"]) {
        const object = { metadata: { name: "a", resourceVersion }, data: { a: "1" } };
        await api.post(`${configMaps}?dryRun=All`, object);
        await api.put(`${a}?dryRun=All`, object);
      }
      await api.post(configMaps, { metadata: { name: "a", resourceVersion: "1" } });
    },
  },
  onConfigMap("create: a name that is taken, with a resourceVersion", (api) =>
    api.post(`${configMaps}?dryRun=All`, { metadata: { name: "a", resourceVersion: "1" } }),
  ),
  onConfigMap("update", async (api) => {
    await api.put(`${a}?dryRun=All`, configMap("a", { a: "2" }));
    await api.get(a);
  }),
  onConfigMap("patch", async (api) => {
    await api.patch(`${a}?dryRun=All`, "merge", { data: { a: "2" } });
    await api.get(a);
  }),
  onConfigMap("apply", async (api) => {
    await api.patch(`${a}?dryRun=All&fieldManager=me&force=true`, "apply", configMap("a", { a: "2" }));
    await api.get(a);
  }),
  {
    name: "apply: creates",
    async run(api) {
      await api.patch(`${a}?dryRun=All&fieldManager=me`, "apply", configMap("a", { a: "2" }));
      await api.get(a);
    },
  },
  onConfigMap("delete", async (api) => {
    await api.delete(`${a}?dryRun=All`);
    await api.get(a, { show: metadataOnly });
  }),
  onConfigMap("delete: foreground", async (api) => {
    await api.delete(`${a}?dryRun=All&propagationPolicy=Foreground`);
    await api.get(a, { show: metadataOnly });
  }),
  ...["", "None", "all", "All,All"].map((value) =>
    onConfigMap(`dryRun=${value}`, async (api) => {
      await api.patch(`${a}?dryRun=${value}`, "merge", { data: { a: "2" } }, { show: (body) => body.data ?? body });
      await api.get(a, { show: (body) => body.data });
    }),
  ),
  onConfigMap("dryRun twice", async (api) => {
    await api.patch(`${a}?dryRun=All&dryRun=All`, "merge", { data: { a: "2" } }, { show: (body) => body.data ?? body });
    await api.get(a, { show: (body) => body.data });
  }),
  {
    name: "dryRun of a read is ignored",
    run: (api) => api.get(`${configMaps}?dryRun=All&labelSelector=of%3D$id`),
  },
  {
    name: "dryRun=Some of a create",
    run: (api) => api.post(`${configMaps}?dryRun=Some`, configMap("a")),
  },
  onConfigMap("dryRun=Some of an update", (api) => api.put(`${a}?dryRun=Some`, configMap("a"))),
];
