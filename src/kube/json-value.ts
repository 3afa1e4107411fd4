/** A JSON object of unknown content. */
export type JsonObject = Record<string, unknown>;

/** True for a JSON object: neither null nor a list. */
export function isPlainObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
