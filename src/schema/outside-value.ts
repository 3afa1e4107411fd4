/** Functions for unvalidated external values. */

/** The maximum nesting depth: far more than users write, and far less than would exhaust the stack. */
export const deepest = 64;

/** Describes an unexpected value, short enough for a message. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  const written = JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? String(each) : each));
  if (typeof value === "bigint") return String(value);
  return written.length > 40 ? `${written.slice(0, 37)}...` : written;
}

/** Returns the nesting depth of a value, up to the limit. */
export function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== "object" || value === null || depth > deepest) return depth;
  return Object.values(value).reduce<number>((most, item) => Math.max(most, depthOf(item, depth + 1)), depth);
}

/** Returns a whole number that lost its last digits when it was read. */
export function findRounded(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  return Object.values(value)
    .map(findRounded)
    .find((found) => found !== undefined);
}
