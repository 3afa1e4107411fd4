/** Reads rendered objects. Each object is known to have an apiVersion, a kind, and a name. */
import { type ExactJsonValue, isList } from "../core/json.js";
import type { KubeId } from "../core/object-fields.js";

export { at, idOf, type KubeId, listAt, mapAt, textAt, textListAt, withAt } from "../core/object-fields.js";

/** Maps each member or item of a value. An item has the name of its list. */
export function mapMembers(
  value: ExactJsonValue,
  change: (member: ExactJsonValue, name: string) => ExactJsonValue,
  key = "",
): ExactJsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map((item) => change(item, key));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, member === undefined ? undefined : change(member, name)]),
  );
}

export function showId({ kind, namespace, name }: KubeId): string {
  return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}
