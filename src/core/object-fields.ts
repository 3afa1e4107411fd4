/** Reads fields of objects, such as rendered objects, whose shape is not known. A missing field reads as an empty value. */
import { parseApiVersion } from "./gvk.js";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject, isList } from "./json.js";

export interface KubeId {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** The namespace; empty if the object has none. */
  readonly namespace: string;
}

export function mapAt(value: ExactJsonValue | undefined, ...path: readonly string[]): ExactJsonObject {
  const found = at(value, ...path);
  return isJsonObject(found) ? found : {};
}

export function listAt(value: ExactJsonValue | undefined, ...path: readonly string[]): readonly ExactJsonValue[] {
  const found = at(value, ...path);
  return isList(found) ? found : [];
}

/** Returns the items of a list that are texts. */
export function textListAt(value: ExactJsonValue | undefined, ...path: readonly string[]): readonly string[] {
  return listAt(value, ...path).filter((item) => typeof item === "string");
}

export function textAt(value: ExactJsonValue | undefined, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

export function at(value: ExactJsonValue | undefined, ...path: readonly string[]): ExactJsonValue | undefined {
  return path.reduce<ExactJsonValue | undefined>(
    (inner, key) => (isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}

/** Returns the value with a new value at a path. Creates missing maps on the way. */
export function withAt(
  value: ExactJsonValue | undefined,
  path: readonly string[],
  next: ExactJsonValue | undefined,
): ExactJsonObject {
  const [key = "", ...rest] = path;
  const map = isJsonObject(value) ? value : {};
  return { ...map, [key]: rest.length === 0 ? next : withAt(map[key], rest, next) };
}

export function idOf(object: ExactJsonValue): KubeId {
  return {
    group: parseApiVersion(textAt(object, "apiVersion")).group,
    kind: textAt(object, "kind"),
    name: textAt(object, "metadata", "name"),
    namespace: textAt(object, "metadata", "namespace"),
  };
}
