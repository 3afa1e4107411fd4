import type { Schema } from "../schema/schema.js";

const text = (description: string): Schema => ({ type: "string", description });
const time = (description: string): Schema => ({ type: "string", format: "date-time", description });
const texts = (description: string): Schema => ({
  type: "object",
  additionalProperties: { type: "string" },
  description,
});

const ownerReference: Schema = {
  type: "object",
  description: "Another object that owns this one.",
  properties: {
    apiVersion: text(""),
    kind: text(""),
    name: text(""),
    uid: text(""),
    controller: { type: "boolean", description: "Whether the owner is the controller of the object." },
    blockOwnerDeletion: { type: "boolean", description: "Whether the owner stays until this object is deleted." },
  },
  required: ["apiVersion", "kind", "name", "uid"],
};

const managedFields: Schema = {
  type: "object",
  description: "The fields that one field manager owns.",
  properties: {
    manager: text(""),
    operation: text("Apply or Update."),
    apiVersion: text(""),
    time: time(""),
    fieldsType: text(""),
    fieldsV1: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    subresource: text(""),
  },
};

/**
 * Returns the schema of the metadata of an object that is read from the API server: it has a name. The schema of a CRD does not
 * contain these fields. Source: ObjectMeta in k8s.io/apimachinery/pkg/apis/meta/v1/types.go.
 */
export function objectMetaSchema(): Schema {
  return {
    type: "object",
    description: "The metadata of an object.",
    properties: {
      name: text("The name, unique among the objects of the kind in a namespace."),
      generateName: text("The start of the name, if the API server generates the rest."),
      namespace: text("The namespace; absent for cluster-scoped kinds."),
      uid: text("The identity of the object, which no other object ever has."),
      resourceVersion: text("Changes with every write."),
      generation: { type: "integer", format: "int64", description: "Counts the changes of the desired state." },
      creationTimestamp: time("When the API server created the object."),
      deletionTimestamp: time("When a client deleted the object; finalizers delay the removal."),
      deletionGracePeriodSeconds: { type: "integer", format: "int64" },
      labels: texts("The labels, which selectors match."),
      annotations: texts("Information for people and programs."),
      ownerReferences: { type: "array", items: ownerReference },
      finalizers: { type: "array", items: { type: "string" } },
      managedFields: { type: "array", items: managedFields },
      selfLink: text("Not used any more."),
    },
    required: ["name"],
  };
}
