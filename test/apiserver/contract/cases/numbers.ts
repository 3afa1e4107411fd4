import type { ContractCase } from "../contract-case.js";
import { causesOnly, contentOnly, define, group, inSpec, widgetDefinition, widgets } from "../custom-kinds.js";

/** Spellings of numbers in JSON texts: the response is compared as text. */
const numbers = [
  "1.0",
  "1e3",
  "1.5",
  "-0",
  "-0.0",
  "0.1",
  "1E3",
  "1e-3",
  "1e400",
  "100000000000000000000",
  "1e20",
  "1e21",
  "123456789.0",
  "0.0000001",
] as const;

const schema = inSpec({
  i: { type: "integer" },
  i32: { type: "integer", format: "int32" },
  n: { type: "number" },
  x: { "x-kubernetes-int-or-string": true },
  open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
});

const written = (field: string, number: string): string =>
  `{"apiVersion":"${group}/v1","kind":"Widget","metadata":{"name":"a"},"spec":{"${field}":${field === "open" ? `{"a":${number}}` : number}}}`;

const configMaps = "/api/v1/namespaces/$ns/configmaps";
const deployments = "/apis/apps/v1/namespaces/$ns/deployments";

const deployment = (field: string, number: string): string =>
  `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a"},"spec":{"${field}":${number},"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"a","image":"a"}]}}}}`;

const json = { "content-type": "application/json" };

export const cases: readonly ContractCase[] = [
  ...["i", "i32", "n", "x", "open"].map((field): ContractCase => ({
    name: `numbers in a field ${field} of a custom resource`,
    async run(api) {
      await define(api, widgetDefinition(schema));
      for (const number of numbers) {
        const body = written(field, number).replaceAll("$id", api.id);
        await api.post(`${widgets}?dryRun=All`, body, { headers: json, show: contentOnly });
      }
    },
  })),
  {
    name: "numbers in a built-in kind",
    async run(api) {
      for (const number of [
        "1.0",
        "1e0",
        "-0",
        "-0.0",
        "1.5",
        "1e400",
        "2147483648",
        "9223372036854775808",
        "1E1",
        '"1"',
      ]) {
        await api.post(`${deployments}?dryRun=All`, deployment("replicas", number), {
          headers: json,
          show: (body) => {
            const { spec, message } = body as { spec?: { replicas: number }; message?: string };
            return spec === undefined ? { ...(causesOnly(body) as object), message } : spec.replicas;
          },
        });
      }
      await api.get(configMaps, { show: () => "done" });
    },
  },
];
