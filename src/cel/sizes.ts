/** Arithmetic of the API server's estimates: whole numbers that stop at 2^64, as its unsigned integers do. */

export const unlimited = 2 ** 64;

/** How large a value is at least and at most: characters, bytes, entries. */
export interface Size {
  readonly min: number;
  readonly max: number;
}

export const unknownSize: Size = { min: 0, max: unlimited };

export function fixedSize(size: number): Size {
  return { min: size, max: size };
}

export function add(...terms: readonly number[]): number {
  return Math.min(
    unlimited,
    terms.reduce((sum, term) => sum + term, 0),
  );
}

/** A product with a factor that need not be whole, rounded up. */
export function times(left: number, right: number): number {
  return left === 0 || right === 0 ? 0 : Math.min(unlimited, Math.ceil(left * right));
}

export function addSizes(left: Size, right: Size): Size {
  return { min: add(left.min, right.min), max: add(left.max, right.max) };
}

export function multiplySizes(left: Size, right: Size): Size {
  return { min: times(left.min, right.min), max: times(left.max, right.max) };
}

export function uniteSizes(left: Size, right: Size): Size {
  return { min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
}

/** What is left of a number beyond 64 bits: where the server does not stop at the limit, it wraps around. */
export function wrap(value: number): number {
  return value >= 0 && value < unlimited ? value : Number(BigInt.asUintN(64, BigInt(value)));
}
