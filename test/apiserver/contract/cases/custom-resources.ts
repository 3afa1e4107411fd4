/** Writes and reads of custom resources, whatever their schema. */
import type { AnswerBody, ContractCase } from "../contract-case.js";
import { after, before, readAndWrite, redefine, replaceSchemas, rich, stamp, untilCreate } from "../changed-schemas.js";
import {
  contentOnly,
  define,
  definitionsPath,
  group,
  inSpec,
  version,
  widget,
  widgetDefinition,
  widgets,
} from "../custom-kinds.js";
import { one, rule, text, tries } from "../custom-resource-cases.js";

const identities = tries("what names an object", inSpec({ a: text }), {
  "no apiVersion": { kind: "Widget", metadata: { name: "a" } },
  "no kind": { apiVersion: `${group}/v1`, metadata: { name: "a" } },
  "a null kind": { apiVersion: `${group}/v1`, kind: null, metadata: { name: "a" } },
  "another kind": { apiVersion: `${group}/v1`, kind: "Gadget", metadata: { name: "a" } },
  "another version": { apiVersion: `${group}/v2`, kind: "Widget", metadata: { name: "a" } },
  "another group": { apiVersion: "v1", kind: "Status" },
  "a kind that is a number": { apiVersion: `${group}/v1`, kind: 5, metadata: { name: "a" } },
  nothing: "",
  null: "null",
  list: "[]",
  "a bad name": widget({}, { metadata: { name: "A_B" } }),
  "no name": widget({}, { metadata: {} }),
  "no metadata": { apiVersion: `${group}/v1`, kind: "Widget" },
  "metadata that is a text": widget({}, { metadata: "a" }),
  "a label that is a number": widget({}, { metadata: { name: "a", labels: { a: 1 } } }),
});

const prunedOnRead: ContractCase = {
  name: "a stored object is read under the new schema, and a write drops the rest",
  async run(api) {
    await define(api, widgetDefinition(before("1")));
    await api.post(widgets, rich, { record: false });
    await redefine(api, "2", [after("2")]);
    await readAndWrite(api);
    await redefine(api, "3", [before("3")]);
    await api.get(one, { show: contentOnly });
  },
};

const prunedUnwritten: ContractCase = {
  name: "a field that a schema hid comes back with the schema",
  async run(api) {
    await define(api, widgetDefinition(before("1")));
    await api.post(widgets, rich, { record: false });
    await redefine(api, "2", [after("2")]);
    await api.get(one, { show: contentOnly });
    await redefine(api, "3", [before("3")]);
    await api.get(one, { show: contentOnly });
  },
};

const prunedInVersions: ContractCase = {
  name: "a stored object is read under the new schema of its version, then of the requested version",
  async run(api) {
    const versions = [version("v1", before("1")), version("v2", before("1"), { storage: false })];
    await define(api, widgetDefinition(undefined, { versions }));
    await api.post(widgets, rich, { record: false });
    await redefine(api, "2", [after("2"), before("2")]);
    const second = one.replace("/v1/", "/v2/");
    await api.get(second, { show: contentOnly });
    await readAndWrite(api);
    await redefine(api, "3", [inSpec(stamp("3")), before("3")]);
    await api.get(second, { show: contentOnly });
  },
};

const ratcheting: ContractCase = {
  name: "what was wrong before may stay as it is",
  async run(api) {
    const schema = inSpec({ a: text, b: text, l: { type: "array", items: text } });
    await define(api, widgetDefinition(schema));
    await api.post(widgets, widget({ a: "long", b: "x", l: ["long", "x"] }), { record: false });
    const strict = inSpec({
      a: { type: "string", maxLength: 1, ...rule({ rule: "self != 'long'" }) },
      b: text,
      l: { type: "array", maxItems: 1, items: { type: "string", maxLength: 2 } },
    });
    await replaceSchemas(api, [strict]);
    await untilCreate(api, { a: "xx" }, 422);
    for (const spec of [{ b: "y" }, { a: "longer" }, { l: ["long", "y"] }, { l: ["long", "x", "z"] }, { a: "s" }]) {
      await api.patch(one, "merge", { spec }, { show: contentOnly });
    }
  },
};

