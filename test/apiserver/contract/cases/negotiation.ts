import type { ContractCase } from "../contract-case.js";
import { configMap, configMaps, createConfigMaps } from "../sample-objects.js";

const accepts: readonly (string | undefined)[] = [
  undefined,
  "*/*",
  "application/*",
  "application/json",
  "application/json; charset=utf-8",
  "application/json;q=0.5",
  "application/json;stream=watch",
  "application/json;pretty=1",
  "text/html",
  "text/*",
  "application/xml",
  "application/xml, application/json",
  "application/xml, */*",
  "application/vnd.nothing+json",
  "application/vnd.nothing+json,application/json",
  "nonsense",
  "",
  "application/json;as=Nothing;v=v1;g=meta.k8s.io",
  "application/json;as=Table;v=v9;g=meta.k8s.io",
  "application/json;as=Table;v=v1;g=apps",
  "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
  "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
  "application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
  "application/json;as=Nothing;v=v1;g=meta.k8s.io,application/json",
];

const contentTypes: readonly (string | undefined)[] = [
  undefined,
  "",
  "application/json",
  "application/json; charset=utf-8",
  "application/json;strict=1",
  "APPLICATION/JSON",
  "application/merge-patch+json",
  "application/x-www-form-urlencoded",
  "text/plain",
  "text/yaml",
  "nonsense",
  "*/*",
  "application/vnd.nothing+json",
  "application/json ; ",
  "application/json;;",
  'application/json; a="b',
  'application/json; a="b\\"c" ;A = d',
  "application/json; a=b; A=b",
  "application/json; a=b; a=c",
];

const yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: '1'\n";

export const cases: readonly ContractCase[] = [
  ...accepts.map((accept): ContractCase => ({
    name: `accept ${accept ?? "nothing said"}`,
    async run(api) {
      await createConfigMaps(api, "a");
      await api.get(`${configMaps}/a`, { headers: { accept } });
    },
  })),
  ...[
    "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
    "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
    "application/xml",
  ].map((accept): ContractCase => ({
    name: `accept of a list ${accept}`,
    async run(api) {
      await createConfigMaps(api, "a");
      await api.get(`${configMaps}?labelSelector=of%3D$id`, { headers: { accept } });
    },
  })),
  ...contentTypes.map((type): ContractCase => ({
    name: `content type ${type === "" ? "(empty)" : (type ?? "nothing said")}`,
    run: (api) => api.request("post", configMaps, configMap("a", { a: "1" }), { headers: { "content-type": type } }),
  })),
  {
    name: "content type application/yaml",
    run: (api) => api.post(configMaps, yaml, { headers: { "content-type": "application/yaml" } }),
  },
  {
    name: "content type application/yaml with two documents",
    run: (api) => api.post(configMaps, `${yaml}---\n${yaml}`, { headers: { "content-type": "application/yaml" } }),
  },
  {
    name: "content type application/json with YAML in it",
    run: (api) => api.post(configMaps, yaml),
  },
  {
    name: "answers as YAML",
    async run(api) {
      await createConfigMaps(api, "a");
      await api.get(`${configMaps}/a`, { headers: { accept: "application/yaml" } });
      await api.get(`${configMaps}/none`, { headers: { accept: "application/yaml" } });
    },
  },
  {
    name: "an answer to a write as metadata alone",
    run: (api) =>
      api.post(configMaps, configMap("a", { a: "1" }), {
        headers: { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" },
      }),
  },
  {
    name: "a refusal is a Status, whatever view was asked for",
    run: (api) =>
      api.get(`${configMaps}/none`, { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } }),
  },
  {
    name: "the accept of a watch",
    run: async (api) => {
      await createConfigMaps(api, "a");
      await (
        await api.watch(`${configMaps}?watch=1&timeoutSeconds=1&labelSelector=of%3D$id`, {
          headers: { accept: "text/html" },
        })
      ).until("end");
      await (
        await api.watch(`${configMaps}?watch=1&timeoutSeconds=1&labelSelector=of%3D$id`, {
          headers: { accept: "application/json;stream=watch" },
        })
      ).until(1);
    },
  },
];
