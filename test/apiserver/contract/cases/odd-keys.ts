/** Fields whose names have a meaning in JavaScript, and none to an API server. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { define, inSpec, version, widget, widgetDefinition, widgets } from "../custom-kinds.js";
import { one } from "../custom-resource-cases.js";
import { configMaps } from "../sample-objects.js";

const a = `${configMaps}/a`;
// Use texts: in a JavaScript literal the key would be the prototype.
const dataOf = (value: string): string =>
  `{"__proto__":"${value}","constructor":"${value}","prototype":"${value}","toString":"${value}","hasOwnProperty":"${value}"}`;
const configMapWith = (data: string, metadata = ""): string =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"${metadata}},"data":${data}}`;
const text = ({ data }: { readonly data: object }): unknown => data;

const inner = `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":[{"__proto__":1}]}`;
const specText = ({ spec, code, message }: Readonly<Record<string, unknown>>): unknown => ({
  ...(code === undefined ? {} : { code, message }),
  ...(spec === undefined ? {} : { spec }),
});

const free = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const named = (value: object): object =>
  JSON.parse(`{"__proto__":${JSON.stringify(value)},"constructor":${JSON.stringify(value)}}`);

async function change(api: ContractApi, path: string, show: (body: AnswerBody) => unknown): Promise<void> {
  const options = { show };
  await api.get(path, options);
  await api.patch(
    path,
    "merge",
    `{"spec":{"free":{"__proto__":{"more":{"__proto__":2}}}},"data":{"__proto__":"2"}}`,
    options,
  );
  await api.patch(
    path,
    "merge",
    `{"spec":{"free":{"constructor":null,"__proto__":{"polluted":null}}},"data":{"constructor":null}}`,
    options,
  );
}

export const cases: readonly ContractCase[] = [
  {
    name: "a ConfigMap",
    async run(api) {
      await api.post(configMaps, configMapWith(dataOf("1")), { show: text });
      await change(api, a, text);
      await api.put(a, configMapWith(dataOf("3")), { show: text });
      await api.patch(a, "strategic", `{"data":{"__proto__":"4","toString":null}}`, { show: text });
      for (const path of [
        "/data/__proto__",
        "/data/constructor",
        "/__proto__/polluted",
        "/data/__proto__/polluted",
        "/constructor/prototype/polluted",
      ]) {
        for (const op of ["add", "replace", "test", "remove"]) {
          await api.patch(a, "json", [{ op, path, value: "5" }]);
        }
        await api.patch(a, "json", [{ op: "copy", from: path, path: "/data/copied" }]);
        await api.patch(a, "json", [{ op: "move", from: "/data/prototype", path }]);
      }
    },
  },
  {
    name: "a ConfigMap that is applied",
    async run(api) {
      const apply = (data: string): Promise<unknown> =>
        api.patch(`${a}?fieldManager=me`, "apply", configMapWith(data), {
          show: (body) => [body.data ?? "none", body.metadata.managedFields?.[0].fieldsV1],
        });
      await apply(dataOf("1"));
      await apply(`{"__proto__":"2"}`);
      await apply(`{"toString":"2"}`);
      await apply(`{}`);
    },
  },
  {
    name: "a ConfigMap in YAML",
    async run(api) {
      const yaml =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  __proto__: '1'\n  constructor: '2'\n";
      await api.post(configMaps, yaml, { headers: { "content-type": "application/yaml" }, show: text });
      await api.get(a, { headers: { accept: "application/yaml" }, show: (body: string) => body.split("kind:", 1) });
    },
  },
  {
    name: "labels and annotations",
    async run(api) {
      await api.post(
        configMaps,
        configMapWith("{}", `,"labels":{"constructor":"a","toString":"b"},"annotations":{"constructor":"c"}`),
      );
      await api.get(`${configMaps}?labelSelector=constructor`, { show: (body) => body.items.length });
      await api.get(`${configMaps}?labelSelector=valueOf`, { show: (body) => body.items.length });
      await api.get(`${configMaps}?labelSelector=%21valueOf,toString%3Db`, { show: (body) => body.items.length });
      await api.get(`${configMaps}?labelSelector=__proto__`);
      await api.get(`${configMaps}?fieldSelector=__proto__%3Da`);
      await api.get(`${configMaps}?fieldSelector=constructor%3Da`);
      await api.patch(a, "merge", `{"metadata":{"labels":{"__proto__":"a"}}}`, {
        show: ({ code, details }) => [code, details.causes[0]],
      });
      await api.patch(a, "merge", `{"metadata":{"__proto__":{"name":"b"}}}`);
    },
  },
  {
    name: "custom resources",
    async run(api) {
      await define(
        api,
        widgetDefinition(
          inSpec({
            free,
            maps: {
              type: "object",
              additionalProperties: { type: "object", properties: { n: { type: "integer", default: 7 } } },
            },
          }),
        ),
      );
      await api.post(
        widgets,
        `{"apiVersion":"$id.example.com/v1","kind":"Widget","metadata":{"name":"a"},"spec":{"free":${inner},"maps":{"__proto__":{},"constructor":{"n":1}},"__proto__":{"a":1}}}`,
        { show: specText },
      );
      await change(api, one, specText);
      await api.patch(one, "json", [{ op: "add", path: "/spec/free/__proto__/b", value: { c: 1 } }], {
        show: specText,
      });
      await api.patch(one, "json", [{ op: "add", path: "/spec/maps/prototype", value: { n: 2 } }], { show: specText });
      await api.patch(
        `${one}?fieldManager=me`,
        "apply",
        `{"apiVersion":"$id.example.com/v1","kind":"Widget","metadata":{"name":"a"},"spec":{"free":{"__proto__":{"applied":{"constructor":{}}}},"maps":{"__proto__":{"n":5}}}}`,
        { show: specText },
      );
      await api.patch(
        `${one}?fieldManager=me&force=true`,
        "apply",
        `{"apiVersion":"$id.example.com/v1","kind":"Widget","metadata":{"name":"a"},"spec":{"free":{"__proto__":{"applied":{"constructor":{}}}},"maps":{"__proto__":{"n":5}}}}`,
        { show: specText },
      );
      await api.patch(
        `${one}?fieldManager=me`,
        "apply",
        `{"apiVersion":"$id.example.com/v1","kind":"Widget","metadata":{"name":"a"},"spec":{}}`,
        { show: specText },
      );
    },
  },
  {
    name: "a schema",
    async run(api) {
      const schema = inSpec({
        ...named({ type: "object", properties: named({ type: "integer", default: 3, maximum: 9 }), default: {} }),
        l: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["constructor"],
          items: { type: "object", required: ["constructor"], properties: { constructor: { type: "string" } } },
        },
      });
      await define(
        api,
        widgetDefinition(undefined, {
          versions: [
            version("v1", schema, {
              additionalPrinterColumns: [
                { name: "Proto", type: "string", jsonPath: ".spec.__proto__" },
                { name: "None", type: "string", jsonPath: ".spec.valueOf" },
              ],
              selectableFields: [{ jsonPath: ".spec.constructor.constructor" }],
            }),
          ],
        }),
      );
      const make = (spec: string): string =>
        `{"apiVersion":"$id.example.com/v1","kind":"Widget","metadata":{"name":"a"},"spec":${spec}}`;
      await api.post(`${widgets}?dryRun=All`, make(`{"__proto__":{"__proto__":10}}`), { show: specText });
      await api.post(`${widgets}?dryRun=All`, make(`{"__proto__":"a"}`), { show: specText });
      await api.post(`${widgets}?dryRun=All`, make(`{"l":[{}]}`), { show: specText });
      await api.post(`${widgets}?fieldValidation=Strict`, make(`{"prototype":1,"toString":2}`), { show: specText });
      await api.post(widgets, make(`{"l":[{"constructor":"a"},{"constructor":"b"}]}`), { show: specText });
      await api.get(`${widgets}?fieldSelector=spec.constructor.constructor%3D3`, {
        show: ({ items }) => items?.length,
      });
      await api.get(one, {
        headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
        show: ({ rows }) => rows?.[0].cells,
      });
    },
  },
  ...[".spec.__proto__.polluted", ".spec.constructor.prototype.polluted", ".spec.constructor"].map(
    (path): ContractCase => ({
      name: `replicas at ${path}`,
      async run(api) {
        const scale = { specReplicasPath: path, statusReplicasPath: ".status.toString.length" };
        const schema = { type: "object", properties: { spec: free, status: free } };
        const subresources = { status: {}, scale };
        await define(api, widgetDefinition(undefined, { versions: [version("v1", schema, { subresources })] }));
        await api.post(widgets, widget({}), { show: specText });
        await api.get(`${one}/scale`);
        await api.patch(`${one}/scale`, "merge", { spec: { replicas: 4 } });
        await api.put(`${one}/scale`, {
          apiVersion: "autoscaling/v1",
          kind: "Scale",
          metadata: { name: "a" },
          spec: { replicas: 5 },
        });
        await api.get(`${one}/scale`, { show: ({ spec, status }) => ({ spec, status }) });
        await api.get(one, { show: specText });
      },
    }),
  ),
];
