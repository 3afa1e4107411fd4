/** Small CRDs that the API server accepts although they make no sense. */
import { crdOf } from "./crds.js";

const object = { type: "object" };
const text = { type: "string" };
const objects = { type: "object", properties: { b: text } };

/** Creates a CRD with this schema for `spec.a`. */
const field = (schema: object): Record<string, unknown> =>
  crdOf({ type: "object", properties: { spec: { type: "object", properties: { a: schema } } } });

const spec = { type: "object", properties: { a: text, n: { type: "integer" } } };
const root = { type: "object", properties: { spec, status: { type: "object", properties: { b: text } } } };
const version = (changes: object): Record<string, unknown> =>
  crdOf(object, {
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: root }, ...changes }],
  });
const scale = (specReplicasPath: string, statusReplicasPath: string, labelSelectorPath?: string): object => ({
  subresources: { status: {}, scale: { specReplicasPath, statusReplicasPath, labelSelectorPath } },
});
const column = (changes: object): object => ({
  additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: ".spec.a", ...changes }],
});
const metadata = (properties: object): Record<string, unknown> =>
  crdOf({ type: "object", properties: { metadata: { type: "object", properties } } });

const named = (kind: string, changes: object = {}): Record<string, unknown> => ({
  ...crdOf(objects, { names: { kind, plural: "oddities", ...changes } }),
  metadata: { name: "oddities.example.com" },
});

export const oddSchemas: readonly (readonly [name: string, crd: Record<string, unknown>])[] = [
  ["items beside an object", field({ type: "object", items: text })],
  ["items beside an object with fields", field({ ...objects, items: { ...objects, items: text } })],
  ["items beside a string", field({ type: "string", items: text })],
  ["items of the whole", crdOf({ type: "object", items: text })],
  ["fields of a string", field({ ...text, properties: { b: text }, required: ["b"] })],
  ["fields of a list", field({ type: "array", items: text, properties: { b: text } })],
  [
    "fields of items that are strings",
    field({ type: "array", items: { ...text, description: "It.", properties: { b: text } } }),
  ],
  ["fields of an integer or string", field({ "x-kubernetes-int-or-string": true, properties: { b: text } })],
  ["fields of anything", field({ "x-kubernetes-preserve-unknown-fields": true, properties: { b: text } })],
  ["entries of a string", field({ ...text, additionalProperties: text })],
  ["entries of a list", field({ type: "array", items: text, additionalProperties: text })],
  ["entries of anything", field({ "x-kubernetes-preserve-unknown-fields": true, additionalProperties: text })],
  ["items of anything", field({ "x-kubernetes-preserve-unknown-fields": true, items: text })],
  ["no entries", field({ type: "object", additionalProperties: false })],
  ["no entries of a list", field({ type: "array", items: text, additionalProperties: false })],
  ["no entries of a string", field({ ...text, additionalProperties: false })],
  ["any entries", field({ type: "object", additionalProperties: true })],
  ["any entries beside fields", field({ ...objects, additionalProperties: true })],
  [
    "a map of maps of any entries",
    field({ type: "object", additionalProperties: { type: "object", additionalProperties: true } }),
  ],
  [
    "a list of objects without entries",
    field({ type: "array", items: { type: "object", additionalProperties: false } }),
  ],
  ["bounds in the wrong order", field({ ...text, minLength: 5, maxLength: 3 })],
  ["numbers in the wrong order", field({ type: "integer", minimum: 5, maximum: 3 })],
  ["counts in the wrong order", field({ type: "array", items: text, minItems: 5, maxItems: 3 })],
  ["a negative length", field({ ...text, minLength: -1 })],
  ["multiples of zero", field({ type: "integer", multipleOf: 0 })],
  ["multiples of less", field({ type: "number", multipleOf: -1 })],
  ["a bound between whole numbers", field({ type: "integer", minimum: 0.5 })],
  ["nothing that is excluded", field({ type: "integer", exclusiveMinimum: true })],
  ["a length of a number", field({ type: "integer", minLength: 1 })],
  ["values of another type", field({ ...text, enum: [1, 2] })],
  ["null among the values", field({ ...text, nullable: true, enum: ["a", null] })],
  ["a format of two words", field({ ...text, format: "a b" })],
  ["a format of an integer or string", field({ "x-kubernetes-int-or-string": true, format: "int-or-string" })],
  ["a bound of an integer or string", field({ "x-kubernetes-int-or-string": true, minimum: 1, enum: [1, "a"] })],
  ["a field that must be there and is none", field({ ...objects, required: ["z"] })],
  ["fields that a string must have", field({ ...text, required: ["z"] })],
  ["fields that the whole must have and are none", crdOf({ ...objects, required: ["z"] })],
  ["fields that are always there", crdOf({ ...objects, required: ["apiVersion", "kind", "metadata"] })],
  ["an example of another type", field({ type: "integer", example: "foo" })],
  ["an example with a branch", field({ ...text, allOf: [{ example: "x" }] })],
  ["a link to no URL", field({ ...text, externalDocs: { url: "here" } })],
  ["a link with nothing but a text", field({ ...text, externalDocs: { description: "The manual" } })],
  ["a branch about a field that is none", field({ ...objects, anyOf: [{ properties: { z: { minLength: 1 } } }] })],
  ["a branch about items of an object", field({ ...objects, anyOf: [{ items: { minLength: 1 } }] })],
  ["a link in a branch", field({ ...text, anyOf: [{ externalDocs: { url: "https://example.com" } }] })],
  ["a restricted name", metadata({ name: { type: "string", maxLength: 9, pattern: "^[a-z]" } })],
  ["a restricted start of names", metadata({ generateName: { type: "string", maxLength: 9 } })],
  ["a rule of the name", metadata({ name: { type: "string", "x-kubernetes-validations": [{ rule: "self == 'a'" }] } })],
  [
    "a restricted kind",
    crdOf({
      type: "object",
      properties: { kind: { type: "string", enum: ["Bar"] }, apiVersion: { type: "string", minLength: 1 } },
    }),
  ],
];

