import type { ContractCase } from "../contract-case.js";
import { configMap, configMaps, createConfigMaps, getCase, namesOnly } from "../sample-objects.js";

const ofCase = "labelSelector=of=$id";

export const cases: readonly ContractCase[] = [
  getCase("nothing", "/api/v1/namespaces/$ns/secrets"),
  getCase("items have no kind and no apiVersion of their own", `${configMaps}?${ofCase}`),
  getCase("a namespace that is not there has no objects", "/api/v1/namespaces/none-$id/configmaps"),
  getCase("across namespaces", `/api/v1/configmaps?${ofCase}`),
  getCase("cluster-scoped", "/api/v1/namespaces?fieldSelector=metadata.name=$ns"),
  getCase("a slash at the end", `${configMaps}/?${ofCase}`),
  getCase("watch=false is a list", `${configMaps}?watch=false&${ofCase}`),
  getCase("watch=0 is a list", `${configMaps}?watch=0&${ofCase}`),
  getCase("watch that is no boolean", `${configMaps}?watch=maybe&timeoutSeconds=1&${ofCase}`),
  getCase("limit that is no number", `${configMaps}?limit=ten`),
  getCase("a negative limit", `${configMaps}?limit=-1&${ofCase}`),
  getCase("timeoutSeconds", `${configMaps}?timeoutSeconds=5&${ofCase}`),
  getCase("timeoutSeconds that is no number", `${configMaps}?timeoutSeconds=soon`),
  getCase("a list of a group", "/apis/apps/v1/namespaces/$ns/deployments"),
  getCase("what a controller has made", "/api/v1/namespaces/$ns/serviceaccounts?fieldSelector=metadata.name=default"),
  {
    name: "in the order of names, whatever the order of creation",
    async run(api) {
      await createConfigMaps(api, "c", "a", "b-1", "b", "b.a", "b0", "z");
      await api.get(`${configMaps}?${ofCase}`, { show: namesOnly });
    },
  },
  {
    name: "namespaces come in the order of their names, and objects in that of theirs",
    async run(api) {
      const other = "/api/v1/namespaces/$ns-0/configmaps";
      await api.post("/api/v1/namespaces", { metadata: { name: "$ns-0" } }, { record: false });
      api.cleanUp("/api/v1/namespaces/$ns-0");
      await createConfigMaps(api, "b", "d");
      await api.post(other, configMap("a", {}, { labels: { of: "$id" } }), { record: false });
      await api.post(other, configMap("c", {}, { labels: { of: "$id" } }), { record: false });
      await api.get(`/api/v1/configmaps?${ofCase}`, { show: namesOnly });
    },
  },
  {
    name: "a list's version is not older than the objects in it",
    async run(api) {
      await createConfigMaps(api, "a");
      await api.get(`${configMaps}?${ofCase}`, {
        show: ({ metadata, items }) => Number(metadata.resourceVersion) >= Number(items[0].metadata.resourceVersion),
      });
    },
  },
];
