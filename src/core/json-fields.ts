/** Reads fields of JSON from other programs. */

/** Returns the value of a JSON text, or undefined if it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}

/** @returns undefined for other types and for an empty string */
export function text(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === "string" && found !== "" ? found : undefined;
}
