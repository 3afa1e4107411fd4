/** The metadata of an object, as far as users write it. The API server does not take its schema from the CRD. */
import type { ExactJsonValue } from "../../core/json.js";

/** Returns the schema of metadata. `declared`: the kind's own constraints on its name and labels. */
export function metadataSchema(isNamespaced: boolean, declared: ExactJsonValue | undefined): ExactJsonValue {
  return {
    ...anyMetadata(isNamespaced),
    anyOf: [{ required: ["name"] }, { required: ["generateName"] }],
    ...(declared === undefined ? {} : { allOf: [declared] }),
  };
}

/** Returns the schema of an embedded object's metadata, which needs no name. */
export function anyMetadata(isNamespaced: boolean): Readonly<Record<string, ExactJsonValue>> {
  return {
    description: "The name, labels and annotations of the object.",
    type: "object",
    properties: {
      name: {
        description: "The name, unique among the objects of the kind in a namespace.",
        type: "string",
        maxLength: 253,
        pattern: `^${subdomain}$`,
      },
      generateName: {
        description: "The start of the name, if the API server generates the rest.",
        type: "string",
        maxLength: 248,
      },
      ...(isNamespaced
        ? {
            namespace: {
              description: "The namespace. Default: the namespace of the client that applies the object.",
              type: "string",
              maxLength: 63,
              pattern: "^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$",
            },
          }
        : {}),
      labels: {
        description: "The labels, which selectors match.",
        type: ["object", "null"],
        propertyNames: qualifiedName,
        additionalProperties: {
          type: ["string", "null"],
          maxLength: 63,
          pattern: "^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$",
        },
      },
      annotations: {
        description: "Information for people and programs.",
        type: ["object", "null"],
        propertyNames: qualifiedName,
        additionalProperties: { type: ["string", "null"] },
      },
      finalizers: {
        description: "The finalizers. The API server deletes the object when none is left.",
        type: "array",
        items: { type: "string" },
      },
      ownerReferences: {
        description: "The owners. The garbage collector deletes this object after them.",
        type: "array",
        items: {
          type: "object",
          properties: {
            apiVersion: { type: "string" },
            kind: { type: "string" },
            name: { type: "string" },
            uid: { type: "string" },
            controller: { type: "boolean" },
            blockOwnerDeletion: { type: "boolean" },
          },
          required: ["apiVersion", "kind", "name", "uid"],
          additionalProperties: false,
        },
      },
      ...Object.fromEntries(Object.entries(ofTheServer).map(([name, type]) => [name, { type }])),
    },
    additionalProperties: false,
  };
}

const subdomain = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*";

/** A key: at most 63 characters, with at most 253 before a slash. */
const qualifiedName = {
  maxLength: 317,
  pattern: `^(?:(?=.{1,253}/)${subdomain}/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$`,
};

/** The fields that the API server sets; exported files contain them. */
const ofTheServer: Readonly<Record<string, ExactJsonValue>> = {
  creationTimestamp: ["string", "null"],
  deletionGracePeriodSeconds: "integer",
  deletionTimestamp: "string",
  generation: "integer",
  managedFields: "array",
  resourceVersion: "string",
  selfLink: "string",
  uid: "string",
};