const status: ContractCase = {
  name: "status and scale are endpoints of their own",
  async run(api) {
    const schema = {
      type: "object",
      properties: {
        spec: { type: "object", properties: { n: { type: "integer", minimum: 0 } } },
        status: {
          type: "object",
          properties: { n: { type: "integer" }, s: text, x: { type: "string", default: "d" } },
        },
      },
    };
    const scale = { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: ".status.s" };
    await define(
      api,
      widgetDefinition(undefined, { versions: [version("v1", schema, { subresources: { status: {}, scale } })] }),
    );
    await api.post(widgets, widget({ n: 1 }, { status: { n: 5 } }), { show: contentOnly });
    await api.patch(one, "merge", { status: { n: 6 } }, { show: contentOnly });
    await api.patch(
      `${one}/status`,
      "merge",
      { spec: { n: 9 }, status: { n: 2, s: "a=b", gone: 1 }, metadata: { labels: { a: "b" } } },
      { show: contentOnly },
    );
    await api.patch(`${one}/status`, "merge", { status: { n: "x" } }, { show: contentOnly });
    await api.patch(one, "merge", { spec: { n: 3 } }, { show: contentOnly });
    await api.get(`${one}/scale`);
    await api.patch(`${one}/scale`, "merge", { spec: { replicas: 4 } });
    await api.patch(`${one}/scale`, "merge", { spec: { replicas: -1 } });
    await api.put(`${one}/scale`, { metadata: { name: "b" }, spec: { replicas: 1 } });
    await api.put(`${one}/scale`, widget({}), {});
    await api.patch(`${one}/status`, "merge", { status: null }, { show: contentOnly });
    await api.patch(one, "merge", { spec: null }, { show: contentOnly });
    await api.get(`${one}/scale`);
    await api.get(`${one}/nothing`);
    await api.delete(`${one}/status`);
    await api.post(`${one}/scale`, {});
    await api.put(widgets, widget({}));
    await api.patch(widgets, "merge", {});
    await api.patch(one, "strategic", {});
    await api.request("options", one);
    await api.request("head", one, undefined, { show: () => undefined });
    await api.get(`/apis/${group}/v1/widgets/a`);
    await api.get(`/apis/${group}/v1/namespaces/$ns/gadgets`);
    await api.get(`/apis/${group}/v9/namespaces/$ns/widgets`);
    await api.get(`/apis/${group}/v9`);
  },
};

const versions: ContractCase = {
  name: "several versions without conversion",
  async run(api) {
    const old = inSpec({ a: text, n: { type: "integer", default: 1 } });
    const next = inSpec({ a: text, m: { type: "integer", default: 2 } });
    await define(
      api,
      widgetDefinition(undefined, {
        versions: [
          version("v1", old),
          version("v2", next, { storage: false, deprecated: true }),
          version("v3alpha1", next, { storage: false, served: false }),
        ],
      }),
    );
    const v2 = `/apis/${group}/v2/namespaces/$ns/widgets`;
    await api.post(v2, { ...widget({ a: "x", n: 5, m: 6 }), apiVersion: `${group}/v2` });
    await api.get(one);
    await api.get(`${v2}/a`);
    await api.post(v2, widget({}, { metadata: { name: "b" } }));
    await api.get(`/apis/${group}/v3alpha1/namespaces/$ns/widgets`);
    await api.get(`/apis/${group}`, { show: (body) => body.versions });
  },
};

const columns: ContractCase = {
  name: "columns of all types, and fields to select by",
  async run(api) {
    const of = { i: "integer", n: "number", b: "boolean", s: "string" };
    const fields = Object.fromEntries(Object.entries(of).map(([name, type]) => [name, { type }]));
    const additionalPrinterColumns = [
      ...Object.entries(of).map(([name, type]) => ({ name, type, jsonPath: `.spec.${name}` })),
      { name: "date", type: "date", jsonPath: ".metadata.creationTimestamp" },
      { name: "baddate", type: "date", jsonPath: ".spec.s" },
      { name: "asinteger", type: "integer", jsonPath: ".spec.s" },
      { name: "list", type: "string", jsonPath: ".spec.l[*].x", priority: 1 },
      { name: "whole", type: "string", jsonPath: ".spec.l", description: "all of it" },
    ];
    const selectableFields = [{ jsonPath: ".spec.s" }, { jsonPath: ".spec.i" }, { jsonPath: ".spec.b" }];
    const schema = inSpec({ ...fields, l: { type: "array", items: { type: "object", properties: { x: text } } } });
    await define(
      api,
      widgetDefinition(undefined, {
        versions: [version("v1", schema, { additionalPrinterColumns, selectableFields })],
      }),
    );
    await api.post(widgets, widget({ i: 5, n: 1.5, b: true, s: "x", l: [{ x: "p" }, { x: "q" }] }), { record: false });
    await api.post(widgets, widget({}, { metadata: { name: "b" } }), { record: false });
    const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
    await api.get(widgets, {
      headers,
      show: (body) => ({ columns: body.columnDefinitions, rows: body.rows?.map((row: AnswerBody) => row.cells) }),
    });
    for (const selector of [
      "spec.s=x",
      "spec.s!=x",
      "spec.i=5",
      "spec.b=true",
      "spec.s=",
      "spec.n=1.5",
      "metadata.name=b,spec.s=",
    ]) {
      await api.get(`${widgets}?fieldSelector=${encodeURIComponent(selector)}`, {
        show: (body) => body.items?.map((item: AnswerBody) => item.metadata.name) ?? body,
      });
    }
  },
};

