/** Kubernetes' quantities, such as 100m or 1.5Gi, exactly. */

/** `digits` times ten to the power of `scale`. */
export interface Quantity {
  readonly digits: bigint;
  readonly scale: number;
  /** Whether apimachinery stores it as a big decimal, which has no integer value. */
  readonly isBig: boolean;
}

const wrongForm = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const wrongNumber = "unable to parse numeric part of quantity";
const wrongSuffix = "unable to parse quantity's suffix";

/**
 * The maximum number of characters of a quantity, and its maximum exponent. kube-apiserver has no limit, and does not respond
 * if it compares `1e2147483647` with another quantity; JavaScript could not do it either.
 */
const mostDigits = 1000;

/** Parses a quantity; a text describes its fault. */
export function parseQuantity(text: string): Quantity | string {
  if (text.length > mostDigits) return wrongNumber;
  const parts = /^([+-]?)0*((?:[1-9]\d*)?)(?:\.(\d*))?((?:[eEinumkKMGTP]+[-+]?\d*|[-+]\d*)?)$/.exec(text);
  if (text === "" || parts === null) return wrongForm;
  const [number, , whole = "", fraction = "", suffixText = ""] = parts;
  const sign = number.startsWith("-") ? -1n : 1n;
  const suffix = readSuffix(suffixText);
  if (suffix === undefined) return wrongSuffix;
  const unsigned = number.slice(0, number.length - suffixText.length).replace(/^[+-]/, "");
  if (!/\d/.test(unsigned)) return /^[+-]?$/.test(text) ? { digits: 0n, scale: 0, isBig: false } : wrongNumber;
  const small = readSmall(whole === "" ? "0" : whole, fraction, suffix);
  if (small !== undefined) return { ...small, digits: small.digits * sign };
  const exact = BigInt(whole + fraction || "0") * (suffix.base === 2 ? 2n ** BigInt(Math.max(0, suffix.exponent)) : 1n);
  const scale = (suffix.base === 10 ? suffix.exponent : 0) - fraction.length;
  const rounded = roundUp(exact, scale);
  const digits = suffix.base === 2 ? capped(rounded) : rounded;
  return { ...digits, digits: digits.digits * sign, isBig: true };
}

interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
}

const decimals: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  "": 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const binaries: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };

function readSuffix(text: string): Suffix | undefined {
  if (Object.hasOwn(decimals, text)) return { base: 10, exponent: decimals[text] ?? 0 };
  if (Object.hasOwn(binaries, text)) return { base: 2, exponent: binaries[text] ?? 0 };
  const exponent = /^[eE]([+-]?\d+)$/.exec(text)?.[1];
  return exponent === undefined || Math.abs(Number(exponent)) > mostDigits
    ? undefined
    : { base: 10, exponent: Number(exponent) };
}

/** Returns a number that certainly fits an int64, by the rule of thumb of apimachinery. */
function readSmall(whole: string, fraction: string, { base, exponent }: Suffix): Quantity | undefined {
  const isShort =
    base === 10
      ? 18 - whole.length - fraction.length >= 0
      : fraction === "" && 15 - whole.length - Math.floor((exponent * 3) / 10) - 1 >= 0;
  const scale = (base === 10 ? exponent : 0) - fraction.length;
  if (!isShort || scale < -9) return undefined;
  return { digits: BigInt(whole + fraction) * (base === 2 ? 2n ** BigInt(exponent) : 1n), scale, isBig: false };
}

/** Rounds up to a nano, so that a positive amount of a resource never becomes zero. */
function roundUp(digits: bigint, scale: number): Quantity {
  if (scale >= -9) return { digits, scale, isBig: true };
  const by = 10n ** BigInt(-9 - scale);
  return { digits: (digits + by - 1n) / by, scale: -9, isBig: true };
}

function capped(quantity: Quantity): Quantity {
  const most: Quantity = { digits: (1n << 63n) - 1n, scale: 0, isBig: true };
  return compareQuantities(quantity, most) > 0 ? most : quantity;
}

export function quantityOf(value: bigint): Quantity {
  return { digits: value, scale: 0, isBig: false };
}

function aligned(left: Quantity, right: Quantity): readonly [left: bigint, right: bigint, scale: number] {
  const scale = Math.min(left.scale, right.scale);
  const at = ({ digits, scale: own }: Quantity): bigint => digits * 10n ** BigInt(own - scale);
  return [at(left), at(right), scale];
}

export function compareQuantities(left: Quantity, right: Quantity): -1 | 0 | 1 {
  const [first, second] = aligned(left, right);
  return first === second ? 0 : first < second ? -1 : 1;
}

export function addQuantities(left: Quantity, right: Quantity): Quantity {
  const isSmall = !left.isBig && !right.isBig;
  if (isSmall && right.digits === 0n) return left;
  if (isSmall && left.digits === 0n) return right;
  const [first, second, scale] = aligned(left, right);
  const digits = first + second;
  return { digits, scale, isBig: !isSmall || BigInt.asIntN(64, digits) !== digits };
}

export function subtractQuantities(left: Quantity, right: Quantity): Quantity {
  return addQuantities(left, { ...right, digits: -right.digits });
}

/** Returns undefined if apimachinery has no integer for it, even if one exists. */
export function integerOf({ digits, scale, isBig }: Quantity): bigint | undefined {
  if (isBig || scale < 0) return undefined;
  const value = digits * 10n ** BigInt(scale);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

export function doubleOf({ digits, scale }: Quantity): number {
  return scale === 0 ? Number(digits) : Number(digits) * 10 ** scale;
}
