import { plainBoolean, plainDouble } from "./read-number.js";
import { intInRange, uintInRange } from "./functions-operators.js";
import { printValue } from "./print-value.js";
import {
  durationInRange,
  parseDuration,
  parseTimestamp,
  secondsOf,
  timestampInRange,
  timestampOfSeconds,
} from "./times.js";
import { durationOf, errorOf, is, kindOf, typeNameOf, uintOf, type Value, type ValueKind } from "./values.js";

/** The conversions take their argument unchanged and need no tools. */
export const conversions: Readonly<Record<string, (args: readonly Value[]) => Value | undefined>> = {
  bool: ([value = null]) =>
    typeof value === "string"
      ? (plainBoolean(value) ?? fails(value, "bool"))
      : typeof value === "boolean"
        ? value
        : undefined,
  bytes: ([value]) =>
    typeof value === "string" ? new TextEncoder().encode(value) : value instanceof Uint8Array ? value : undefined,
  double: ([value = null]) => toDouble(value),
  duration: ([value = null]) => {
    if (typeof value === "bigint") return durationInRange(value);
    if (typeof value !== "string") return is(value, "duration") ? value : undefined;
    const parsed = parseDuration(value);
    return parsed === undefined ? fails(value, "google.protobuf.Duration") : durationOf(parsed);
  },
  dyn: ([value]) => value,
  int: ([value = null]) => toInt(value),
  string: ([value = null]) => toText(value),
  timestamp: ([value = null]) => {
    if (typeof value === "bigint") return timestampOfSeconds(value);
    if (typeof value !== "string") return is(value, "timestamp") ? value : undefined;
    const parsed = parseTimestamp(value);
    return parsed === undefined ? fails(value, "google.protobuf.Timestamp") : timestampInRange(parsed);
  },
  type: ([value = null]) => ({ kind: "type", name: typeNameOf(value) }),
  uint: ([value = null]) => toUint(value),
};

function fails(value: Value, type: string): Value {
  return errorOf(`type conversion error from '${typeNameOf(value)}' to '${type}'`);
}

function toDouble(value: Value): Value | undefined {
  if (typeof value === "string") return plainDouble(value) ?? fails(value, "double");
  if (is(value, "uint")) return Number(value.value);
  return typeof value === "bigint" || typeof value === "number" ? Number(value) : undefined;
}

function toInt(value: Value): Value | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") {
    return Number.isNaN(value) || Math.abs(value) >= 2 ** 63 ? errorOf("integer overflow") : BigInt(Math.trunc(value));
  }
  if (typeof value === "string") {
    const parsed = /^[+-]?\d+$/.test(value) ? BigInt(value.replace(/^\+/, "")) : undefined;
    return parsed !== undefined && BigInt.asIntN(64, parsed) === parsed ? parsed : fails(value, "int");
  }
  if (is(value, "uint")) return intInRange(value.value);
  if (is(value, "duration")) return value.nanoseconds;
  return is(value, "timestamp") ? secondsOf(value) : undefined;
}

function toUint(value: Value): Value | undefined {
  if (is(value, "uint")) return value;
  if (typeof value === "bigint") return uintInRange(value);
  if (typeof value === "number") {
    return value >= 0 && value < 2 ** 64 ? uintOf(BigInt(Math.trunc(value))) : errorOf("unsigned integer overflow");
  }
  if (typeof value !== "string") return undefined;
  const parsed = /^\d+$/.test(value) ? BigInt(value) : undefined;
  return parsed !== undefined && BigInt.asUintN(64, parsed) === parsed ? uintOf(parsed) : fails(value, "uint");
}

const withText: ReadonlySet<ValueKind> = new Set([
  "string",
  "bool",
  "int",
  "double",
  "uint",
  "duration",
  "timestamp",
  "ip",
  "cidr",
  "type",
]);

/** Returns `string(value)`, or undefined for values without a text. */
export function toText(value: Value): Value | undefined {
  if (value instanceof Uint8Array) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
    } catch {
      return errorOf("invalid UTF-8 in bytes, cannot convert to string");
    }
  }
  return withText.has(kindOf(value)) ? printValue(value) : undefined;
}
