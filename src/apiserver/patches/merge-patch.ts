/** RFC 7386: fields that are null are taken away, objects are merged, all else is replaced. */
import { isJsonObject, type Json } from "../../core/json.js";

/** Shares what it does not change. */
export function applyMergePatch(value: Json, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(value) ? value : {}));
  for (const [key, change] of Object.entries(patch)) {
    if (change === null || change === undefined) merged.delete(key);
    else merged.set(key, isJsonObject(change) ? applyMergePatch(merged.get(key) ?? {}, change) : change);
  }
  return Object.fromEntries(merged);
}
