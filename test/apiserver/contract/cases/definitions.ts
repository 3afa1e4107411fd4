/** What a CustomResourceDefinition may say, and what becomes of it. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import {
  causesOnly,
  define,
  definitionsPath,
  group,
  hasCondition,
  inSpec,
  version,
  widget,
  widgetDefinition,
  widgets,
} from "../custom-kinds.js";

type Variants = Readonly<Record<string, AnswerBody>>;

/** Dry runs of definitions. */
function tries(name: string, definitions: Variants): ContractCase[] {
  return Object.entries(definitions).map(([what, definition]) => ({
    name: `${name}: ${what}`,
    run: (api) => api.post(`${definitionsPath}?dryRun=All`, definition, { show: causesOnly }),
  }));
}

const ofSpec = (specs: Readonly<Record<string, object>>): Variants =>
  Object.fromEntries(Object.entries(specs).map(([what, spec]) => [what, widgetDefinition(undefined, spec)]));
const ofSchema = (schemas: Readonly<Record<string, object>>): Variants =>
  Object.fromEntries(Object.entries(schemas).map(([what, schema]) => [what, widgetDefinition(schema)]));
const ofField = (fields: Readonly<Record<string, object>>): Variants =>
  ofSchema(Object.fromEntries(Object.entries(fields).map(([what, field]) => [what, inSpec({ a: field })])));
const ofVersion = (parts: Readonly<Record<string, object>>): Variants =>
  ofSpec(
    Object.fromEntries(
      Object.entries(parts).map(([what, part]) => [
        what,
        { versions: [version("v1", inSpec({ a: { type: "string" }, n: { type: "integer" } }), part)] },
      ]),
    ),
  );

const names = (more: object): object => ({ names: { plural: "widgets", kind: "Widget", ...more } });
const string = { type: "string" };
const list = (more: object, items: object = string): object => ({ type: "array", items, ...more });
const objects = (more: object, properties: object, inner: object = {}): object =>
  list(more, { type: "object", properties, ...inner });
