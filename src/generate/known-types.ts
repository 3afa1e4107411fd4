import type { KnownTypeName } from "../model/type-model.js";
import type { Schema } from "../schema/schema.js";

/** The schema of a type that Kubernetes or tsop names. A new one at each call: tags change it. */
export function schemaOfKnownType(name: KnownTypeName): Schema {
  switch (name) {
    case "Int32":
      return { type: "integer", format: "int32" };
    case "Int64":
      return { type: "integer", format: "int64" };
    case "Integer":
      return { type: "integer" };
    case "Double":
      return { type: "number", format: "double" };
    case "Base64":
      return { type: "string", format: "byte" };
    case "Time":
    case "MicroTime":
      return { type: "string", format: "date-time" };
    case "Duration":
      return { type: "string" };
    case "IntOrString":
      return { anyOf: [{ type: "integer" }, { type: "string" }], "x-kubernetes-int-or-string": true };
    case "Quantity":
      return {
        anyOf: [{ type: "integer" }, { type: "string" }],
        pattern: quantityPattern,
        "x-kubernetes-int-or-string": true,
      };
    case "ObjectMeta":
      return { type: "object" };
    case "RawExtension":
      return { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    case "Condition":
      return condition();
  }
}

const quantityPattern =
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

/** `metav1.Condition` with the bounds that its Go type declares (apimachinery, meta/v1/types.go). */
function condition(): Schema {
  return {
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
        description: "The generation of the object that the condition speaks of.",
        minimum: 0,
      },
      lastTransitionTime: {
        type: "string",
        format: "date-time",
        description: "When the status last changed.",
      },
      reason: {
        type: "string",
        description: "Why, in one CamelCase word for programs.",
        minLength: 1,
        maxLength: 1024,
        pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
      },
      message: { type: "string", description: "Why, in words for people. May be empty.", maxLength: 32768 },
    },
    required: ["lastTransitionTime", "message", "reason", "status", "type"],
  };
}