const strictness: ContractCase = {
  name: "fields that nobody knows, or that come twice",
  async run(api) {
    await define(api, widgetDefinition(inSpec({ a: text })));
    const start = `{"apiVersion":"${group}/v1","kind":"Widget","metadata":{"name":"a"},`;
    const bodies = [
      `${start}"spec":{"a":"1","a":"2","b":1},"c":2}`,
      `${start}"spec":{"a":"1"},"spec":{"a":"2"}}`,
      `${start}"metadata":{"name":"a","unknown":1}}`,
    ];
    for (const body of bodies) {
      for (const mode of ["Strict", "Warn", "Ignore"]) {
        await api.post(`${widgets}?dryRun=All&fieldValidation=${mode}`, body, { show: contentOnly });
      }
    }
    const yaml = `apiVersion: ${group}/v1\nkind: Widget\nmetadata:\n  name: a\nspec:\n  a: x\n  a: y\n  b: 1\n`;
    for (const mode of ["Strict", "Warn", "Ignore"]) {
      await api.post(`${widgets}?dryRun=All&fieldValidation=${mode}`, yaml, {
        headers: { "content-type": "application/yaml" },
        show: contentOnly,
      });
    }
  },
};

const watches: readonly ContractCase[] = [
  {
    name: "a watch of what is no longer defined ends",
    async run(api) {
      await define(api, widgetDefinition());
      await api.post(widgets, widget({}), { record: false });
      const watch = await api.watch(`${widgets}?watch=true`);
      await api.delete(`${definitionsPath}/widgets.${group}`, undefined, { record: false });
      await watch.until("end");
    },
  },
  {
    name: "a watch ends when its definition changes",
    async run(api) {
      await define(api, widgetDefinition(inSpec({ a: text })));
      const created = await api.post(widgets, widget({ a: "1" }), { record: false });
      const watch = await api.watch(`${widgets}?watch=true&resourceVersion=${created.body.metadata.resourceVersion}`);
      const { body } = await api.get(`${definitionsPath}/widgets.${group}`, { record: false });
      body.spec.versions[0].schema.openAPIV3Schema = inSpec({ a: text, b: text });
      await api.put(`${definitionsPath}/widgets.${group}`, body, { record: false });
      await watch.until("end");
    },
  },
];

const deep = (depth: number): string => `${`{"a":`.repeat(depth)}1${"}".repeat(depth)}`;
const sizes: ContractCase = {
  name: "objects that are large or deep",
  async run(api) {
    await define(api, widgetDefinition({ type: "object", "x-kubernetes-preserve-unknown-fields": true }));
    const short = (body: AnswerBody): unknown => ({ kind: body.kind, code: body.code, reason: body.reason });
    for (const depth of [100, 1_000, 10_010]) {
      await api.post(
        `${widgets}?dryRun=All`,
        `{"apiVersion":"${group}/v1","kind":"Widget","metadata":{"name":"a"},"x":${deep(depth)}}`,
        { show: short },
      );
    }
    await api.post(widgets, widget({ x: "x".repeat(1_000_000) }), { show: short });
    await api.post(widgets, widget({ x: "x".repeat(3_200_000) }, { metadata: { name: "b" } }), { show: short });
  },
};

export const cases: readonly ContractCase[] = [
  ...[identities, prunedOnRead, prunedUnwritten, prunedInVersions, ratcheting, status, versions, columns, strictness],
  ...watches,
  sizes,
];
