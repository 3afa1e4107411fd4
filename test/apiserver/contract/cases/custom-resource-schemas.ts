/** The effect of a definition's schema on custom resources. */
import type { ContractApi, ContractCase } from "../contract-case.js";
import { define, inSpec, widget, widgetDefinition } from "../custom-kinds.js";
import { one, rule, specs, text, tries, updates } from "../custom-resource-cases.js";

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

const addressesOfMail = tries(
  "addresses of mail",
  inSpec({ email: { type: "string", format: "email" } }),
  specs(
    ...[
      ...[
        "a@b",
        "a.b@c.d",
        " a@b ",
        ".a@b",
        "a.@b",
        "a..b@c",
        "a@.b",
        "a@b.",
        "a@@b",
        "a b@c",
        "a@ b",
        "@b",
        "a@",
        "a",
      ],
      ...[
        '"a b"@c',
        '""@c',
        '"a\\"b"@c',
        '"a',
        '"a"',
        "é@b",
        "a@é",
        "a@[1.2.3.4]",
        "a@[::1]",
        "a@[01.2.3.4]",
        "a@[b]",
        "a@[]",
      ],
      ...[
        "<a@b>",
        "n <a@b>",
        "n m. <a@b>",
        '"n, m" <a@b>',
        "n <a@b",
        "n a@b>",
        "n <>",
        "n <a@b> m",
        "n <a@b> (c)",
        "n (c) <a@b>",
      ],
      ...["a@b (c)", "a@b (c (d) e)", "a@b (c", "a@b c)", "(c) a@b", "a@b (c) (d)", "a@b (\\))", "a@b, c@d", "a@b,"],
      ...["g: a@b;", "g: a@b, c@d;", "g:;", "g: n <a@b>;", "g: h: a@b;;", "g: a@b", ": a@b;", "g: a@b; (c)"],
      ...["=?utf-8?q?n?= <a@b>", "=?x?q?n?= <a@b>", "m =?x?q?n?= <a@b>", "=?utf-8?q?n?= (c) <a@b>", "a@b (=?x?q?c?=)"],
      `${"a".repeat(40)} `,
      `${"a ".repeat(40)}<a@b>`,
    ].map((email) => ({ email })),
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

export const cases: readonly ContractCase[] = [keywords, ofFormats, addressesOfMail, pruning, ...lists, ...ofRules];
