/** Freezing objects, and the whole numbers in them that JavaScript cannot hold. */
/** Makes a value unchangeable at every depth, and returns it. */
export function freezeObject<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Array.isArray(value) ? value : Object.values(value)) freezeObject(item);
  }
  return value;
}

/**
 * Where a value holds a whole number that JSON.parse may have rounded (beyond 2^53, within 64 bits), as a path such as
 * `spec.serial`; undefined when there is none. Rounding never brings such a number back below 2^53, so the number marks
 * the object by itself, in every copy.
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

/** True if the object holds a whole number that JavaScript cannot hold exactly, so that writing it back could damage it. */
export function isInexact(object: unknown): boolean {
  return findInexactNumber(object) !== undefined;
}
