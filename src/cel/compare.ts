/** Compares values for equality and order like cel-go and the API server's own lists and maps do. */
import { printExactJson } from "../core/exact-json.js";
import { isDeepStrictEqual } from "node:util";
import { compareText } from "../core/compare-text.js";
import { isJsonObject } from "../core/json.js";
import { areSame } from "./addresses.js";
import { dataValue, rawOf } from "./data-value.js";
import { printValue } from "./print-value.js";
import { compareQuantities } from "./quantity.js";
import { compareSemvers } from "./semver.js";
import {
  errorOf,
  Foreign,
  is,
  isBytes,
  isError,
  kindOf,
  noOverload,
  type ListData,
  type ListValue,
  type MapValue,
  type Raw,
  type RecordValue,
  type Value,
} from "./values.js";

/** Evaluates `==`: returns a boolean or an error. */
export function equals(left: Value, right: Value): Value {
  if (left === null || right === null) return left === right;
  return equalsWithin(left, right);
}

export function areEqual(left: Value, right: Value): boolean {
  return equals(left, right) === true;
}

/** Compares elements. Unlike `==`, a comparison with null can be an error here. */
function equalsWithin(left: Value, right: Value): Value {
  if (isError(left)) return left;
  if (isNumeric(left)) return isNumeric(right) && compareNumbers(left, right) === 0;
  if (left === null || typeof left !== "object") return left === right;
  if (isBytes(left)) return isBytes(right) && compareBytes(left, right) === 0;
  switch (left.kind) {
    case "timestamp":
    case "duration":
      return is(right, left.kind) && left.nanoseconds === right.nanoseconds;
    case "list":
      if (is(right, "list")) return equalLists(left, right);
      return left.data === undefined && left.isGo === undefined ? false : noOverload;
    case "map":
      if (is(right, "map")) return equalMaps(left, right);
      return left.data === undefined && left.go === undefined ? false : noOverload;
    case "record":
      return is(right, "record") && equalRecords(left, right);
    case "optional":
      if (!is(right, "optional")) return false;
      return left.held === undefined || right.held === undefined
        ? left.held === right.held
        : equalsWithin(left.held, right.held);
    case "type":
      return is(right, "type") && left.name === right.name;
    case "unknown":
      return isDeepStrictEqual(left.raw, rawOf(right));
    case "ip":
      return is(right, "ip") ? areSame(left.bytes, right.bytes) : noOverload;
    case "cidr":
      return is(right, "cidr") ? left.bits === right.bits && areSame(left.bytes, right.bytes) : noOverload;
    case "url":
      return is(right, "url") ? left.url.text === right.url.text : noOverload;
    case "quantity":
      return is(right, "quantity") ? compareQuantities(left.quantity, right.quantity) === 0 : noOverload;
    case "semver":
      return is(right, "semver") ? compareSemvers(left.version, right.version) === 0 : noOverload;
    case "format":
      return is(right, "format") ? left.name === right.name : noOverload;
    case "host":
      return left === right;
  }
}

function equalRecords(left: RecordValue, right: RecordValue): boolean {
  if (left.type !== right.type || left.fields.size !== right.fields.size) return false;
  return [...left.fields].every(([name, value]) => {
    const other = right.fields.get(name);
    return other !== undefined && areEqual(value, other);
  });
}

function equalLists(left: ListValue, right: ListValue): Value {
  const { data } = left;
  if (sizeOf(left) !== sizeOf(right)) return false;
  // In Go, elements that cannot be compared are different.
  if (left.isGo) return left.items.every((item, index) => equalsWithin(item, right.items[index] ?? null) === true);
  if (data === undefined) {
    // A literal list counts elements that cannot be compared as equal.
    return left.items.every((item, index) => equals(item, right.items[index] ?? null) !== false);
  }
  if (data.type === "set") {
    const known = new Set(data.raw.map(setKey));
    return right.items.every((item) => known.has(setKey(rawOf(item))));
  }
  if (data.type === "map") return equalByKeys(data, right);
  for (const [index, item] of left.items.entries()) {
    const other = right.items[index];
    const isEqual = other === undefined ? false : equalsWithin(item, other);
    if (isEqual !== true) return isEqual;
  }
  return true;
}

export function sizeOf({ data, items }: ListValue): number {
  return data === undefined ? items.length : data.raw.length;
}

