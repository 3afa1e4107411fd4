/**
 * Quantities in the form that clients read back.
 * Source: k8s.io/apimachinery/pkg/api/resource/quantity.go (ParseQuantity, CanonicalizeBytes).
 */
import { parseQuantity, type Quantity } from "../../cel/quantity.js";

export type QuantityFormat = "binary" | "decimal" | "exponent";

const decimalSuffixes = new Map(
  [-9, -6, -3, 0, 3, 6, 9, 12, 15, 18].map((exponent, at) => [exponent, "num kMGTPE"[at]?.trim() ?? ""]),
);
const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/** Returns the canonical form, or the error. */
export function canonicalQuantity(given: string): { readonly text: string } | { readonly fault: string } {
  const text = given.trim();
  if (text === "0") return { text };
  const quantity = parseQuantity(text);
  if (typeof quantity === "string") return { fault: quantity };
  return { text: isCanonical(text, quantity) ? text : printQuantity(quantity, formatOf(text)) };
}

export function formatOf(text: string): QuantityFormat {
  if (/[KMGTPE]i$/.test(text)) return "binary";
  return /[eE][+-]?\d+$/.test(text) ? "exponent" : "decimal";
}

/** Go keeps a short text in a nearly canonical form unchanged, by a heuristic. */
function isCanonical(text: string, { digits, scale, isBig }: Quantity): boolean {
  if (isBig) return false;
  const [, whole = "", fraction = "", suffix = ""] =
    /^[+-]?0*((?:[1-9]\d*)?)(?:\.(\d*))?((?:[^\d.].*)?)$/.exec(text) ?? [];
  const shifted = (whole === "" ? "0" : whole) + fraction;
  if (formatOf(text) === "binary") return (BigInt(shifted) & 7n) !== 0n && suffix !== "";
  return digits !== 0n && scale % 3 === 0 && !shifted.endsWith("000") && !shifted.startsWith("0");
}

export function printQuantity({ digits, scale }: Quantity, format: QuantityFormat): string {
  if (digits === 0n) return "0";
  if (format === "binary") {
    const value = wholeOf(digits, scale);
    if (value !== undefined && (value <= -1024n || value >= 1024n)) return printBinary(value);
  }
  return printDecimal(digits, scale, format === "exponent" ? "exponent" : "decimal");
}

function wholeOf(digits: bigint, scale: number): bigint | undefined {
  if (scale >= 0) return digits * 10n ** BigInt(scale);
  const unit = 10n ** BigInt(-scale);
  return digits % unit === 0n ? digits / unit : undefined;
}

function printBinary(value: bigint): string {
  let [number, power] = [value, 0];
  while (number % 1024n === 0n && power < binarySuffixes.length - 1) [number, power] = [number / 1024n, power + 1];
  return `${number}${binarySuffixes[power] ?? ""}`;
}

function printDecimal(digits: bigint, scale: number, format: "decimal" | "exponent"): string {
  let [number, exponent] = [digits, scale];
  while (number % 10n === 0n) [number, exponent] = [number / 10n, exponent + 1];
  while (exponent % 3 !== 0) [number, exponent] = [number * 10n, exponent - 1];
  const suffix = format === "decimal" ? (decimalSuffixes.get(exponent) ?? "") : exponent === 0 ? "" : `e${exponent}`;
  return `${number}${suffix}`;
}
