/** RFC 7386: removes fields that are null, merges objects, and replaces everything else. */
import { isJsonObject, type Json } from "../../core/json.js";

/** Applies the patch. The result shares unchanged parts. */
export function applyMergePatch(value: Json, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(value) ? value : {}));
  for (const [key, change] of Object.entries(patch)) {
    if (change === null || change === undefined) merged.delete(key);
    else merged.set(key, isJsonObject(change) ? applyMergePatch(merged.get(key) ?? {}, change) : change);
  }
  return Object.fromEntries(merged);
}
