import type { Json } from "../../core/json.js";
import { badRequestError } from "../status-error.js";

/**
 * The maximum nesting depth of objects and lists in JSON that clients send. Functions that walk an object recurse once per
 * level, so the stack must have room for several times this depth. kube-apiserver accepts 10,000.
 */
export const maxDepth = 1050;

/** In managedFields, the fields of an object are nested slightly deeper than in the object. */
const maxStoredDepth = maxDepth + 16;

/** Reports whether objects and lists nest deeper than `levels`. */
export function isDeeper(value: Json | undefined, levels: number): boolean {
  let level: object[] = isNested(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === levels) return true;
    const next: object[] = [];
    for (const each of level)
      for (const member of Object.values(each) as Json[]) if (isNested(member)) next.push(member);
    level = next;
  }
  return false;
}

function isNested(value: Json | undefined): value is Exclude<Json, null | boolean | number | string> {
  return typeof value === "object" && value !== null;
}

/** @throws StatusError 400 for an object that the server could store, but not return */
export function refuseTooDeep(object: Json): void {
  if (isDeeper(object, maxStoredDepth)) throw badRequestError("exceeded max depth");
}
