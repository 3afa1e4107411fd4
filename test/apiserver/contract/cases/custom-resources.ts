/** What becomes of objects of custom resources. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
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

const one = `${widgets}/a`;

/** One definition, and dry runs of objects of it. */
function tries(name: string, schema: object, objects: Readonly<Record<string, object | string>>): ContractCase {
  return {
    name,
    async run(api) {
      await define(api, widgetDefinition(schema));
      for (const object of Object.values(objects)) {
        await api.post(`${widgets}?dryRun=All&fieldValidation=Warn`, object, { show: contentOnly });
      }
    },
  };
}

/** One object of a schema, and what becomes of it when its spec is replaced. */
function updates(name: string, schema: object, first: object, specs: readonly object[]): ContractCase {
  return {
    name,
    async run(api) {
      await define(api, widgetDefinition(schema));
      const { body } = await api.post(widgets, widget(first), { show: contentOnly });
      let current: AnswerBody = body;
      for (const spec of specs) {
        const { name, resourceVersion } = current.metadata;
        const answer = await api.put(one, widget(spec, { metadata: { name, resourceVersion } }), { show: contentOnly });
        if (answer.status === 200) current = answer.body;
      }
    },
  };
}

const text = { type: "string" };
const rule = (...rules: object[]): object => ({ "x-kubernetes-validations": rules });
const specs = (...all: object[]): Record<string, object> =>
  Object.fromEntries(all.map((each, index) => [String(index), widget(each)]));

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

const keywords = tries(
  "keywords",
  inSpec({
    s: { type: "string", minLength: 2, maxLength: 4, pattern: "^[a-z]+$" },
    e: { type: "string", enum: ["a", "b"] },
    i: { type: "integer", minimum: 1, maximum: 10, exclusiveMaximum: true },
    i32: { type: "integer", format: "int32" },
    n: { type: "number", exclusiveMinimum: true, minimum: 0, multipleOf: 0.5 },
    l: { type: "array", minItems: 1, maxItems: 2, items: { type: "integer" } },
    o: { type: "object", required: ["x"], properties: { x: text, y: text } },
    m: { type: "object", minProperties: 1, maxProperties: 2, additionalProperties: { type: "integer" } },
    b: { type: "boolean" },
    p: { "x-kubernetes-int-or-string": true },
    one: { type: "string", oneOf: [{ minLength: 3 }, { maxLength: 5 }] },
    not: { type: "string", not: { enum: ["bad"] } },
    all: { type: "string", allOf: [{ minLength: 3 }, { pattern: "^a" }] },
    nil: { type: "string", nullable: true },
  }),
  specs(
    { s: "a" },
    { s: "abcde" },
    { s: "A1" },
    { e: "c" },
    { e: 1 },
    { i: 0 },
    { i: 10 },
    { i: 1.5 },
    { i: "1" },
    { i32: 3_000_000_000 },
    { n: 0 },
    { n: 0.7 },
    { l: [] },
    { l: [1, 2, 3] },
    { l: ["a"] },
    { l: {} },
    { o: {} },
    { o: { x: "a", z: "b" } },
    { m: {} },
    { m: { a: 1, b: 2, c: 3 } },
    { m: { a: "x" } },
    { b: "true" },
    { p: 1.5 },
    { p: "10%" },
    { p: true },
    { one: "abcd" },
    { not: "bad" },
    { all: "b" },
    { nil: null, s: null },
    { l: null },
    { o: { x: null } },
  ),
);

const formats = [
  ...["date-time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uuid", "cidr", "byte", "password"],
  ...["mac", "hexcolor", "rgbcolor", "creditcard", "isbn", "ssn", "uuid4", "k8s-short-name", "k8s-long-name"],
];
const ofFormats = tries(
  "formats",
  inSpec(Object.fromEntries(formats.map((format) => [format, { type: "string", format }]))),
  specs(
    ...[
      "",
      "x y",
      "2024-01-02",
      "2024-01-02T03:04:05Z",
      "1h",
      "::1",
      "10.0.0.0/8",
      "a@example.com",
      "A",
      "MQ==",
      "#fff",
    ].map((value) => Object.fromEntries(formats.map((format) => [format, value]))),
  ),
);

const embedded = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};
const pruning = tries(
  "pruning and defaults",
  {
    type: "object",
    properties: {
      spec: {
        type: "object",
        default: {},
        properties: {
          a: { type: "string", default: "x" },
          o: {
            type: "object",
            default: { c: 1 },
            properties: { b: { type: "string", default: "y" }, c: { type: "integer" } },
          },
          l: { type: "array", items: { type: "object", properties: { d: { type: "integer", default: 5 } } } },
          m: {
            type: "object",
            additionalProperties: { type: "object", properties: { d: { type: "integer", default: 5 } } },
          },
          nil: { type: "string", nullable: true, default: "z" },
          free: {
            type: "object",
            "x-kubernetes-preserve-unknown-fields": true,
            properties: { t: { type: "object", properties: {} } },
          },
          e: embedded,
        },
      },
    },
  },
  {
    nothing: widget(undefined),
    null: widget(undefined, { spec: null }),
    ...specs(
      {},
      { a: null, o: null, nil: null },
      { unknown: 1, o: { unknown: 2 }, l: [{}, { unknown: 3 }, { d: null }], m: { x: {}, y: { d: 1, z: 2 } } },
      { free: { any: { thing: [1] }, t: { gone: 1 } } },
      {
        e: { apiVersion: "v1", kind: "X", metadata: { name: "b", unknown: 1, labels: { a: "b" } }, spec: { kept: 1 } },
      },
      { e: { kind: "X" } },
      { e: { apiVersion: "a/b/c", kind: "X y", metadata: { name: "A_b" } } },
    ),
    beside: widget({}, { other: 1, metadata: { name: "a", unknown: 1 } }),
  },
);

