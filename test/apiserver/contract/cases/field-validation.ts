import type { ContractCase, PatchType } from "../contract-case.js";
import { configMap, configMaps } from "../sample-objects.js";

const deployments = "/apis/apps/v1/namespaces/$ns/deployments";

const withUnknown = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", labls: { a: "1" } },
  data: { a: "1" },
  dta: {},
};
const twice = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","name":"b"},"data":{"a":"1","a":"2"},"data":{"b":"3"}}`;
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "a" },
  spec: {
    replica: 1,
    selector: { matchLabels: { a: "1" } },
    template: {
      metadata: { labels: { a: "1" } },
      spec: { containers: [{ name: "c", image: "i", imag: "x", env: [{ name: "E", valu: "1" }] }], restart: "no" },
    },
  },
};

const levels = ["", "Strict", "Warn", "Ignore"];

function withLevel(path: string, level: string): string {
  const query = `dryRun=All${level === "" ? "" : `&fieldValidation=${level}`}`;
  return `${path}?${query}`;
}

const named = (what: string, level: string): string => `${what}, ${level === "" ? "by default" : level}`;

const creates: readonly ContractCase[] = levels.flatMap((level) => [
  {
    name: named("create: fields that nobody knows", level),
    run: (api) => api.post(withLevel(configMaps, level), withUnknown),
  },
  {
    name: named("create: fields that are there twice", level),
    run: (api) => api.post(withLevel(configMaps, level), twice),
  },
  {
    name: named("create: deep in a deployment", level),
    run: (api) =>
      api.post(withLevel(deployments, level), deployment, {
        show: (body) => (body.kind === "Status" ? body : body.kind),
      }),
  },
]);

const yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  name: b\ndata: {a: '1'}\nmore: 1\n";

function patchCase(type: PatchType, body: object | string, level: string): ContractCase {
  return {
    name: named(`patch: ${type}`, level),
    async run(api) {
      await api.post(configMaps, configMap("a", { a: "1" }), { record: false });
      const manager = type === "apply" ? "&fieldManager=me&force=true" : "";
      await api.patch(withLevel(`${configMaps}/a`, level) + manager, type, body, {
        show: (answer) => (answer.kind === "Status" ? answer : answer.data),
      });
    },
  };
}

const patches: readonly ContractCase[] = levels.flatMap((level) => [
  patchCase("merge", `{"data":{"b":"2","b":"3"},"dta":{}}`, level),
  patchCase("strategic", `{"data":{"b":"2","b":"3"},"dta":{}}`, level),
  patchCase(
    "json",
    [
      { op: "add", path: "/dta", value: {} },
      { op: "add", path: "/data/b", value: "2" },
    ],
    level,
  ),
  patchCase("apply", { ...configMap("a", { a: "2" }), dta: {} }, level),
]);

export const cases: readonly ContractCase[] = [
  ...creates,
  ...patches,
  ...levels.map((level): ContractCase => ({
    name: named("update: fields that nobody knows", level),
    async run(api) {
      await api.post(configMaps, configMap("a"), { record: false });
      await api.put(withLevel(`${configMaps}/a`, level), withUnknown, {
        show: (body) => (body.kind === "Status" ? body : body.data),
      });
    },
  })),
  ...levels.map((level): ContractCase => ({
    name: named("create: YAML", level),
    run: (api) => api.post(withLevel(configMaps, level), yaml, { headers: { "content-type": "application/yaml" } }),
  })),
  {
    name: "a level that nobody knows",
    run: (api) => api.post(`${configMaps}?fieldValidation=Hard`, withUnknown),
  },
  {
    name: "many fields: not all are named",
    run: (api) =>
      api.post(withLevel(configMaps, "Warn"), {
        ...configMap("a"),
        ...Object.fromEntries("abcdefghijklmnopqrstuvwxyz".split("").map((key) => [`x${key}`, 1])),
      }),
  },
  {
    name: "a field in the wrong case",
    run: (api) => api.post(withLevel(configMaps, "Strict"), { metadata: { name: "a" }, Data: { a: "1" } }),
  },
  {
    name: "JSON patch: what nobody knows in an operation",
    async run(api) {
      await api.post(configMaps, configMap("a"), { record: false });
      await api.patch(withLevel(`${configMaps}/a`, "Strict"), "json", [
        { op: "add", path: "/data", value: {}, why: "x" },
      ]);
    },
  },
];
