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
    summary: "The value that the API server sets if the field is absent: JSON, or a string without quotes.",
  }),
  tag("@example nginx:1.29", onValues, {
    markers: ["kubebuilder:example"],
    argument: "value",
    summary:
      "A value for the documentation and the generated sample. Without a value on the same line, it is TSDoc's tag, which " +
      "is documentation only.",
  }),
  tag("@title Number of replicas", onTypes, {
    markers: ["kubebuilder:title"],
    argument: "text",
    summary: "A short title for documentation.",
  }),
  tag('@externalDocs https://example.com/docs description="The manual"', onTypes, {
    markers: ["kubebuilder:externalDocs"],
    argument: {
      kind: "record",
      fields: { url: { type: "text", required: true }, description: { type: "text" } },
      positional: "url",
    },
    summary: "A link to further documentation.",
  }),
  tag("@optional", onFields, {
    markers: ["optional", "k8s:optional", "kubebuilder:validation:Optional"],
    effect: { kind: "presence", required: false },
    summary: "Makes the field optional, whatever its type declares. `field?:` does so without a tag.",
  }),
  tag("@required", onFields, {
    markers: ["required", "kubebuilder:validation:Required"],
    effect: { kind: "presence", required: true },
    summary: "Makes the field required, whatever its type declares. `field:` does so without a tag.",
  }),
  tag("@requiredNotEmpty", onFields, {
    markers: ["k8s:required"],
    effect: { kind: "presence", required: true, notEmpty: true },
    summary:
      "Makes the field required. A string, list, map or object in it must not be empty, unless another tag sets the minimum size.",
  }),
  tag("@nullable", onValues, {
    markers: ["nullable"],
    summary: "Allows `null`. `T | null` does so without a tag.",
  }),
  tag("@ignore", onFields, {
    effect: { kind: "omit" },
    summary: "Omits the field from the API. Only the program uses it.",
  }),
  tag("@schemaType string", onValues, {
    markers: ["kubebuilder:validation:Type"],
    argument: { kind: "word", values: ["string", "integer", "number", "boolean", "object", "array"] },
    summary: "The type in the schema, instead of the TypeScript type.",
  }),
  tag("@schemaless", onFields, {
    markers: ["kubebuilder:validation:Schemaless"],
    summary: "Ignores the field's TypeScript type. The other tags define its schema.",
  }),
  tag("@preserveUnknownFields", onTypes, {
    markers: ["kubebuilder:pruning:PreserveUnknownFields", "kubebuilder:validation:XPreserveUnknownFields"],
    summary: "The API server preserves fields that the schema does not name.",
  }),
  tag("@embeddedResource", onValues, {
    markers: ["kubebuilder:validation:EmbeddedResource", "kubebuilder:validation:XEmbeddedResource"],
    summary: "The value is a complete Kubernetes object with apiVersion, kind and metadata.",
  }),
  tag("@intOrString", onValues, {
    markers: ["kubebuilder:validation:XIntOrString"],
    summary: "Allows an integer or a string. The type `IntOrString` does so without a tag.",
  }),
  tag("@recursionDepth 3", onFields, {
    argument: "count",
    summary:
      "How often the schema repeats a type that contains itself through this field. The innermost schema omits the field, or " +
      "allows any value in it if the field also has `@preserveUnknownFields`.",
  }),
  tag("@maxDescLen 200", onTypes, {
    argument: "count",
    summary:
      "The maximum length of the descriptions in this part of the schema, in bytes; 0 omits them. The types of Kubernetes " +
      "have descriptions only with this tag.",
  }),
  tag('@schemaKeywords {"items": {"type": "string"}}', onTypes, {
    argument: "value",
    summary:
      "Keywords of the schema in JSON, which replace those of the type and the other tags. They express parts of published " +
      "CRDs that types cannot, such as `items` of an object. `tsop import crd` writes the tag.",
  }),
  tag("@listType map", onValues, {
    markers: ["listType", "k8s:listType"],
    argument: { kind: "word", values: ["map", "set", "atomic"] },
    summary:
      "How server-side apply merges lists of several clients: by keys (`map`), by value (`set`), or as a whole (`atomic`).",
  }),
  tag("@listMapKey name", onValues, {
    markers: ["listMapKey", "k8s:listMapKey"],
    argument: "word",
    repeatable: true,
    summary: "A field that identifies the items of a `@listType map`.",
  }),
  tag("@mapType atomic", onTypes, {
    aliases: ["structType"],
    markers: ["mapType", "structType"],
    argument: { kind: "word", values: ["granular", "atomic"] },
    summary: "Sets whether clients of server-side apply own single fields (`granular`) or the whole value (`atomic`).",
  }),
];
