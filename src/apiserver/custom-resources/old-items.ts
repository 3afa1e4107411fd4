import { isJsonObject, type Json } from "../../core/json.js";
import type { JsonSchema } from "./json-schema.js";

export type FindOldItem = (item: Json) => Json | undefined;

/**
 * Finds the items of a list of type map again by their keys; the first of those with the same keys.
 * Source: k8s.io/apiserver/pkg/cel/common/maplist.go.
 */
export function oldItemFinder(schema: JsonSchema, old: readonly Json[]): FindOldItem {
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const known = new Map<string, Json>();
  for (const item of old) {
    const identity = identityOf(item, keys);
    if (identity !== undefined && !known.has(identity)) known.set(identity, item);
  }
  return (item) => {
    const identity = identityOf(item, keys);
    return identity === undefined ? undefined : known.get(identity);
  };
}

function identityOf(item: Json, keys: readonly string[]): string | undefined {
  if (!isJsonObject(item) || keys.length === 0) return undefined;
  const values: Json[] = [];
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined;
    if (value === undefined || typeof value === "object") return undefined;
    values.push(value);
  }
  return JSON.stringify(values);
}