const lists = [
  tries(
    "lists with an order of their own",
    inSpec({
      set: { type: "array", "x-kubernetes-list-type": "set", items: text },
      numbers: { type: "array", "x-kubernetes-list-type": "set", items: { type: "number" } },
      map: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k", "p"],
        items: {
          type: "object",
          required: ["k"],
          properties: { k: text, p: { type: "string", default: "TCP" }, v: text },
        },
      },
    }),
    specs(
      { set: ["a", "b", "a"] },
      { numbers: [1, 1.0, 2] },
      { map: [{ k: "a" }, { k: "a", p: "UDP" }, { k: "a", p: "TCP" }] },
      { map: [{}] },
    ),
  ),
  {
    name: "apply to lists of all kinds",
    async run(api: ContractApi) {
      const schema = inSpec({
        set: { type: "array", "x-kubernetes-list-type": "set", items: text },
        atomic: { type: "array", "x-kubernetes-list-type": "atomic", items: text },
        plain: { type: "array", items: text },
        map: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["k"],
          items: { type: "object", required: ["k"], properties: { k: text, v: text } },
        },
        whole: { type: "object", "x-kubernetes-map-type": "atomic", additionalProperties: text },
      });
      await define(api, widgetDefinition(schema));
      const apply = (manager: string, spec: object): Promise<unknown> =>
        api.patch(`${one}?fieldManager=${manager}`, "apply", widget(spec));
      await apply("one", { set: ["a"], atomic: ["a"], plain: ["a"], map: [{ k: "a", v: "1" }], whole: { a: "1" } });
      await apply("two", { set: ["b"], map: [{ k: "b", v: "1" }] });
      await apply("two", { atomic: ["b"], plain: ["b"], whole: { b: "1" } });
      await apply("two", { map: [{ k: "a", v: "2" }] });
      await apply("one", { set: [], map: [] });
      await apply("two", { unknown: 1 });
      await apply("two", { set: ["c", "c"] });
    },
  },
] satisfies ContractCase[];

const ofRules = [
  tries(
    "rules",
    inSpec(
      {
        a: { type: "integer", ...rule({ rule: "self > 1" }) },
        m: { type: "integer", ...rule({ rule: "self > 1", message: "too small" }) },
        x: {
          type: "integer",
          ...rule({ rule: "self > 1", messageExpression: "'got ' + (self == 1 ? 'one' : 'none')" }),
        },
        f: { type: "integer", ...rule({ rule: "self > 1", messageExpression: "['a'][self]", message: "else" }) },
        r: { type: "integer", ...rule({ rule: "self > 1", reason: "FieldValueForbidden", message: "no" }) },
        q: { type: "integer", ...rule({ rule: "self > 1", reason: "FieldValueRequired" }) },
        d: { type: "integer", ...rule({ rule: "self > 1", reason: "FieldValueDuplicate" }) },
        e: { type: "integer", ...rule({ rule: "1 / self > 0" }) },
        l: { type: "array", maxItems: 3, items: { type: "string", maxLength: 5, ...rule({ rule: "self != 'x'" }) } },
        b: { type: "boolean" },
      },
      rule({ rule: "!has(self.b) || self.b", fieldPath: ".b", message: "b" }),
    ),
    specs(
      { a: 1 },
      { m: 1 },
      { x: 1 },
      { f: 1 },
      { r: 1 },
      { q: 1 },
      { d: 1 },
      { e: 0 },
      { l: ["a", "x", "x"] },
      { b: false },
      { a: 1, b: "x" },
    ),
  ),
  updates(
    "rules about what changes",
    inSpec({
      fixed: { type: "string", ...rule({ rule: "self == oldSelf", message: "is fixed" }) },
      grows: { type: "integer", ...rule({ rule: "self >= oldSelf" }) },
      optional: {
        type: "integer",
        ...rule({ rule: "oldSelf.hasValue() ? self > oldSelf.value() : self == 1", optionalOldSelf: true }),
      },
    }),
    { fixed: "a", grows: 1, optional: 1 },
    [{ fixed: "b", grows: 0, optional: 1 }, { grows: 2, optional: 2 }, { fixed: "c", optional: 2 }, { optional: 3 }],
  ),
];

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
    const { body } = await api.get(`${definitionsPath}/widgets.${group}`, { record: false });
    body.spec.versions[0].schema.openAPIV3Schema = strict;
    await api.put(`${definitionsPath}/widgets.${group}`, body, { record: false });
    // The new schema is at work when a new object is refused by it.
    for (let tries = 0; tries < 500; tries++) {
      const answer = await api.post(`${widgets}?dryRun=All`, widget({ a: "xx" }, { metadata: { name: "z" } }), {
        record: false,
      });
      if (answer.status === 422) break;
    }
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
  ...[
    identities,
    keywords,
    ofFormats,
    pruning,
    ...lists,
    ...ofRules,
    ratcheting,
    status,
    versions,
    columns,
    strictness,
  ],
  ...watches,
  sizes,
];
