import type { ContractCase } from "../contract-case.js";
import { configMaps, createConfigMaps } from "../sample-objects.js";

const table = { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } };
const ofCase = "labelSelector=of%3D$id";

function listCase(name: string, query: string, accept = table.headers.accept): ContractCase {
  return {
    name,
    async run(api) {
      await createConfigMaps(api, "a", "b");
      await api.get(`${configMaps}?${ofCase}${query}`, { headers: { accept } });
    },
  };
}

export const cases: readonly ContractCase[] = [
  listCase("a list", ""),
  listCase(
    "what kubectl asks for",
    "&limit=500",
    "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json",
  ),
  listCase("v1beta1", "", "application/json;as=Table;v=v1beta1;g=meta.k8s.io"),
  listCase("includeObject=None", "&includeObject=None"),
  listCase("includeObject=Object", "&includeObject=Object"),
  listCase("includeObject=Metadata", "&includeObject=Metadata"),
  listCase("includeObject that nobody knows", "&includeObject=Some"),
  listCase("a page", "&limit=1"),
  {
    name: "an object",
    async run(api) {
      await createConfigMaps(api, "a");
      await api.get(`${configMaps}/a`, table);
    },
  },
  { name: "an empty list", run: (api) => api.get(`${configMaps}?${ofCase}`, table) },
  { name: "namespaces", run: (api) => api.get("/api/v1/namespaces?fieldSelector=metadata.name%3D$ns", table) },
  { name: "service accounts", run: (api) => api.get("/api/v1/namespaces/$ns/serviceaccounts", table) },
  {
    name: "an answer to a write",
    run: (api) =>
      api.post(configMaps, { metadata: { name: "a" }, data: { a: "1", b: "2" }, binaryData: { c: "MQ==" } }, table),
  },
  {
    name: "an answer to a delete",
    async run(api) {
      await createConfigMaps(api, "a");
      await api.delete(`${configMaps}/a`, undefined, table);
    },
  },
];
