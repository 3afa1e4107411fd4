import { dataList, rawOf } from "./data-value.js";
import { codePoints } from "./code-points.js";
import { areEqual, compare, equals, listMapKey, setKey, sizeOf } from "./compare.js";
import type { Implementations } from "./implementation.js";
import { durationInRange, timestampInRange } from "./times.js";
import { errorOf, is, isBytes, isError, listOf, noOverload, uintOf, type ListValue, type Value } from "./values.js";

export const operators: Implementations = {
  "!_": ([value]) => (typeof value === "boolean" ? !value : undefined),
  "-_": ([value]) => {
    if (typeof value === "bigint") return intInRange(-value);
    return typeof value === "number" ? -value : undefined;
  },
  "_+_": ([left, right]) => add(left, right),
  "_-_": ([left, right]) => subtract(left, right),
  "_*_": ([left, right]) => {
    if (typeof left === "number" && typeof right === "number") return left * right;
    return integers(left, right, (first, second) => first * second);
  },
  "_/_": ([left, right]) => {
    if (typeof left === "number" && typeof right === "number") return left / right;
    return integers(left, right, (first, second) => (second === 0n ? errorOf("division by zero") : first / second));
  },
  "_%_": ([left, right]) =>
    integers(left, right, (first, second) => (second === 0n ? errorOf("modulus by zero") : first % second)),
  "_<_": ([left = null, right = null]) => ordered(left, right, (order) => order < 0),
  "_<=_": ([left = null, right = null]) => ordered(left, right, (order) => order <= 0),
  "_>_": ([left = null, right = null]) => ordered(left, right, (order) => order > 0),
  "_>=_": ([left = null, right = null]) => ordered(left, right, (order) => order >= 0),
  "_==_": ([left = null, right = null]) => equals(left, right),
  "_!=_": ([left = null, right = null]) => !areEqual(left, right),
  "@in": ([item = null, range]) => isWithin(item, range),
  size: ([value]) => size(value),
};

export function intInRange(value: bigint): Value {
  return BigInt.asIntN(64, value) === value ? value : errorOf("integer overflow");
}

export function uintInRange(value: bigint): Value {
  return BigInt.asUintN(64, value) === value ? uintOf(value) : errorOf("unsigned integer overflow");
}

function integers(
  left: Value | undefined,
  right: Value | undefined,
  compute: (left: bigint, right: bigint) => bigint | Value,
): Value | undefined {
  const inRange = (result: bigint | Value, limit: (value: bigint) => Value): Value =>
    typeof result === "bigint" ? limit(result) : result;
  if (typeof left === "bigint" && typeof right === "bigint") return inRange(compute(left, right), intInRange);
  if (is(left, "uint") && is(right, "uint")) return inRange(compute(left.value, right.value), uintInRange);
  return undefined;
}

export function add(left: Value | undefined, right: Value | undefined): Value | undefined {
  if (typeof left === "string") return typeof right === "string" ? left + right : undefined;
  if (typeof left === "number") return typeof right === "number" ? left + right : undefined;
  if (left instanceof Uint8Array) {
    return right instanceof Uint8Array ? Uint8Array.from([...left, ...right]) : undefined;
  }
  if (is(left, "list")) return is(right, "list") ? concat(left, right) : undefined;
  if (is(left, "duration") && is(right, "duration")) return durationInRange(left.nanoseconds + right.nanoseconds);
  if (is(left, "timestamp") && is(right, "duration")) {
    return timestampInRange({ ...left, nanoseconds: left.nanoseconds + right.nanoseconds });
  }
  if (is(left, "duration") && is(right, "timestamp")) return add(right, left);
  return integers(left, right, (first, second) => first + second);
}

function subtract(left: Value | undefined, right: Value | undefined): Value | undefined {
  if (typeof left === "number") return typeof right === "number" ? left - right : undefined;
  if (is(left, "duration") && is(right, "duration")) return durationInRange(left.nanoseconds - right.nanoseconds);
  if (is(left, "timestamp") && is(right, "timestamp")) return durationInRange(left.nanoseconds - right.nanoseconds);
  if (is(left, "timestamp") && is(right, "duration")) {
    return timestampInRange({ ...left, nanoseconds: left.nanoseconds - right.nanoseconds });
  }
  return integers(left, right, (first, second) => first - second);
}

/** Merges lists of the resource by their type; concatenates other lists. */
function concat(left: ListValue, right: ListValue): ListValue {
  const { data } = left;
  if (data === undefined) {
    if (left.items.length === 0) return right;
    return right.items.length === 0 ? left : listOf([...left.items, ...right.items]);
  }
  const added = right.items.map(rawOf);
  if (data.type === "atomic") return dataList({ ...data, raw: [...data.raw, ...added] });
  const keyOf = data.type === "set" ? setKey : (raw: (typeof added)[number]) => listMapKey(raw, data.keys);
  const raw = [...data.raw];
  const places = new Map(raw.map((each, index) => [keyOf(each), index]));
  for (const each of added) {
    const place = places.get(keyOf(each));
    if (place === undefined) {
      if (data.type === "set") places.set(keyOf(each), raw.length);
      raw.push(each);
    } else if (data.type === "map") {
      raw[place] = each;
    }
  }
  return dataList({ ...data, raw });
}

function ordered(left: Value, right: Value, decide: (order: number) => boolean): Value {
  const order = compare(left, right);
  return typeof order === "object" ? order : decide(order);
}

export function isWithin(item: Value, range: Value | undefined): Value | undefined {
  if (is(range, "map")) {
    const found = range.find(item);
    return found !== undefined && isError(found) ? found : found !== undefined;
  }
  if (!is(range, "list")) return undefined;
  if (range.data === undefined) return range.items.some((each) => equalsOf(item, each) === true);
  let fault: Value | undefined;
  for (const each of range.items) {
    const isEqual = equalsOf(each, item);
    if (isEqual === true) return true;
    if (typeof isEqual !== "boolean") fault ??= isError(isEqual) ? isEqual : noOverload;
  }
  return fault ?? false;
}

function equalsOf(left: Value, right: Value): Value {
  return isError(right) && !isError(left) ? false : equals(left, right);
}

function size(value: Value | undefined): Value | undefined {
  if (typeof value === "string") return BigInt(codePoints(value));
  if (value instanceof Uint8Array) return BigInt(value.length);
  if (is(value, "list")) return BigInt(sizeOf(value));
  return is(value, "map") ? BigInt(value.size) : undefined;
}

export function isZero(value: Value): boolean {
  if (value === null || value === false || value === 0n || value === 0 || value === "") return true;
  if (isBytes(value)) return value.length === 0;
  if (is(value, "uint")) return value.value === 0n;
  if (is(value, "duration")) return value.nanoseconds === 0n;
  return (
    (is(value, "list") && value.data === undefined && value.items.length === 0) ||
    (is(value, "map") && value.data === undefined && value.size === 0)
  );
}