export const oddDefinitions: readonly (readonly [name: string, crd: Record<string, unknown>])[] = [
  ["a kind in lower case", named("foo")],
  ["a kind with a dash", named("My-Kind")],
  ["a kind of 63 characters", named("K".repeat(63), { listKind: "Ks" })],
  ["another kind of lists", named("Odd", { listKind: "oddities" })],
  ["a singular that is the plural", named("Odd", { singular: "oddities", shortNames: ["odd", "o"] })],
  ["a selector that is nowhere", version(scale(".spec.n", ".status.x", ".status.nowhere"))],
  ["replicas that are a string", version(scale(".spec.a", ".status.b"))],
  ["replicas of a list", version(scale(".spec.list[0]", ".status.x y"))],
  ["no served version", version({ served: false })],
  ["a path with an open bracket", version(column({ jsonPath: ".spec.a[" }))],
  ["a path of dots", version(column({ jsonPath: "..a" }))],
  ["a path to nothing", version(column({ jsonPath: ".spec.zz" }))],
  [
    "the same column twice",
    version({
      additionalPrinterColumns: [1, 2].map((priority) => ({
        name: "A",
        type: "string",
        jsonPath: ".spec.a",
        priority,
      })),
    }),
  ],
  ["a column of two lines", version(column({ name: "A\nb", description: "x\ny @minimum 3" }))],
  ["a warning in another language", version({ deprecated: true, deprecationWarning: "veraltet: «größer» 廃止" })],
  ["a version that is a word", version({ name: "my-version" })],
];

/** Names that TypeScript or tsop uses for other things. */
export const takenNames: readonly string[] = (
  "Object Promise Condition Int32 Int64 Integer Double Base64 Time Quantity IntOrString RawExtension ObjectMeta " +
  "CustomResource KubeObject Record Array Map Set Date Error Function String Number Boolean Symbol BigInt JSON Math Proxy " +
  "Reflect Infinity NaN Partial Required Readonly Pick Omit Exclude Client Manager Reconciler ReconcileRequest Cluster " +
  "Spec Status List Kind Event Intl URL Request Response"
).split(" ");

export const takenKinds: readonly (readonly [name: string, crd: Record<string, unknown>])[] = takenNames.map((kind) => [
  `the kind ${kind}`,
  {
    ...crdOf(
      {
        type: "object",
        properties: {
          spec: {
            type: "object",
            properties: {
              at: { type: "string", format: "date-time" },
              count: { type: "integer", format: "int32" },
              labels: { type: "object", additionalProperties: text },
              any: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
              condition: objects,
              object: { type: "object", properties: { promise: { type: "array", items: objects } } },
            },
          },
        },
        required: ["metadata"],
      },
      { names: { kind, plural: "oddities" } },
    ),
    metadata: { name: "oddities.example.com" },
  },
]);
