/** CRDs at the edge of what the API server accepts, each of them small: those with `!` are refused. */
import { crdOf } from "./crds.js";

type Json = Record<string, unknown>;

const text = { type: "string" };
const integer = { type: "integer" };
const list = (items: object, more: object = {}): object => ({ type: "array", items, ...more });
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const map = (additionalProperties: object): object => ({ type: "object", additionalProperties });
const ruled = (schema: object, ...rules: (string | Json)[]): object => ({
  ...schema,
  "x-kubernetes-validations": rules.map((rule) => (typeof rule === "string" ? { rule } : rule)),
});

/** With a schema for `spec.a`. */
const field = (schema: object): Json => crdOf(object({ spec: object({ a: schema }) }));
const root = object({
  spec: object({ a: text, n: integer, o: object({ b: text }), l: list(text) }),
  status: object({ n: integer, s: text }),
});
const version = (changes: object): Json =>
  crdOf(root, {
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: root }, ...changes }],
  });
const withStatus = (schema: object): Json =>
  version({ schema: { openAPIV3Schema: schema }, subresources: { status: {} } });
const named = (names: object, changes: object = {}): Json =>
  crdOf(root, { names: { kind: "Bar", plural: "bars", ...names }, ...changes });
const selectable = (...paths: string[]): Json => version({ selectableFields: paths.map((jsonPath) => ({ jsonPath })) });
const column = (changes: object): Json =>
  version({ additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec.a", ...changes }] });
const metadata = (crd: Json, changes: object): Json => ({ ...crd, metadata: { name: "bars.example.com", ...changes } });
const long = "a".repeat(63);

export const edgeCrds: Readonly<Record<string, Json>> = {
  "a rule": field(ruled(text, "self != ''")),
  "! a rule that does not parse": field(ruled(text, "self ==")),
  "! a rule of no field": field(ruled(object({ b: text }), "self.c == 'x'")),
  "! a rule that is a number": field(ruled(text, "size(self)")),
  "! an empty rule": field(ruled(text, "")),
  "! a rule that costs too much": field(ruled(list(text), "self.all(x, self.exists_one(y, x == y))")),
  "! rules that cost too much together": field(
    object(
      Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [
          `f${index}`,
          ruled(list({ type: "string", maxLength: 60 }, { maxItems: 250 }), "self.all(x, self.exists_one(y, x == y))"),
        ]),
      ),
    ),
  ),
  "! the old self of an item": field(list(ruled(text, "self == oldSelf"))),
  "the old self of an item with keys": field(
    list(object({ k: ruled({ ...text, maxLength: 9 }, "self == oldSelf") }, { required: ["k"] }), {
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
    }),
  ),
  "! an optional old self that is not used": field(ruled(text, { rule: "self != ''", optionalOldSelf: true })),
  "! a path of a rule to nothing": field(ruled(object({ b: text }), { rule: "self.b != ''", fieldPath: ".c" })),
  "a path of a rule": field(ruled(object({ b: text }), { rule: "self.b != ''", fieldPath: ".b" })),
  "! an unknown reason": field(ruled(text, { rule: "self != ''", reason: "Because" })),
  "! a message of a number": field(ruled(text, { rule: "self != ''", messageExpression: "1" })),
  "! a message of two lines": field(ruled(text, { rule: "self != ''", message: "a\nb" })),
  "! a rule of two lines without a message": field(ruled(text, "self\n!= ''")),
  "a rule twice": field(ruled(text, "self != ''", "self != ''")),
  "a rule twice with two messages": field(
    ruled(text, { rule: "self != ''", message: "a" }, { rule: "self != ''", message: "b" }),
  ),
  "! a rule of anything": field(ruled({ "x-kubernetes-preserve-unknown-fields": true }, "self == 1")),
  "a rule of an integer or string": field(ruled({ "x-kubernetes-int-or-string": true }, "self == 1")),
  "! a rule in a branch": field({ ...text, anyOf: [ruled({}, "self == 'a'")] }),
  "a rule of the whole": crdOf(ruled(root, "self.metadata.name == 'a'")),
  "! a rule of the whole about labels": crdOf(ruled(root, "self.metadata.labels == {}")),
  "a default": field({ ...text, default: "x" }),
  "! a default of another type": field({ ...text, default: 1 }),
  "! a default that is no choice": field({ ...text, enum: ["a"], default: "b" }),
  "! a default with an unknown field": field(object({ b: text }, { default: { c: "x" } })),
  "! a default that lacks a field": field(object({ b: text }, { required: ["b"], default: {} })),
  "! a default that lacks a field with a default": field(
    object({ b: { ...text, default: "x" } }, { required: ["b"], default: {} }),
  ),
  "! a default that breaks a rule": field({ ...ruled(text, "self != 'x'"), default: "x" }),
  "! a default that breaks a rule of a rule around": field(
    object({ b: ruled(text, "self == 'y'") }, { default: { b: "x" } }),
  ),
  "a default that breaks a rule around": crdOf(
    object({ spec: ruled(object({ a: { ...text, default: "x" } }), "self.a == 'y'") }),
  ),
  "a default of null": field({ ...text, default: null }),
  "a default of null where it may be": field({ ...text, nullable: true, default: null }),
  "! a default too large": field({ ...integer, maximum: 3, default: 4 }),
  "! a default that is no whole number": field({ ...integer, default: 1.5 }),
  "! a default that is too long": field({ ...text, maxLength: 1, default: "ab" }),
  "! a default of another pattern": field({ ...text, pattern: "^a$", default: "b" }),
  "! a default that is no date": field({ ...text, format: "date-time", default: "soon" }),
  "! a default of an item": field(list({ ...text, enum: ["a"], default: "b" })),
  "a default of a value": field(map({ ...text, minLength: 2, default: "b" })),
  "a default of a value that is no choice": field(map({ ...text, enum: ["a"], default: "b" })),
  "! a short default of an item": field(list({ ...text, minLength: 2, default: "b" })),
  "a default of a value that breaks a rule": field(
    map({ ...ruled({ ...text, maxLength: 3 }, "self != 'b'"), default: "b" }),
  ),
  "a default of a field of a value": field(map(object({ b: { ...text, minLength: 2, default: "b" } }))),
  "a default of a value of another type": field(map({ ...text, default: 1 })),
  "a default with keys twice": field(
    list(object({ k: text }, { required: ["k"] }), {
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
      default: [{ k: "a" }, { k: "a" }],
    }),
  ),
  "! a default that fits no branch": field({ ...integer, oneOf: [{ minimum: 5 }, { maximum: 1 }], default: 3 }),
  "a default that is in a set twice": field(list(text, { "x-kubernetes-list-type": "set", default: ["a", "a"] })),
  "! a default of the kind": crdOf(object({ kind: { ...text, default: "Bar" } })),
  "! a default of the name": crdOf(object({ metadata: object({ name: { ...text, default: "x" } }) })),
  "a default of the name of a resource": field(
    object(
      { apiVersion: text, kind: text, metadata: object({ name: { ...text, default: "x" } }) },
      { "x-kubernetes-embedded-resource": true },
    ),
  ),
  "! a default for a resource without a kind": field({
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
    default: {},
  }),
  "a default of an integer or string": field({ "x-kubernetes-int-or-string": true, default: "10%" }),
  "a default of the kind of a resource": field(
    object(
      { apiVersion: text, kind: { ...text, default: "Pod" }, metadata: { type: "object" } },
      { "x-kubernetes-embedded-resource": true },
    ),
  ),
  "! a default of what is not kept": field(
    object({ m: map(object({ b: text })) }, { default: { m: { x: { c: 1 } } } }),
  ),
  "a default for anything": field({ "x-kubernetes-preserve-unknown-fields": true, default: { b: [1] } }),
  "a default with a field that is kept": field({
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
    default: { b: 1 },
  }),
  "! a default in a branch": field({ ...text, anyOf: [{ default: "x" }] }),
  "! a default of the whole": crdOf({ ...root, default: { spec: {} } }),
  "a default of the whole that is a resource": crdOf({
    ...root,
    default: { apiVersion: "example.com/v1", kind: "Bar" },
  }),
  "! a default of the whole that is another resource": crdOf({ ...root, default: { apiVersion: 1, kind: "Bar" } }),
  "a default of the whole with metadata": crdOf({
    ...root,
    default: { apiVersion: "v1", kind: "Bar", metadata: { name: "x" } },
  }),
  "! a default of the whole with an unknown field": crdOf({
    ...root,
    default: { apiVersion: "v1", kind: "Bar", x: 1 },
  }),
  "! a default of the whole with a status": withStatus({ ...root, default: { spec: {} } }),
  "a choice twice": field({ ...text, enum: ["a", "a"] }),
  "! a pattern with a look-ahead": field({ ...text, pattern: "(?=a)" }),
  "! a pattern that is open": field({ ...text, pattern: "(" }),
  "! a pattern of a value that is open": field(map({ ...text, pattern: "(" })),
  "! a pattern in a branch that is open": field({ ...text, anyOf: [{ pattern: "(" }] }),
  "! a pattern of a number that is open": field({ ...integer, pattern: "(" }),
  "! a set of objects": field(list(object({ b: text }), { "x-kubernetes-list-type": "set" })),
  "a set of atomic objects": field(
    list(object({ b: text }, { "x-kubernetes-map-type": "atomic" }), { "x-kubernetes-list-type": "set" }),
  ),
  "! a set of what may be null": field(list({ ...text, nullable: true }, { "x-kubernetes-list-type": "set" })),
  "! a map without keys": field(list(object({ b: text }), { "x-kubernetes-list-type": "map" })),
  "! a map with a key that is no field": field(
    list(object({ b: text }), { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["c"] }),
  ),
  "! a map with a key that may be absent": field(
    list(object({ b: text }), { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["b"] }),
  ),
  "! a map with a key twice": field(
    list(object({ b: text }, { required: ["b"] }), {
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["b", "b"],
    }),
  ),
  "! a map with a key that is an object": field(
    list(object({ b: object({}) }, { required: ["b"] }), {
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["b"],
    }),
  ),
  "! a map of strings": field(list(text, { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["b"] })),
  "! keys of no map": field(list(text, { "x-kubernetes-list-map-keys": ["b"] })),
  "! a kind of lists on a string": field({ ...text, "x-kubernetes-list-type": "atomic" }),
  "! a kind of maps on a string": field({ ...text, "x-kubernetes-map-type": "atomic" }),
  "! a kind of maps on a list": field(list(text, { "x-kubernetes-map-type": "atomic" })),
  "! a resource that is a string": field({ ...text, "x-kubernetes-embedded-resource": true }),
  "! a resource without fields": field({ type: "object", "x-kubernetes-embedded-resource": true }),
  "! a resource that is a map": field({ ...map(text), "x-kubernetes-embedded-resource": true }),
  "! an integer or string with any fields": field({
    "x-kubernetes-int-or-string": true,
    "x-kubernetes-preserve-unknown-fields": true,
  }),
  "! an integer or string that is a resource": field({
    "x-kubernetes-int-or-string": true,
    "x-kubernetes-embedded-resource": true,
  }),
  "! unknown fields that are not kept": field({ type: "object", "x-kubernetes-preserve-unknown-fields": false }),
  "! a whole that may be null": crdOf({ ...root, nullable: true }),
  "a whole with a number of fields": crdOf({ ...root, minProperties: 1 }),
  "! a whole with a number of fields and a status": withStatus({ ...root, minProperties: 1 }),
  "! a whole with branches and a status": withStatus({ ...root, anyOf: [{ required: ["spec"] }] }),
  "! a whole with choices and a status": withStatus({ ...root, enum: [{}] }),
  "! an atomic whole with a status": withStatus({ ...root, "x-kubernetes-map-type": "atomic" }),
  "a whole with rules and a status": withStatus(ruled(root, "has(self.spec)")),
  "a whole with a title and a status": withStatus({ ...root, title: "x", required: ["spec"] }),
  "a whole with an example and a status": withStatus({ ...root, example: {} }),
  "a whole with unknown fields and a status": withStatus({ ...root, "x-kubernetes-preserve-unknown-fields": true }),
  "an atomic whole": crdOf({ ...root, "x-kubernetes-map-type": "atomic" }),
  "! a bound that is excluded as a number": field({ ...integer, exclusiveMinimum: 1 }),
  "a field that is required twice": field(object({ b: text }, { required: ["b", "b"] })),
  "! a list of schemas of items": field({ type: "array", items: [text] }),
  "a link without a scheme": field({ ...text, externalDocs: { url: "%" } }),
  "! a schema that is a boolean": field(object({ b: true })),
  "! a type of null": field({ type: "null" }),
  "! properties that are a reference": field({ type: "object", $schema: "http://json-schema.org/draft-07/schema" }),
  columns: column({}),
  "! a column of no type": column({ type: "text" }),
  "! a column of no format": column({ format: "word" }),
  "! a column without a dot": column({ jsonPath: "spec.a" }),
  "! a column without a name": column({ name: "" }),
  "a selectable field": selectable(".spec.a"),
  "! a selectable field that is nowhere": selectable(".spec.x"),
  "! a selectable object": selectable(".spec.o"),
  "! a selectable list": selectable(".spec.l"),
  "! a selectable name": selectable(".metadata.name"),
  "! a selectable item": selectable(".spec.l[0]"),
  "! a selectable field twice": selectable(".spec.a", ".spec.a"),
  "! a selectable field without a dot": selectable("spec.a"),
  "! nine selectable fields": version({
    schema: {
      openAPIV3Schema: object({
        spec: object(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, text]))),
      }),
    },
    selectableFields: Array.from({ length: 9 }, (_, index) => ({ jsonPath: `.spec.f${index}` })),
  }),
  "! a scale of the status": version({
    subresources: { scale: { specReplicasPath: ".status.n", statusReplicasPath: ".status.n" } },
  }),
  "! a scale of the spec alone": version({
    subresources: { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".spec.n" } },
  }),
  "! a selector of nothing": version({
    subresources: {
      scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: "status.s" },
    },
  }),
  "a scale": version({
    subresources: {
      scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: ".status.s" },
    },
  }),
  "! a name that is another": metadata(crdOf(root), { name: "foos.example.com" }),
  "! no name": metadata(crdOf(root), { name: undefined }),
  "! a name that is too long": {
    ...crdOf(root, { group: `${long}.${long}.${long}.${long.slice(5)}` }),
    metadata: { name: `bars.${long}.${long}.${long}.${long.slice(5)}` },
  },
  "! a label that is none": metadata(crdOf(root), { labels: { "a b": "c" } }),
  "! a label with a value that is none": metadata(crdOf(root), { labels: { a: "c d" } }),
  "! an annotation that is none": metadata(crdOf(root), { annotations: { "a b": "c" } }),
  "an annotation of capitals": metadata(crdOf(root), { annotations: { "Example.com/a": "c" } }),
  "! an approval that is a word": {
    ...crdOf(root, { group: "foo.k8s.io" }),
    metadata: { name: "bars.foo.k8s.io", annotations: { "api-approved.kubernetes.io": "nope" } },
  },
  "an approval that there is none": {
    ...crdOf(root, { group: "foo.k8s.io" }),
    metadata: { name: "bars.foo.k8s.io", annotations: { "api-approved.kubernetes.io": "unapproved, x" } },
  },
  "a singular that is the plural": named({ singular: "bars" }),
  "! a singular in capitals": named({ singular: "Bar" }),
  "! a short name in capitals": named({ shortNames: ["B"] }),
  "short names twice": named({ shortNames: ["b", "b"] }),
  "! a category in capitals": named({ categories: ["All"] }),
  "! no scope": named({}, { scope: undefined }),
  "! a group of one part": { ...named({}, { group: "example" }), metadata: { name: "bars.example" } },
  "! a group in capitals": { ...named({}, { group: "Example.com" }), metadata: { name: "bars.Example.com" } },
  "! a plural that is too long": { ...named({ plural: `b${long}` }), metadata: { name: `b${long}.example.com` } },
  "! a version in capitals": version({ name: "V1" }),
  "! a version without a schema": version({ schema: undefined }),
  "! a warning without a deprecation": version({ deprecationWarning: "x" }),
  "! a warning of two lines": version({ deprecated: true, deprecationWarning: "x\ny" }),
  "! a warning of 257 characters": version({ deprecated: true, deprecationWarning: "x".repeat(257) }),
  "! a warning of nothing": version({ deprecated: true, deprecationWarning: "" }),
  "! no stored version": version({ storage: false }),
  "! served that is a word": version({ served: "yes" }),
  "served that is absent": version({ served: undefined }),
  "! a priority that is a fraction": column({ priority: 0.5 }),
  "a conversion of nothing": crdOf(root, { conversion: { strategy: "None" } }),
  "! an unknown conversion": crdOf(root, { conversion: { strategy: "Magic" } }),
  "! a conversion without a client": crdOf(root, { conversion: { strategy: "Webhook" } }),
  "! a conversion of nothing with a webhook": crdOf(root, {
    conversion: { strategy: "None", webhook: { conversionReviewVersions: ["v1"] } },
  }),
};
