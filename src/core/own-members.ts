/** Accesses objects with external keys: `__proto__` and `constructor` are ordinary keys. */

/** Sets a key even if it is `__proto__`; an assignment would set the prototype instead. */
export function setOwn<Value>(target: Record<string, Value>, key: string, value: Value): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** Returns a member of the object itself, not of its prototype. */
export function ownOf<Value>(object: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
