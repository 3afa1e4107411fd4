import { ownOf, setOwn } from "./own-members.js";

/** JSON that whoever holds it may change. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

export interface JsonObject {
  [key: string]: Json | undefined;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A copy that shares nothing; many times as fast as structuredClone, for JSON alone. It calls itself once for each level that is nested,
 * and takes little of the stack for it: no other function, no iterator.
 */
export function copyJson<Value extends Json | undefined>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const list: Json[] = [];
    for (let index = 0; index < value.length; index += 1) list.push(copyJson(value[index] ?? null));
    return list as Value;
  }
  const [object, given]: [JsonObject, JsonObject] = [{}, value];
  for (const key in given) setOwn(object, key, copyJson(given[key]));
  return object as Value;
}

/** Whether two values print the same JSON, but for the order of keys. Absent and undefined are the same. */
export function isSameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    for (const [index, each] of left.entries()) if (!isSameJson(each, right[index])) return false;
    return true;
  }
  for (const key in left) if (!isSameJson(left[key], ownOf(right, key))) return false;
  for (const key in right) if (right[key] !== undefined && ownOf(left, key) === undefined) return false;
  return true;
}
