/**
 * The schemas of a custom kind, generated from its definition: the schema with the common metadata, and the schema of its
 * list.
 * Source: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { isSince } from "../../schema/kubernetes-versions.js";
import type { OpenApiSchemas } from "../../schema/openapi-data.js";
import { type ApiObject, listOf, objectOf, objectsOf, textOf } from "../api-object.js";
import type { ServedResource } from "../resource.js";
import { builtInSchema, mapInner, meta, prefix } from "./schemas.js";

/** Returns a name such as `com.example.v1.Widget`: the group in reverse order, the version, and the kind. */
export function customSchemaName({ group, version, kind }: ServedResource): string {
  return `${group.split(".").toReversed().join(".")}.${version}.${kind}`;
}

export function customSchemas(definition: ApiObject, resource: ServedResource, data: OpenApiSchemas): JsonObject {
  const name = customSchemaName(resource);
  const { group, version, kind, listKind } = resource;
  const given = versionOf(definition, version);
  const schema = objectOf(objectOf(given, "schema"), "openAPIV3Schema");
  const { typeProperties, metadata, listMetadata } = commonProperties(data);
  const selectable = selectableFields(given);
  return {
    [name]: {
      ...(schema === undefined
        ? { type: "object" }
        : withMetadata(publish(schema, { metadata, drops: dropped(data) }), { ...typeProperties, metadata })),
      "x-kubernetes-group-version-kind": [{ group, kind, version }],
      ...selectable,
    },
    [`${name}List`]: {
      description: `${listKind} is a list of ${kind}`,
      type: "object",
      required: ["items"],
      properties: {
        ...typeProperties,
        items: {
          description: `List of ${resource.resource}. More info: ${conventions}`,
          type: "array",
          items: { $ref: prefix + name },
        },
        metadata: listMetadata,
      },
      "x-kubernetes-group-version-kind": [{ group, kind: listKind, version }],
      ...selectable,
    },
  };
}

const conventions = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";

interface CommonProperties {
  readonly typeProperties: JsonObject;
  readonly metadata: JsonObject;
  readonly listMetadata: JsonObject;
}

/** Returns the properties as every built-in kind has them. */
function commonProperties(data: OpenApiSchemas): CommonProperties {
  const of = (name: string): JsonObject => objectOf(builtInSchema(data, name), "properties") ?? {};
  const { apiVersion = {}, kind = {}, metadata } = of("io.k8s.api.core.v1.ConfigMap");
  const { metadata: listMetadata } = of("io.k8s.api.core.v1.ConfigMapList");
  const referTo = (type: string, like: Json | undefined): JsonObject => ({
    description: textOf(isJsonObject(like) ? like : undefined, "description"),
    allOf: [{ $ref: `${prefix}${meta}.${type}` }],
  });
  return {
    typeProperties: { apiVersion, kind },
    metadata: referTo("ObjectMeta", metadata),
    listMetadata: referTo("ListMeta", listMetadata),
  };
}

function versionOf(definition: ApiObject, version: string): JsonObject {
  return objectsOf(objectOf(definition, "spec"), "versions").find(({ name }) => name === version) ?? {};
}

function selectableFields(version: JsonObject): JsonObject {
  const fields = objectsOf(version, "selectableFields");
  if (fields.length === 0) return {};
  const paths = fields.map((each) => ({ fieldPath: textOf(each, "jsonPath").replace(/^\./, "") }));
  return { "x-kubernetes-selectable-fields": paths };
}

function withMetadata(schema: JsonObject, own: JsonObject): JsonObject {
  return { ...schema, properties: { ...objectOf(schema, "properties"), ...own } };
}

const intOrString = [{ type: "integer" }, { type: "string" }];

/** Returns the keywords that the API server does not publish. */
function dropped({ version }: OpenApiSchemas): ReadonlySet<string> {
  return new Set(isSince(version, "1.37") ? [] : ["example", "externalDocs"]);
}

interface Published {
  readonly metadata: JsonObject;
  readonly drops: ReadonlySet<string>;
}

/** Adds the parts of a schema that the API server implies, and drops the parts that it does not publish. */
function publish(schema: JsonObject, how: Published): JsonObject {
  const { metadata, drops } = how;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (value === undefined || drops.has(key)) continue;
    result[key] = mapInner(key, value, (inner) => publish(inner, how));
  }
  if (result["x-kubernetes-int-or-string"] === true && !("anyOf" in result) && !("allOf" in result)) {
    result["anyOf"] = intOrString;
  }
  if (result["x-kubernetes-embedded-resource"] !== true) return result;
  const required = listOf(result, "required");
  const missing = ["kind", "apiVersion"].filter((each) => !required.includes(each));
  return { ...withMetadata(result, { ...embeddedTypes, metadata }), required: [...required, ...missing] };
}

const embeddedTypes: JsonObject = {
  apiVersion: {
    description: `apiVersion defines the versioned schema of this representation of an object. More info: ${conventions}#resources`,
    type: "string",
  },
  kind: {
    description: `kind is a string value representing the type of this object. In CamelCase. More info: ${conventions}#types-kinds`,
    type: "string",
  },
};
