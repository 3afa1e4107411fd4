/** Objects whose keys somebody else chose: `__proto__` and `constructor` are keys like others. */

/** Sets a key even where it is `__proto__`, which an assignment would take for the prototype. */
export function setOwn<Value>(target: Record<string, Value>, key: string, value: Value): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** What the object itself has: of its prototype nothing. */
export function ownOf<Value>(object: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
