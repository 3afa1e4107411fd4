import { tag, type TagRecord } from "../tag-record.js";

const onTypes = ["field", "type", "kind"] as const;
const onValues = ["field", "type"] as const;
const onFields = ["field"] as const;

/** Tags that define a field, and how the API server treats it. */
export const schemaTags: readonly TagRecord[] = [
  tag("@default 1", onValues, {
    aliases: ["defaultValue"],
    markers: ["kubebuilder:default", "default"],
    argument: "value",
    summary: "The value that the API server fills in where the field is absent: JSON, or a text without quotes.",
  }),
  tag("@example nginx:1.29", onValues, {
    markers: ["kubebuilder:example"],
    argument: "value",
    summary:
      "A value for the documentation and the generated sample. Without a value on its line it is TSDoc's own tag, and " +
      "documentation only.",
  }),
  tag("@title Number of replicas", onTypes, {
    markers: ["kubebuilder:title"],
    argument: "text",
    summary: "A short heading for documentation.",
  }),
  tag('@externalDocs https://example.com/docs description="The manual"', onTypes, {
    markers: ["kubebuilder:externalDocs"],
    argument: {
      kind: "record",
      fields: { url: { type: "text", required: true }, description: { type: "text" } },
      positional: "url",
    },
    summary: "Where more is written.",
  }),
  tag("@optional", onFields, {
    markers: ["optional", "k8s:optional", "kubebuilder:validation:Optional"],
    effect: { kind: "presence", required: false },
    summary: "The field may be absent, whatever its type says (`field?:` says it without a tag).",
  }),
  tag("@required", onFields, {
    markers: ["required", "kubebuilder:validation:Required"],
    effect: { kind: "presence", required: true },
    summary: "The field must be there, whatever its type says (`field:` says it without a tag).",
  }),
  tag("@requiredNotEmpty", onFields, {
    markers: ["k8s:required"],
    effect: { kind: "presence", required: true, notEmpty: true },
    summary:
      "The field is required, and a string, list, map or object in it must not be empty, unless another tag says the least size.",
  }),
  tag("@nullable", onValues, {
    markers: ["nullable"],
    summary: "`null` is valid (`T | null` says it without a tag).",
  }),
  tag("@ignore", onFields, {
    effect: { kind: "omit" },
    summary: "The field is the program's own and not part of the API.",
  }),
  tag("@schemaType string", onValues, {
    markers: ["kubebuilder:validation:Type"],
    argument: { kind: "word", values: ["string", "integer", "number", "boolean", "object", "array"] },
    summary: "The type in the schema, instead of the one that TypeScript names.",
  }),
  tag("@schemaless", onFields, {
    markers: ["kubebuilder:validation:Schemaless"],
    summary: "The field's TypeScript type is left aside; its schema is what the other tags say.",
  }),
  tag("@preserveUnknownFields", onTypes, {
    markers: ["kubebuilder:pruning:PreserveUnknownFields", "kubebuilder:validation:XPreserveUnknownFields"],
    summary: "The API server keeps what the schema does not name.",
  }),
  tag("@embeddedResource", onValues, {
    markers: ["kubebuilder:validation:EmbeddedResource", "kubebuilder:validation:XEmbeddedResource"],
    summary: "The value is a whole Kubernetes object, with apiVersion, kind and metadata.",
  }),
  tag("@intOrString", onValues, {
    markers: ["kubebuilder:validation:XIntOrString"],
    summary: "An integer or a string (the type `IntOrString` says it without a tag).",
  }),
  tag("@recursionDepth 3", onFields, {
    argument: "count",
    summary:
      "How often a type that contains itself through this field is repeated. The innermost is without the field, or, " +
      "with `@preserveUnknownFields` beside it, has anything in it.",
  }),
  tag("@maxDescLen 200", onTypes, {
    argument: "count",
    summary:
      "The greatest length of the descriptions in the schema from here on, in bytes; 0 leaves them out. The types of " +
      "Kubernetes have theirs only where this tag asks for them.",
  }),
  tag('@schemaKeywords {"items": {"type": "string"}}', onTypes, {
    argument: "value",
    summary:
      "Keywords of the schema in JSON, which replace those that the type and the other tags say: for what only a " +
      "published CRD says, such as `items` of an object. `tsop import crd` writes it.",
  }),
  tag("@listType map", onValues, {
    markers: ["listType", "k8s:listType"],
    argument: { kind: "word", values: ["map", "set", "atomic"] },
    summary: "How lists of several appliers are merged: by keys (`map`), by value (`set`), or as a whole (`atomic`).",
  }),
  tag("@listMapKey name", onValues, {
    markers: ["listMapKey", "k8s:listMapKey"],
    argument: "word",
    repeatable: true,
    summary: "A field by which the items of a `@listType map` are told apart.",
  }),
  tag("@mapType atomic", onTypes, {
    aliases: ["structType"],
    markers: ["mapType", "structType"],
    argument: { kind: "word", values: ["granular", "atomic"] },
    summary: "Whether several appliers can own single fields (`granular`) or only the whole (`atomic`).",
  }),
];
