/** Freezes objects, and finds whole numbers that JavaScript cannot represent. */
/** Makes a value immutable at every depth, and returns it. */
export function freezeObject<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Array.isArray(value) ? value : Object.values(value)) freezeObject(item);
  }
  return value;
}

/**
 * Returns the path of a whole number that JSON.parse may have rounded (beyond 2^53, within 64 bits), such as
 * `spec.serial`; undefined if there is none. Rounding never moves such a number below 2^53, so the number itself marks
 * the object, in every copy.
 */
export function findInexactNumber(value: unknown): string | undefined {
  if (typeof value === "number") {
    const size = Math.abs(value);
    return size > Number.MAX_SAFE_INTEGER && size <= 2 ** 64 && Number.isInteger(value) ? "" : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const inner = findInexactNumber(item);
    if (inner === undefined) continue;
    const step = Array.isArray(value) ? `[${key}]` : key;
    return inner === "" || inner.startsWith("[") ? `${step}${inner}` : `${step}.${inner}`;
  }
  return undefined;
}

/**
 * Returns true if the object contains a whole number that JavaScript cannot represent exactly, so that writing it back
 * could damage it.
 */
export function isInexact(object: unknown): boolean {
  return findInexactNumber(object) !== undefined;
}
