/** What fields, indices and folds find in a value. */
import { isNumeric, sizeOf } from "./compare.js";
import { printValue } from "./print-value.js";
import { errorOf, is, kindOf, typeNameOf, type Value } from "./values.js";

/** A field, an entry or an element; undefined where there is none. */
export function find(value: Value, key: Value): Value | undefined {
  if (is(value, "map")) return value.find(key);
  if (!is(value, "list")) return undefined;
  const index = indexOf(key);
  if (typeof index === "string") return errorOf(index);
  return index >= 0 && index < sizeOf(value) ? value.items[index] : undefined;
}

function indexOf(key: Value): number | string {
  if (!isNumeric(key)) return `unsupported index type '${typeNameOf(key)}' in list`;
  const number = Number(typeof key === "object" ? key.value : key);
  return Number.isInteger(number) ? number : `unsupported index value ${printValue(key)} in list`;
}

export function missing(value: Value, key: Value): Value {
  return errorOf(is(value, "list") ? `index out of bounds: ${printValue(key)}` : `no such key: ${printValue(key)}`);
}

/** The values of the one or two variables of a fold, round by round; an error for what cannot be gone through. */
export function roundsOf(range: Value, hasTwo: boolean): readonly (readonly [Value, Value])[] | Value {
  if (is(range, "list")) {
    return range.items.map((item, index) => (hasTwo ? [BigInt(index), item] : [item, item]));
  }
  if (is(range, "map")) return range.keys.map((key) => [key, range.find(key) ?? null]);
  const kind = kindOf(range);
  return errorOf(`got 'types.${kind.charAt(0).toUpperCase()}${kind.slice(1)}', expected iterable type`);
}

export function isRounds(rounds: ReturnType<typeof roundsOf>): rounds is readonly (readonly [Value, Value])[] {
  return Array.isArray(rounds);
}