const mapOf = (keys: string[]): object => ({ "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys });
const rules = (...all: object[]): object => ({ "x-kubernetes-validations": all });

const ofNames = tries(
  "names",
  ofSpec({
    "no group": { group: "" },
    "a group without a dot": { group: "widgets" },
    "a bad group": { group: "A_b.example.com" },
    "another name than plural and group": { group: "other.example.com" },
    "no plural": { names: { kind: "Widget" } },
    "no kind": { names: { plural: "widgets" } },
    "a bad plural": { names: { plural: "Wid_gets", kind: "Widget" } },
    "a bad kind": names({ kind: "wid-get_s" }),
    "a bad singular": names({ singular: "Wid get" }),
    "a list kind that is the kind": names({ listKind: "Widget" }),
    "bad short names": names({ shortNames: ["A", "b b", "ok"] }),
    "bad categories": names({ categories: ["A", "ok"] }),
    "no scope": { scope: "" },
    "an unknown scope": { scope: "Galactic" },
  }),
);

const ofVersions = tries(
  "versions",
  ofSpec({
    none: { versions: [] },
    "none stored": { versions: [version("v1", { type: "object" }, { storage: false })] },
    "two stored": { versions: [version("v1", { type: "object" }), version("v2", { type: "object" })] },
    "twice the same": {
      versions: [version("v1", { type: "object" }), version("v1", { type: "object" }, { storage: false })],
    },
    "a bad name": { versions: [version("V1.0", { type: "object" })] },
    "without a schema": { versions: [{ name: "v1", served: true, storage: true }] },
    "not served": { versions: [version("v1", { type: "object" }, { served: false })] },
    "a warning without deprecation": {
      versions: [version("v1", { type: "object" }, { deprecationWarning: "old" })],
    },
    "a warning with a line break": {
      versions: [version("v1", { type: "object" }, { deprecated: true, deprecationWarning: "a\nb" })],
    },
    "a warning that is too long": {
      versions: [version("v1", { type: "object" }, { deprecated: true, deprecationWarning: "x".repeat(300) })],
    },
    "unknown fields kept": { preserveUnknownFields: true },
  }),
);

const structural = [
  ...tries(
    "schema",
    ofSchema({
      "no type at the root": {},
      "another type at the root": { type: "string" },
      "nullable at the root": { type: "object", nullable: true },
      "a map at the root": { type: "object", additionalProperties: string },
      "metadata that restricts names": {
        type: "object",
        properties: { metadata: { type: "object", properties: { name: { type: "string", maxLength: 5 } } } },
      },
      "metadata that restricts labels": {
        type: "object",
        properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } },
      },
      "metadata of another type": { type: "object", properties: { metadata: { type: "string" } } },
      "a kind of another type": { type: "object", properties: { kind: { type: "integer" } } },
      "a default in metadata": {
        type: "object",
        properties: { metadata: { type: "object", properties: { name: { type: "string", default: "x" } } } },
      },
      "unknown fields kept at the root": { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    }),
  ),
  ...tries(
    "field",
    ofField({
      "no type": {},
      "an unknown type": { type: "text" },
      null: { type: "null" },
      "a list without items": { type: "array" },
      "items that are a list": { type: "array", items: [string] },
      "unique items": list({ uniqueItems: true }),
      "a reference": { $ref: "#/definitions/a" },
      definitions: { type: "object", definitions: { a: string } },
      dependencies: { type: "object", dependencies: { a: ["b"] } },
      "pattern properties": { type: "object", patternProperties: { a: string } },
      "additional items": list({ additionalItems: true }),
      "an id": { type: "string", id: "x" },
      "properties and a map": { type: "object", properties: { b: string }, additionalProperties: string },
      "properties and no other": { type: "object", properties: { b: string }, additionalProperties: false },
      "type within anyOf": { type: "string", anyOf: [string] },
      "properties within anyOf that are not outside": { type: "object", anyOf: [{ properties: { b: {} } }] },
      "a default within allOf": { type: "string", allOf: [{ default: "x" }] },
      "a description within not": { type: "string", not: { description: "x" } },
      "nullable within oneOf": { type: "string", oneOf: [{ nullable: true }] },
      "a bad pattern": { type: "string", pattern: "(" },
      "a pattern that Go does not know": { type: "string", pattern: "(?=a)" },
      "an unknown format": { type: "string", format: "nothing" },
      "unknown fields not kept": { type: "object", "x-kubernetes-preserve-unknown-fields": false },
      "an integer or text with a type": { type: "string", "x-kubernetes-int-or-string": true },
      "an integer or text that keeps unknown fields": {
        "x-kubernetes-int-or-string": true,
        "x-kubernetes-preserve-unknown-fields": true,
      },
      "an integer or text in its usual form": {
        "x-kubernetes-int-or-string": true,
        anyOf: [{ type: "integer" }, { type: "string" }],
      },
      "an embedded resource without properties": { type: "object", "x-kubernetes-embedded-resource": true },
      "an embedded resource that is a text": { type: "string", "x-kubernetes-embedded-resource": true },
      "an embedded resource that is a map": {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        additionalProperties: string,
      },
      "an embedded resource with a kind that is a number": {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        properties: { kind: { type: "integer" } },
      },
    }),
  ),
];

const ofDefaults = tries(
  "default",
  ofField({
    "another type": { type: "string", default: 5 },
    null: { type: "string", default: null },
    "null where it may be": { type: "string", nullable: true, default: null },
    "not one of the values": { type: "string", enum: ["a"], default: "b" },
    "too long": { type: "string", maxLength: 2, default: "abc" },
    "with an unknown field": { type: "object", properties: { b: string }, default: { c: "x" } },
    "without a required field": { type: "object", properties: { b: string }, required: ["b"], default: {} },
    "filled in by a default": {
      type: "object",
      properties: { b: { type: "string", default: "x" } },
      required: ["b"],
      default: {},
    },
    "twice in a set": list({ "x-kubernetes-list-type": "set", default: ["a", "a"] }),
    "a rule says no": { type: "integer", default: 1, ...rules({ rule: "self > 1" }) },
    "an integer or text": { "x-kubernetes-int-or-string": true, default: 1.5 },
    "a format": { type: "string", format: "date-time", default: "yesterday" },
  }),
);

const ofLists = tries(
  "list",
  ofField({
    "an unknown type of list": list({ "x-kubernetes-list-type": "heap" }),
    "a type of list for a text": { type: "string", "x-kubernetes-list-type": "set" },
    "a set of objects": objects({ "x-kubernetes-list-type": "set" }, { b: string }),
    "a set of atomic objects": objects(
      { "x-kubernetes-list-type": "set" },
      { b: string },
      { "x-kubernetes-map-type": "atomic" },
    ),
    "a set of lists": list({ "x-kubernetes-list-type": "set" }, list({ "x-kubernetes-list-type": "atomic" })),
    "a set of what may be null": list({ "x-kubernetes-list-type": "set" }, { type: "string", nullable: true }),
    "a map without keys": objects({ "x-kubernetes-list-type": "map" }, { b: string }),
    "a map of texts": list(mapOf(["b"])),
    "a key that is not there": objects(mapOf(["c"]), { b: string }, { required: ["b"] }),
    "a key that is not required": objects(mapOf(["b"]), { b: string }),
    "a key with a default": objects(mapOf(["b"]), { b: { type: "string", default: "x" } }),
    "a key that is an object": objects(mapOf(["b"]), { b: { type: "object" } }, { required: ["b"] }),
    "a key twice": objects(mapOf(["b", "b"]), { b: string }, { required: ["b"] }),
    "keys without a map": objects({ "x-kubernetes-list-map-keys": ["b"] }, { b: string }),
    "a key that may be null": objects(mapOf(["b"]), { b: { type: "string", nullable: true } }, { required: ["b"] }),
    "an unknown type of map": { type: "object", "x-kubernetes-map-type": "heap" },
    "a type of map for a text": { type: "string", "x-kubernetes-map-type": "atomic" },
  }),
);

const ofRules = tries(
  "rule",
  ofField({
    "no rule": { type: "string", ...rules({ rule: "" }) },
    spaces: { type: "string", ...rules({ rule: "  " }) },
    "of another type": { type: "string", ...rules({ rule: "size(self)" }) },
    "an unknown field": { type: "object", properties: { b: string }, ...rules({ rule: "self.c == 'x'" }) },
    "a message of several lines": { type: "string", ...rules({ rule: "true", message: "a\nb" }) },
    "an empty message": { type: "string", ...rules({ rule: "true", message: " " }) },
    "a rule of several lines without a message": { type: "string", ...rules({ rule: "true &&\ntrue" }) },
    "an unknown reason": { type: "string", ...rules({ rule: "true", reason: "Because" }) },
    "a message expression of another type": { type: "string", ...rules({ rule: "true", messageExpression: "5" }) },
    "an empty message expression": { type: "string", ...rules({ rule: "true", messageExpression: " " }) },
    "a field path that leads nowhere": {
      type: "object",
      properties: { b: string },
      ...rules({ rule: "true", fieldPath: ".c" }),
    },
    "a field path without a dot": {
      type: "object",
      properties: { b: string },
      ...rules({ rule: "true", fieldPath: "b" }),
    },
    "a field path into a list": {
      type: "object",
      properties: { b: list({}) },
      ...rules({ rule: "true", fieldPath: ".b[0]" }),
    },
    "a field path in brackets": {
      type: "object",
      properties: { "b.c": string },
      ...rules({ rule: "true", fieldPath: "['b.c']" }),
    },
    "the old value where items have no identity": list({}, { type: "string", ...rules({ rule: "self == oldSelf" }) }),
    "the old value in a map by keys": objects(
      mapOf(["b"]),
      { b: string, c: { type: "string", ...rules({ rule: "self == oldSelf" }) } },
      { required: ["b"] },
    ),
    "an optional old value without an old value": {
      type: "string",
      ...rules({ rule: "self == 'x'", optionalOldSelf: true }),
    },
    "an optional old value": {
      type: "string",
      ...rules({ rule: "!oldSelf.hasValue() || oldSelf.value() == self", optionalOldSelf: true }),
    },
    "too costly": list({}, { type: "string", ...rules({ rule: "self.matches('^a+$')" }) }),
    "too costly for all of them together": list({ ...rules({ rule: "self.all(x, self.all(y, x == y))" }) }, string),
    "costly, with bounds": list(
      { maxItems: 10, ...rules({ rule: "self.all(x, self.all(y, x == y))" }) },
      {
        type: "string",
        maxLength: 10,
      },
    ),
  }),
);

const ofParts = [
  ...tries(
    "column",
    ofVersion({
      "no name": { additionalPrinterColumns: [{ name: "", type: "string", jsonPath: ".spec.a" }] },
      "no type": { additionalPrinterColumns: [{ name: "A", type: "", jsonPath: ".spec.a" }] },
      "an unknown type": { additionalPrinterColumns: [{ name: "A", type: "text", jsonPath: ".spec.a" }] },
      "an unknown format": {
        additionalPrinterColumns: [{ name: "A", type: "string", format: "long", jsonPath: ".spec.a" }],
      },
      "no path": { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: "" }] },
      "a path without a dot": { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: "spec.a" }] },
      "a bad path": { additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec[" }] },
      "all types": {
        additionalPrinterColumns: ["integer", "number", "string", "boolean", "date"].map((type) => ({
          ...{ name: type, type, jsonPath: ".spec.a" },
        })),
      },
    }),
  ),
  ...tries(
    "scale",
    ofVersion({
      "no paths": { subresources: { scale: { specReplicasPath: "", statusReplicasPath: "" } } },
      "a path beside the spec": {
        subresources: { scale: { specReplicasPath: ".status.n", statusReplicasPath: ".spec.n" } },
      },
      "a path into a list": {
        subresources: { scale: { specReplicasPath: ".spec.n[0]", statusReplicasPath: ".status.n" } },
      },
      "a bad selector": {
        subresources: {
          scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n", labelSelectorPath: ".metadata.x" },
        },
      },
    }),
  ),
  ...tries(
    "selectable field",
    ofVersion({
      "no path": { selectableFields: [{ jsonPath: "" }] },
      "a path that leads nowhere": { selectableFields: [{ jsonPath: ".spec.nothing" }] },
      "a path to an object": { selectableFields: [{ jsonPath: ".spec" }] },
      "a path into metadata": { selectableFields: [{ jsonPath: ".metadata.name" }] },
      twice: { selectableFields: [{ jsonPath: ".spec.a" }, { jsonPath: ".spec.a" }] },
      "nine of them": { selectableFields: Array.from({ length: 9 }, (_, index) => ({ jsonPath: `.spec.a${index}` })) },
      "a text and an integer": { selectableFields: [{ jsonPath: ".spec.a" }, { jsonPath: ".spec.n" }] },
      "a path into a list": { selectableFields: [{ jsonPath: ".spec.a[0]" }] },
    }),
  ),
  ...tries(
    "conversion",
    ofSpec({
      "an unknown strategy": { conversion: { strategy: "Magic" } },
      "a webhook without one": { conversion: { strategy: "Webhook" } },
      "no webhook with one": {
        conversion: {
          strategy: "None",
          webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://a" } },
        },
      },
      "neither URL nor service": {
        conversion: { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig: {} } },
      },
      "no versions": {
        conversion: { strategy: "Webhook", webhook: { clientConfig: { url: "https://a.example.com/" } } },
      },
      "versions that nobody knows": {
        conversion: {
          strategy: "Webhook",
          webhook: { conversionReviewVersions: ["v9"], clientConfig: { url: "https://a.example.com/" } },
        },
      },
      "a URL that is not HTTPS": {
        conversion: {
          strategy: "Webhook",
          webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "http://u:p@a.example.com/?x#y" } },
        },
      },
      "a service without a name": {
        conversion: {
          strategy: "Webhook",
          webhook: {
            conversionReviewVersions: ["v1"],
            clientConfig: { service: { namespace: "a", name: "", port: 0 } },
          },
        },
      },
      "a bad bundle": {
        conversion: {
          strategy: "Webhook",
          webhook: {
            conversionReviewVersions: ["v1"],
            clientConfig: { url: "https://a.example.com/", caBundle: "bm90aGluZw==" },
          },
        },
      },
    }),
  ),
  ...tries("group", {
    "of Kubernetes, without approval": {
      ...widgetDefinition(undefined, { group: "$id.k8s.io" }),
      metadata: { name: "widgets.$id.k8s.io" },
    },
    "of Kubernetes, approved": {
      ...widgetDefinition(undefined, { group: "$id.k8s.io" }),
      metadata: {
        name: "widgets.$id.k8s.io",
        annotations: { "api-approved.kubernetes.io": "https://github.com/kubernetes/kubernetes/pull/1" },
      },
    },
    "of Kubernetes, approved by nonsense": {
      ...widgetDefinition(undefined, { group: "$id.k8s.io" }),
      metadata: { name: "widgets.$id.k8s.io", annotations: { "api-approved.kubernetes.io": "yes" } },
    },
  }),
];

