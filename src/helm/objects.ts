/** Looking into rendered objects, of which nothing is known but that each has an apiVersion, a kind and a name. */
import { parseApiVersion } from "../core/gvk.js";
import type { ExactJsonValue } from "../core/yaml.js";

export type Json = ExactJsonValue;
export interface JsonMap {
  readonly [key: string]: Json | undefined;
}

export interface KubeId {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** Empty where it has none. */
  readonly namespace: string;
}

export function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function mapAt(value: Json | undefined, ...path: readonly string[]): JsonMap {
  const found = at(value, ...path);
  return isMap(found) ? found : {};
}

export function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = at(value, ...path);
  // Array.isArray does not narrow a readonly array out of a union.
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

/** The items of a list that are texts. */
export function textListAt(value: Json | undefined, ...path: readonly string[]): readonly string[] {
  return listAt(value, ...path).filter((item) => typeof item === "string");
}

export function withoutKey(map: JsonMap, key: string): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));
}

export function textAt(value: Json | undefined, ...path: readonly string[]): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, key) => (isMap(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}

/** The value with another one at a path; maps on the way are made where there are none. */
export function withAt(value: Json | undefined, path: readonly string[], next: Json | undefined): JsonMap {
  const [key = "", ...rest] = path;
  const map = isMap(value) ? value : {};
  return { ...map, [key]: rest.length === 0 ? next : withAt(map[key], rest, next) };
}

export function idOf(object: Json): KubeId {
  return {
    group: parseApiVersion(textAt(object, "apiVersion")).group,
    kind: textAt(object, "kind"),
    name: textAt(object, "metadata", "name"),
    namespace: textAt(object, "metadata", "namespace"),
  };
}

export function showId({ kind, namespace, name }: KubeId): string {
  return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}
