/**
 * The types of kinds by the schemas that the server publishes.
 * Source: k8s.io/apiserver/pkg/cel/openapi/{adaptor.go,resolver}, k8s.io/apiserver/pkg/cel/common/schemas.go.
 */
import { declareType, type DeclaredType } from "../../../cel/declared-type.js";
import { mapParameters } from "../../../cel/types.js";
import type { Json, JsonObject } from "../../../core/json.js";
import type { OpenApiSchemas } from "../../../schema/openapi-data.js";
import { referredSchema } from "../../../schema/referred-schema.js";
import type { Schema } from "../../../schema/schema.js";
import { type ApiObject, objectOf } from "../../api-object.js";
import { customSchemaName, customSchemas } from "../../openapi/custom-schemas.js";
import { builtInSchema, mapInner } from "../../openapi/schemas.js";
import type { ServedResource } from "../../resource.js";
import type { Kind } from "./matched-kinds.js";

export interface PublishedTypes {
  readonly data: OpenApiSchemas;
  readonly resources: readonly ServedResource[];
  /** Follows the kind in the names of types. */
  readonly suffix: string;
  /** Returns the definition of a custom resource: `widgets.example.com`. */
  readonly findDefinition: (name: string) => ApiObject | undefined;
}

/** Returns undefined for a kind without a schema. */
export function publishedType(kind: Kind, types: PublishedTypes): DeclaredType | undefined {
  const schema = publishedSchema(kind, types);
  if (schema === undefined) return undefined;
  // The shape is the same, and declareType reads only the keywords of Schema.
  const inlined = inline(schema, types.data, new Set()) as unknown as Schema;
  const name = `${kind.kind}${types.suffix}`;
  const declared = declareType(inlined, { isResource: true, path: name });
  return declared === undefined ? undefined : withNames(declared, name);
}

/** Names the objects in messages. Source: k8s.io/apiserver/pkg/cel/types.go (MaybeAssignTypeName). */
function withNames(declared: DeclaredType, name: string): DeclaredType {
  const { type, fields, item } = declared;
  if (type.kind === "object") {
    const named = [...(fields ?? [])].map(([key, field]) => [key, withNames(field, `${name}.${key}`)] as const);
    return { ...declared, type: { ...type, shown: name }, fields: new Map(named) };
  }
  if (item === undefined) return declared;
  const named = withNames(item, `${name}.${type.kind === "map" ? "@elem" : "@idx"}`);
  return { ...declared, type: mapParameters(type, (each) => (each === item.type ? named.type : each)), item: named };
}

function publishedSchema(
  { group, version, kind }: Kind,
  { data, resources, findDefinition }: PublishedTypes,
): JsonObject | undefined {
  const name = data.findKind(group === "" ? version : `${group}/${version}`, kind);
  if (name !== undefined) return builtInSchema(data, name);
  const found = resources.find((each) => each.group === group && each.version === version && each.kind === kind);
  const definition = found === undefined ? undefined : findDefinition(`${found.resource}.${found.group}`);
  if (found === undefined || definition === undefined) return undefined;
  return objectOf(customSchemas(definition, found, data), customSchemaName(found));
}

/** Replaces references by the schemas that they name; a schema within itself is an object without fields. */
function inline(given: JsonObject, data: OpenApiSchemas, outer: ReadonlySet<string>): JsonObject {
  const name = referredSchema(given);
  if (name !== undefined && outer.has(name)) return { type: "object" };
  const schema = name === undefined ? given : (builtInSchema(data, name) ?? {});
  const within = name === undefined ? outer : new Set([...outer, name]);
  const entries = Object.entries(schema).map(([key, value]): [string, Json | undefined] => [
    key,
    value === undefined ? undefined : mapInner(key, value, (inner) => inline(inner, data, within)),
  ]);
  return { ...Object.fromEntries(entries), ...(isIntOrString(schema) ? { "x-kubernetes-int-or-string": true } : {}) };
}

/** Built-in types have the format, and CRDs the extension. */
function isIntOrString(schema: JsonObject): boolean {
  return schema["format"] === "int-or-string" || schema["x-kubernetes-int-or-string"] === true;
}
