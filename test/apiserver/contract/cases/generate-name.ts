import type { ContractCase } from "../contract-case.js";
import { configMaps, postCase } from "../sample-objects.js";

export const cases: readonly ContractCase[] = [
  postCase("a name is made", { metadata: { generateName: "a-" } }),
  postCase("a name wins over it", { metadata: { name: "a", generateName: "b-" } }),
  postCase("an empty one is none", { metadata: { generateName: "" } }),
  postCase("a beginning that is not valid", { metadata: { generateName: "A_" } }),
  postCase("a beginning with a dash in front", { metadata: { generateName: "-a-" } }),
  postCase("a beginning that ends in a dot", { metadata: { generateName: "a." } }),
  postCase("a long beginning is cut to 58", { metadata: { generateName: "a".repeat(70) } }),
  postCase("a beginning of more than 253", { metadata: { generateName: "a".repeat(300) } }),
  {
    name: "two names differ",
    async run(api) {
      const names: string[] = [];
      for (let index = 0; index < 3; index++) {
        const made = await api.post(configMaps, { metadata: { generateName: "a-" } }, { record: false });
        names.push(made.body.metadata.name);
      }
      await api.get("/api/v1/namespaces/$ns", { show: () => new Set(names).size });
    },
  },
  {
    name: "a kind whose names are labels: a service",
    run: (api) =>
      api.post("/api/v1/namespaces/$ns/services?dryRun=All", {
        metadata: { generateName: "a.b-" },
        spec: { ports: [{ port: 80 }], clusterIP: "None" },
      }),
  },
  {
    name: "a namespace",
    run: (api) => api.post("/api/v1/namespaces?dryRun=All", { metadata: { generateName: "$ns-" } }),
  },
  {
    name: "an update does not make a name",
    run: (api) => api.put(`${configMaps}/a`, { metadata: { generateName: "a-" } }),
  },
];
