import type { KnownTypeName } from "../model/type-model.js";
import type { Schema } from "../schema/schema.js";

const quantityPattern =
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

const intOrString: readonly Schema[] = [{ type: "integer" }, { type: "string" }];

/** `metav1.Condition` with the bounds that its Go type declares (apimachinery, meta/v1/types.go). */
const condition: Schema = {
  type: "object",
  description: "One aspect of an object's state.",
  properties: {
    type: {
      type: "string",
      description: "CamelCase, or with a prefix: example.com/CamelCase.",
      maxLength: 316,
      pattern:
        "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
    },
    status: { type: "string", description: "True, False or Unknown.", enum: ["True", "False", "Unknown"] },
    observedGeneration: {
      type: "integer",
      format: "int64",
      description: "The generation of the object that the condition describes.",
      minimum: 0,
    },
    lastTransitionTime: {
      type: "string",
      format: "date-time",
      description: "When the status last changed.",
    },
    reason: {
      type: "string",
      description: "The reason, as one CamelCase word for programs.",
      minLength: 1,
      maxLength: 1024,
      pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
    },
    message: { type: "string", description: "The explanation for people. May be empty.", maxLength: 32768 },
  },
  required: ["lastTransitionTime", "message", "reason", "status", "type"],
};
const schemas: Readonly<Record<KnownTypeName, Schema>> = {
  Int32: { type: "integer", format: "int32" },
  Int64: { type: "integer", format: "int64" },
  Integer: { type: "integer" },
  Double: { type: "number", format: "double" },
  Base64: { type: "string", format: "byte" },
  Time: { type: "string", format: "date-time" },
  MicroTime: { type: "string", format: "date-time" },
  Duration: { type: "string" },
  IntOrString: { anyOf: [...intOrString], "x-kubernetes-int-or-string": true },
  Quantity: { anyOf: [...intOrString], pattern: quantityPattern, "x-kubernetes-int-or-string": true },
  ObjectMeta: { type: "object" },
  RawExtension: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  Condition: condition,
};

/** Returns the schema of a type that Kubernetes or tsop defines. Each call returns a new copy, because tags change it. */
export function schemaOfKnownType(name: KnownTypeName): Schema {
  return structuredClone(schemas[name]);
}
