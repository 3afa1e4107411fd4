import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";

/** Returns an object, a list or a table without the managed fields of its objects. */
export function withoutManagedFields(object: JsonObject): JsonObject {
  const { items, rows } = object;
  const own = withoutOwn(object);
  if (Array.isArray(items)) return { ...own, items: items.map(withoutOwnOf) };
  if (object["kind"] !== "Table" || !Array.isArray(rows)) return own;
  const bare = rows.map((row) => (isJsonObject(row) ? { ...row, object: withoutOwnOf(row["object"] ?? null) } : row));
  return { ...own, rows: bare };
}

function withoutOwnOf(value: Json): Json {
  return isJsonObject(value) ? withoutOwn(value) : value;
}

function withoutOwn(object: JsonObject): JsonObject {
  const { metadata } = object;
  if (!isJsonObject(metadata) || metadata["managedFields"] === undefined) return object;
  const rest = { ...metadata };
  delete rest["managedFields"];
  return { ...object, metadata: rest };
}
