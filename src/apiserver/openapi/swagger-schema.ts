/**
 * Converts OpenAPI v3 schemas to v2, which has fewer keywords. Keywords that v2 does not have are dropped.
 * Source: k8s.io/apiextensions-apiserver/pkg/controller/openapi/v2/conversion.go.
 */
import type { Json, JsonObject } from "../../core/json.js";
import { isSet, objectOf, objectsOf } from "../api-object.js";
import { mapInner, prefix } from "./schemas.js";

const unknownToSwagger = new Set(["default", "nullable", "allOf", "anyOf", "oneOf", "not", "example"]);

export function toSwaggerSchema(schema: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (value !== undefined && !unknownToSwagger.has(key)) kept[key] = toSwaggerPart(key, value);
  }
  const [referred] = objectsOf(schema, "allOf");
  if (typeof referred?.["$ref"] === "string") kept["$ref"] = toSwaggerReference(referred["$ref"]);
  // A built-in type with two JSON forms: a quantity, or an IntOrString.
  if ("oneOf" in schema && !("type" in schema) && schema["x-kubernetes-int-or-string"] !== true)
    kept["type"] = "string";
  return withoutNullable(withoutConfusion(kept, schema), schema);
}

/** Converts the schema of a whole object. */
export function toSwaggerDefinition(schema: JsonObject): JsonObject {
  const { "x-kubernetes-preserve-unknown-fields": preservesUnknown, "x-kubernetes-group-version-kind": kinds } = schema;
  if (preservesUnknown !== true) return toSwaggerSchema(schema);
  return { type: "object", ...(kinds === undefined ? {} : { "x-kubernetes-group-version-kind": kinds }) };
}

export function toSwaggerReference(reference: string): string {
  return reference.startsWith(prefix) ? `#/definitions/${reference.slice(prefix.length)}` : reference;
}

function toSwaggerPart(key: string, value: Json): Json {
  if (key === "$ref" && typeof value === "string") return toSwaggerReference(value);
  return mapInner(key, value, toSwaggerSchema);
}

/** Removes the keywords that kubectl misinterprets. */
function withoutConfusion(kept: JsonObject, schema: JsonObject): JsonObject {
  const result = { ...kept };
  const preservesUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true;
  const isNullable = schema["nullable"] === true;
  if (preservesUnknown || isNullable) {
    delete result["items"];
    delete result["properties"];
  }
  const isUntyped =
    isNullable ||
    (result["type"] === "array" && !("items" in result)) ||
    (result["type"] === "object" && preservesUnknown);
  if (isUntyped) delete result["type"];
  return result;
}

function withoutNullable(kept: JsonObject, schema: JsonObject): JsonObject {
  const { required } = kept;
  const properties = objectOf(schema, "properties");
  if (!Array.isArray(required)) return kept;
  const isNullable = (name: Json): boolean => typeof name === "string" && isSet(objectOf(properties, name), "nullable");
  const result = { ...kept, required: required.filter((name) => !isNullable(name)) };
  if (result.required.length === 0) Reflect.deleteProperty(result, "required");
  return result;
}