function equalByKeys(data: ListData, right: ListValue): Value {
  const own = new Map(data.raw.map((raw) => [listMapKey(raw, data.keys), raw]));
  for (const item of right.items) {
    const raw = own.get(listMapKey(rawOf(item), data.keys));
    if (raw === undefined) return false;
    const isEqual = equalsWithin(dataValue(raw, data.item), item);
    if (isEqual !== true) return isEqual;
  }
  return true;
}

/** Returns the identity of an element in a list of type set. */
export function setKey(raw: Raw): string {
  return raw instanceof Foreign ? `${kindOf(raw.value)} ${printValue(raw.value)}` : printExactJson(raw);
}

/** Returns the identity of an element in a list of type map. The API server looks up keys by their names in rules. */
export function listMapKey(raw: Raw, keys: readonly string[]): string {
  if (raw instanceof Foreign || !isJsonObject(raw)) return "";
  const members = new Map(Object.entries(raw));
  return printExactJson(keys.map((key) => members.get(key) ?? null));
}

function equalMaps(left: MapValue, right: MapValue): Value {
  if (left.go !== undefined) return equalGoMaps(left, right, left.go);
  if (left.size !== right.size) return false;
  const { data } = left;
  if (data === undefined) {
    return left.keys.every((key) => {
      const other = right.find(key);
      return other !== undefined && equals(left.find(key) ?? null, other) !== false;
    });
  }
  for (const [name, raw] of Object.entries(data.raw)) {
    if (data.schemaOf(name) === undefined) {
      const other = right.data?.raw;
      if (other === undefined) return noOverload;
      if (Object.hasOwn(other, name) && !isDeepStrictEqual(raw, other[name])) return false;
      continue;
    }
    const [own, other] = [left.find(name), right.find(name)];
    if ((own === undefined) !== (other === undefined)) return false;
    const isEqual = own === undefined || other === undefined ? true : equalsWithin(own, other);
    if (isEqual !== true) return isEqual;
  }
  return true;
}

function equalGoMaps(left: MapValue, right: MapValue, go: NonNullable<MapValue["go"]>): Value {
  if (go.kind === "struct" && right.go?.kind === "struct") return isDeepStrictEqual(go.raw, right.go.raw);
  if (left.size !== right.size) return false;
  for (const key of left.keys) {
    const other = right.find(key);
    if (other === undefined) return false;
    const isEqual = equalsWithin(left.find(key) ?? null, other);
    if (isEqual !== true) return go.kind === "struct" ? isEqual : false;
  }
  return true;
}

export type Numeric = bigint | number | { readonly kind: "uint"; readonly value: bigint };

export function isNumeric(value: Value): value is Numeric {
  return typeof value === "bigint" || typeof value === "number" || is(value, "uint");
}

function compareNumbers(left: Numeric, right: Numeric): -1 | 0 | 1 | undefined {
  const [first, second] = [left, right].map((value) => (typeof value === "object" ? value.value : value));
  if (first === undefined || second === undefined) return undefined;
  if (typeof first === "bigint" && typeof second === "bigint") return order(first, second);
  if (Number.isNaN(first) || Number.isNaN(second)) return undefined;
  // An int beside a double is converted to a double, with the loss of precision that this causes.
  return order(Number(first), Number(second));
}

function order<T extends bigint | number | string>(left: T, right: T): -1 | 0 | 1 {
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Returns which value comes first, or an error for values without an order. */
export function compare(left: Value, right: Value): -1 | 0 | 1 | { readonly kind: "error"; readonly message: string } {
  if (isNumeric(left)) {
    if (!isNumeric(right)) return noOverload;
    return compareNumbers(left, right) ?? errorOf("NaN values cannot be ordered");
  }
  if (typeof left === "string") return typeof right === "string" ? order(compareText(left, right), 0) : noOverload;
  if (typeof left === "boolean") return typeof right === "boolean" ? order(Number(left), Number(right)) : noOverload;
  if (isBytes(left)) return isBytes(right) ? compareBytes(left, right) : noOverload;
  if (is(left, "timestamp") || is(left, "duration")) {
    return is(right, left.kind) ? order(left.nanoseconds, right.nanoseconds) : noOverload;
  }
  return noOverload;
}

function compareBytes(left: Uint8Array, right: Uint8Array): -1 | 0 | 1 {
  const at = left.findIndex((byte, index) => byte !== right[index]);
  if (at === -1) return order(left.length, right.length);
  return order(left[at] ?? 0, right[at] ?? -1);
}
