/** Finds the fields in which two JSON values differ. */
import { isJsonObject, isList, type JsonValue } from "./json.js";

export interface Difference {
  /** `spec.ports[0].name` */
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Returns all differing fields, the outermost of each, in the order of the object before. */
export function differences(before: JsonValue | undefined, after: JsonValue | undefined, path = ""): Difference[] {
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differences(before[name], after[name], path === "" ? name : `${path}.${name}`));
  }
  if (isList(before) && isList(after) && before.length === after.length) {
    return before.flatMap((item, index) => differences(item, after[index], `${path}[${index}]`));
  }
  return isSame(before, after) ? [] : [{ path, before, after }];
}

/** Returns whether a path is one of the named paths or below one; `[]` matches any item. */
export function isAt(path: string, named: readonly string[]): boolean {
  const plain = path.replaceAll(/\[\d+\]/g, "[]");
  return named.some((name) => plain === name || plain.startsWith(`${name}.`) || plain.startsWith(`${name}[`));
}

function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  // Distinguishes an absent field from an empty object or list, because users see the difference.
  return JSON.stringify(left) === JSON.stringify(right);
}
