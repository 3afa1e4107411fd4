import { isJsonObject, isList, type Json } from "../../core/json.js";
import { ownOf } from "../../core/own-members.js";
import type { ValuePath } from "../../apiserver/yaml/located-document.js";

/** Returns the value at a path; undefined if it is missing. */
export function fieldAt(value: Json | undefined, path: ValuePath): Json | undefined {
  let found: Json | undefined = value;
  for (const step of path) {
    if (typeof step === "number") found = isList(found) ? found[step] : undefined;
    else found = isJsonObject(found) ? ownOf(found, step) : undefined;
  }
  return found;
}
