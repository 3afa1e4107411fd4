import { isJsonObject, type Json } from "../../core/json.js";

/** As Go prints a map with %v. */
export function showMap(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(showMap).join(" ")}]`;
  if (!isJsonObject(value)) return value === null ? "<nil>" : String(value);
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `map[${members.map(([key, member]) => `${key}:${showMap(member ?? null)}`).join(" ")}]`;
}
