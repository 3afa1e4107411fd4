/**
 * Drops the fields that a structural schema does not declare.
 * Sources: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning/algorithm.go, schema/defaulting/prunenulls.go.
 */
import { atKey, child } from "../../core/field-error.js";
import { isJsonObject, type Json } from "../../core/json.js";
import { hasDefault, itemsOf, propertyOf, valuesOf, type JsonSchema } from "./json-schema.js";

/**
 * Returns the sorted paths of the dropped fields. `isResource`: the value is a resource; its apiVersion, kind, and metadata
 * stay.
 */
export function prune(value: Json, schema: JsonSchema, isResource: boolean): string[] {
  const dropped: string[] = [];
  pruneValue(value, schema, { path: "", isResource, keepsUnknown: false, dropped });
  return dropped.sort();
}

interface Place {
  readonly path: string;
  readonly isResource: boolean;
  /** The value is an item of a list that preserves unknown fields. */
  readonly keepsUnknown: boolean;
  readonly dropped: string[];
}

const resourceFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

function pruneValue(value: Json, schema: JsonSchema | undefined, place: Place): void {
  if (Array.isArray(value)) {
    pruneItems(value, schema, place);
    return;
  }
  if (!isJsonObject(value)) return;
  const keepsUnknown = place.keepsUnknown || keepsUnknownFields(schema);
  const isResource = place.isResource || schema?.["x-kubernetes-embedded-resource"] === true;
  for (const name of Object.keys(value)) {
    if (isResource && resourceFields.has(name)) continue;
    const path = child(place.path, name);
    const property = schema && propertyOf(schema, name);
    if (property !== undefined || schema?.additionalProperties !== undefined) {
      const inner = property ?? (schema && valuesOf(schema));
      pruneValue(value[name] ?? null, inner, { ...place, path, isResource: false, keepsUnknown: false });
    } else if (!keepsUnknown) {
      if (!resourceFields.has(name) || place.path !== "") place.dropped.push(path);
      Reflect.deleteProperty(value, name);
    }
  }
}

function pruneItems(value: readonly Json[], schema: JsonSchema | undefined, place: Place): void {
  const items = schema && itemsOf(schema);
  const keepsUnknown = place.keepsUnknown || keepsUnknownFields(schema);
  if (items === undefined && keepsUnknown) return;
  for (const [index, item] of value.entries()) {
    pruneValue(item, items, { ...place, path: atKey(place.path, index), isResource: false, keepsUnknown });
  }
}

function keepsUnknownFields(schema: JsonSchema | undefined): boolean {
  return schema?.["x-kubernetes-preserve-unknown-fields"] === true;
}

/** Drops each null that is not a valid value and that no default replaces. */
export function pruneNulls(value: Json, schema: JsonSchema | undefined): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    for (const item of value) pruneNulls(item, items);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const inner = propertyOf(schema, name) ?? valuesOf(schema);
    if (member === null && inner !== undefined && inner.nullable !== true && !hasDefault(inner)) {
      Reflect.deleteProperty(value, name);
    } else pruneNulls(member ?? null, inner);
  }
}
