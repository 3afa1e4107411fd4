/** The schemas in an OpenAPI v3 document: the schemas of its kinds, and all schemas that they refer to. */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { OpenApiSchemas } from "../../schema/openapi-data.js";

export const meta = "io.k8s.apimachinery.pkg.apis.meta.v1";

/** The schemas that every operation refers to. */
export const commonSchemas = [`${meta}.Patch`, `${meta}.Status`, `${meta}.DeleteOptions`];

/** Returns the named schemas and the schemas that they refer to, by name. */
export function closureOf(names: readonly string[], find: (name: string) => JsonObject | undefined): JsonObject {
  const found = new Map<string, JsonObject>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    const schema = find(name);
    if (schema === undefined) return;
    found.set(name, schema);
    for (const each of referencesIn(schema)) visit(each);
  };
  names.forEach(visit);
  return Object.fromEntries([...found].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

export const prefix = "#/components/schemas/";

function referencesIn(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  const { $ref } = value;
  const own = typeof $ref === "string" && $ref.startsWith(prefix) ? [$ref.slice(prefix.length)] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

/** Returns a part of a schema, with `make` applied to the schemas in it. */
export function mapInner(key: string, value: Json, make: (schema: JsonObject) => JsonObject): Json {
  if (!isJsonObject(value)) return value;
  if (key === "items" || key === "additionalProperties") return make(value);
  if (key !== "properties") return value;
  const entries = Object.entries(value).map(([name, each]) => [name, isJsonObject(each) ? make(each) : each]);
  return Object.fromEntries(entries) as JsonObject;
}

/** Returns a built-in schema as the server publishes it. */
export function builtInSchema(data: OpenApiSchemas, name: string): JsonObject | undefined {
  // The data was read from JSON.
  return data.schema(name) as unknown as JsonObject | undefined;
}