const definition = `${definitionsPath}/widgets.${group}`;

function conditionsOnly(body: AnswerBody): unknown {
  if (body?.kind === "Status") return causesOnly(body);
  const conditions: { type: string }[] = body.status.conditions ?? [];
  return {
    conditions: conditions.toSorted((left, right) => (left.type < right.type ? -1 : 1)),
    acceptedNames: body.status.acceptedNames,
    storedVersions: body.status.storedVersions,
    finalizers: body.metadata.finalizers,
  };
}

/** As a patch, which no other write can be in the way of. */
async function change(api: ContractApi, ...operations: readonly object[]): Promise<void> {
  await api.patch(definition, "json", operations, { show: causesOnly });
}

const replace = (path: string, value: unknown): object => ({ op: "replace", path, value });

const twoVersions = {
  versions: [version("v1", { type: "object" }), version("v2", { type: "object" }, { storage: false })],
};

const lives: readonly ContractCase[] = [
  {
    name: "what a new definition becomes",
    async run(api) {
      await define(api, widgetDefinition());
      await api.get(definition, { show: conditionsOnly });
    },
  },
  {
    name: "names that are another one's",
    async run(api) {
      await define(api, widgetDefinition(undefined, names({ shortNames: ["wd"], categories: ["things"] })));
      const other = widgetDefinition(undefined, {
        names: {
          plural: "others",
          singular: "widget",
          kind: "Other",
          listKind: "WidgetList",
          shortNames: ["wd", "ot"],
        },
      });
      const path = `${definitionsPath}/others.${group}`;
      api.cleanUp(path);
      await api.post(definitionsPath, { ...other, metadata: { name: `others.${group}` } }, { show: causesOnly });
      await api.until(path, ({ body }) => hasCondition(body, "NamesAccepted", "False"), { show: conditionsOnly });
      await api.get(`/apis/${group}/v1/others`);
      await api.delete(definition, undefined, { record: false });
      await api.until(path, ({ body }) => hasCondition(body, "Established"), { show: conditionsOnly });
    },
  },
  {
    name: "a group of Kubernetes that is approved says so",
    async run(api) {
      const approved = {
        ...widgetDefinition(undefined, { group: "$id.k8s.io" }),
        metadata: { name: "widgets.$id.k8s.io", annotations: { "api-approved.kubernetes.io": "unapproved, a test" } },
      };
      await define(api, approved);
      const path = `${definitionsPath}/widgets.$id.k8s.io`;
      await api.until(path, ({ body }) => hasCondition(body, "KubernetesAPIApprovalPolicyConformant", "False"), {
        show: conditionsOnly,
      });
    },
  },
  {
    name: "what may not change",
    async run(api) {
      await define(api, widgetDefinition(undefined, twoVersions));
      await change(api, replace("/spec/scope", "Cluster"));
      await change(api, replace("/spec/group", "other.example.com"));
      await change(api, replace("/spec/names/plural", "others"));
      await change(api, replace("/spec/names/kind", "Other"));
      await change(api, { op: "remove", path: "/spec/versions/0" });
      await change(api, replace("/spec/versions/0/storage", false), replace("/spec/versions/1/storage", true));
      await api.until(definition, ({ body }) => body.status.storedVersions.length === 2, { show: conditionsOnly });
      await change(api, { op: "remove", path: "/spec/versions/0" });
      const storedVersions = (versions: string[]): object => ({ status: { storedVersions: versions } });
      for (const versions of [[], ["v1"], ["v3", "v2"], ["v2"]]) {
        await api.patch(`${definition}/status`, "merge", storedVersions(versions), { show: causesOnly });
      }
      await change(api, { op: "remove", path: "/spec/versions/0" });
    },
  },
  {
    name: "a schema that is not good any more is not looked at while it stays",
    async run(api) {
      await define(api, widgetDefinition(inSpec({ a: { type: "string" } })));
      await change(api, {
        op: "add",
        path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/b",
        value: {},
      });
      await change(api, {
        op: "add",
        path: "/spec/versions/0/additionalPrinterColumns",
        value: [{ name: "A", type: "x", jsonPath: ".a" }],
      });
    },
  },
  {
    name: "the status is its own, and the spec is",
    async run(api) {
      await define(api, widgetDefinition());
      await api.patch(definition, "merge", { status: { storedVersions: ["v9"] } }, { show: causesOnly });
      await api.get(definition, { show: conditionsOnly });
      await api.patch(
        `${definition}/status`,
        "merge",
        { spec: { scope: "Cluster" }, status: { acceptedNames: { kind: "x y" } } },
        {
          show: causesOnly,
        },
      );
    },
  },
  {
    name: "a definition that goes takes its objects along, and waits for their finalizers",
    async run(api) {
      await define(api, widgetDefinition());
      await api.post(widgets, widget({}, { metadata: { name: "a", finalizers: ["example.com/hold"] } }), {
        record: false,
      });
      await api.post(widgets, widget({}, { metadata: { name: "b" } }), { record: false });
      await api.delete(definition, undefined, { show: causesOnly });
      await api.until(widgets, ({ body }) => body.items?.length === 1, { show: (body) => body.items?.length });
      await api.until(definition, ({ body }) => hasCondition(body, "Terminating"), { show: conditionsOnly });
      await api.post(widgets, widget({}, { metadata: { name: "c" } }));
      await api.get(`${widgets}/a`, { show: (body) => body.metadata.finalizers });
      await api.patch(`${widgets}/a`, "merge", { metadata: { finalizers: null } }, { show: (body) => body.kind });
      await api.until(definition, ({ status }) => status === 404);
      await api.until(widgets, ({ status }) => status === 404);
    },
  },
  {
    name: "with its last definition a group is gone, and comes again",
    async run(api) {
      await define(api, widgetDefinition());
      await api.post(widgets, widget({}), { record: false });
      const version = `/apis/${group}/v1`;
      await api.until(version, ({ status }) => status === 200, {
        show: (body) => body.resources?.map((each: AnswerBody) => each.name),
      });
      await api.until(`/openapi/v3/apis/${group}/v1`, ({ status }) => status === 200, { show: () => "there" });
      await api.delete(definition, undefined, { show: causesOnly });
      for (const path of [definition, version, `/apis/${group}`, widgets]) {
        await api.until(path, ({ status }) => status === 404);
      }
      await api.until("/apis", ({ body }) => !JSON.stringify(body).includes(api.id), { show: () => "gone" });
      await define(api, widgetDefinition());
      await api.get(widgets, { show: (body) => body.items });
    },
  },
];

export const cases: readonly ContractCase[] = [
  ...ofNames,
  ...ofVersions,
  ...structural,
  ...ofDefaults,
  ...ofLists,
  ...ofRules,
  ...ofParts,
  ...lives,
];
