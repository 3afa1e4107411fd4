/** JSON whose whole numbers keep all their digits, like an int64 of Kubernetes. */
import { type ExactJsonValue, isList } from "./json.js";

/**
 * Parses a number without losing digits: returns a bigint for a whole number that a double might round, and otherwise the
 * nearest double, which is infinite if the number is too large.
 */
export function readExactNumber(text: string): number | bigint {
  const value = Number(text);
  const isWritten = /^[-+]?\d+$/.test(text) && Number.isFinite(value) && !Number.isSafeInteger(value);
  return isWritten && text.length < 400 ? BigInt(text.replace(/^\+/, "")) : value;
}

/** Returns whether a number is whole and fits into 64 bits, like an integer of the API. */
export function isInt64(value: ExactJsonValue): boolean {
  if (typeof value === "bigint") return BigInt.asIntN(64, value) === value;
  return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 63;
}

/** Returns whether a bound is exact as a double, which is how the API server stores bounds. */
export function isExactDouble(value: number | bigint): boolean {
  return typeof value === "number" || BigInt(Number(value)) === value;
}

export function isNumeric(value: ExactJsonValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** Works like JSON.stringify, for values that may contain bigints. `indent`: the number of spaces per level. */
export function printExactJson(value: ExactJsonValue, indent = 0): string {
  // A program may have taught JSON.stringify to print bigints, and then as texts.
  if ("toJSON" in BigInt.prototype) return printWithBigints(value, indent);
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (error instanceof TypeError) return printWithBigints(value, indent); // JSON.stringify refuses bigints
    throw error;
  }
}

function printWithBigints(value: ExactJsonValue, indent: number): string {
  const [gap, step] = indent === 0 ? [":", ""] : [": ", " ".repeat(indent)];
  const print = (each: ExactJsonValue, margin: string): string => {
    if (typeof each === "bigint") return String(each);
    if (typeof each !== "object" || each === null) return JSON.stringify(each);
    const inner = margin + step;
    const [open, close, parts] = isList(each)
      ? ["[", "]", each.map((item) => print(item, inner))]
      : ["{", "}", membersOf(each).map(([key, member]) => JSON.stringify(key) + gap + print(member, inner))];
    if (indent === 0 || parts.length === 0) return open + parts.join(",") + close;
    return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
  };
  return print(value, "");
}

function membersOf(value: { readonly [key: string]: ExactJsonValue | undefined }): [string, ExactJsonValue][] {
  return Object.entries(value).filter((entry): entry is [string, ExactJsonValue] => entry[1] !== undefined);
}
