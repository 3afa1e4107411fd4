/** The metadata of an object, as far as people write it. The API server does not take them from the CRD. */
import type { ExactJsonValue } from "../../core/json.js";

/** `declared`: what the kind itself asks of its name and labels. */
export function metadataSchema(isNamespaced: boolean, declared: ExactJsonValue | undefined): ExactJsonValue {
  return {
    ...anyMetadata(isNamespaced),
    anyOf: [{ required: ["name"] }, { required: ["generateName"] }],
    ...(declared === undefined ? {} : { allOf: [declared] }),
  };
}

/** That of an object inside another one, which need not have a name. */
export function anyMetadata(isNamespaced: boolean): Readonly<Record<string, ExactJsonValue>> {
  return {
    description: "What the object is called, and what others have noted on it.",
    type: "object",
    properties: {
      name: {
        description: "The name, unique among the objects of the kind in a namespace.",
        type: "string",
        maxLength: 253,
        pattern: `^${subdomain}$`,
      },
      generateName: {
        description: "The start of the name, where the API server is to choose the rest.",
        type: "string",
        maxLength: 248,
      },
      ...(isNamespaced
        ? {
            namespace: {
              description: "The namespace; by default that of whoever applies the object.",
              type: "string",
              maxLength: 63,
              pattern: "^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$",
            },
          }
        : {}),
      labels: {
        description: "By which objects are selected.",
        type: ["object", "null"],
        propertyNames: qualifiedName,
        additionalProperties: {
          type: ["string", "null"],
          maxLength: 63,
          pattern: "^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$",
        },
      },
      annotations: {
        description: "Notes of people and programs.",
        type: ["object", "null"],
        propertyNames: qualifiedName,
        additionalProperties: { type: ["string", "null"] },
      },
      finalizers: {
        description: "Who has to agree before the object is gone.",
        type: "array",
        items: { type: "string" },
      },
      ownerReferences: {
        description: "The objects with which this one goes.",
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

/** A key: at most 63 characters, with at most 253 in front of a slash. */
const qualifiedName = {
  maxLength: 317,
  pattern: `^(?:(?=.{1,253}/)${subdomain}/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$`,
};

/** What the API server fills in; it is in files that were exported. */
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
