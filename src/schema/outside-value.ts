/** Values of which nothing is known yet. */

/** How many levels something may have: far more than anybody writes, and far less than what would exhaust the stack. */
export const deepest = 64;

/** A value that is not what was expected, short enough for a message. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  const written = JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? String(each) : each));
  if (typeof value === "bigint") return String(value);
  return written.length > 40 ? `${written.slice(0, 37)}...` : written;
}

/** How many levels a value has, as far as that matters. */
export function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== "object" || value === null || depth > deepest) return depth;
  return Object.values(value).reduce<number>((most, item) => Math.max(most, depthOf(item, depth + 1)), depth);
}

/** A whole number that lost its last digits when it was read. */
export function findRounded(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  return Object.values(value)
    .map(findRounded)
    .find((found) => found !== undefined);
}
