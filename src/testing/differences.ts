/** In which places two JSON values differ. */
import { isJsonObject, isList, type JsonValue } from "../core/json.js";

export interface Difference {
  /** `spec.ports[0].name` */
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** All places, the outermost of each, in the order of the object before. */
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

/** Whether a path is one that was named, or lies below it; `[]` stands for any item. */
export function isAt(path: string, named: readonly string[]): boolean {
  const plain = path.replaceAll(/\[\d+\]/g, "[]");
  return named.some((name) => plain === name || plain.startsWith(`${name}.`) || plain.startsWith(`${name}[`));
}

function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  // What is absent, and an object or a list without anything in it, are kept apart: users see the difference.
  return JSON.stringify(left) === JSON.stringify(right);
}
