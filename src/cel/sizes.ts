/**
 * The sizes of values, and the arithmetic of the API server's estimates: whole numbers that stop at 2^64, like its unsigned
 * integers.
 */
import { codePoints } from "./code-points.js";
import type { Expression, Literal } from "./expression.js";
import { type CelType, heldBy, parameters } from "./types.js";

export const unlimited = 2 ** 64;

/** The minimum and maximum size of a value: characters, bytes or entries. */
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

/** Multiplies with a factor that can be fractional, and rounds up. */
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

/** Wraps a number at 64 bits, where the API server does not stop at the limit. */
export function wrap(value: number): number {
  return value >= 0 && value < unlimited ? value : Number(BigInt.asUintN(64, BigInt(value)));
}

/** The sizes of the keys and values of a list or map that the expression itself creates. */
export interface EntrySize {
  readonly kind: "list" | "map";
  readonly key: Size;
  readonly value: Size;
}

export const none: Size = { min: unlimited, max: 0 };

export function uniteEntries(left: EntrySize | undefined, right: EntrySize | undefined): EntrySize | undefined {
  if (left === undefined || right === undefined) return undefined;
  return { kind: left.kind, key: uniteSizes(left.key, right.key), value: uniteSizes(left.value, right.value) };
}

export function literalSize(node: Expression): Size | undefined {
  switch (node.kind) {
    case "literal":
      return fixedSize(lengthOf(node.value));
    case "list":
      return fixedSize(node.elements.length);
    case "map":
      return fixedSize(node.entries.length);
    default:
      return undefined;
  }
}

function lengthOf(value: Literal): number {
  switch (value.type) {
    case "string":
      return codePoints(value.value);
    case "bytes":
      return value.value.length;
    default:
      return 1;
  }
}

export function isScalar(type: CelType): boolean {
  const held = heldBy(type);
  if (held !== undefined) return isScalar(held);
  return parameters(type).length === 0 && scalars.has(type.kind);
}

const scalars: ReadonlySet<string> = new Set(["bool", "double", "duration", "int", "timestamp", "uint"]);
