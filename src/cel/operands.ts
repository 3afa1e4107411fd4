/** The knowledge of an estimate about the operands of a call, and the result sizes that follow from it. */
import { ownOf } from "../core/own-members.js";
import type { Expression } from "./expression.js";
import type { FieldPath } from "./field-path.js";
import { add, addSizes, fixedSize, multiplySizes, times, wrap, type Size } from "./sizes.js";
import type { CelType } from "./types.js";

/** A target or an argument. */
export interface Operand {
  readonly node: Expression;
  readonly type: CelType;
  readonly path: FieldPath | undefined;
  readonly size: Size;
  /** Whether the size is known, instead of assumed to be unlimited. */
  readonly isSized: boolean;
  /** The size of the items of a list, if the schema defines it. */
  readonly itemSize: () => Size;
}

/** The target comes first, if there is one. */
export type Operands = readonly [first: Operand, ...others: Operand[]];

/** The cost of traversing one character. */
export const perCharacter = 0.1;

export function traversal(size: number, factor = perCharacter): number {
  return times(size, factor);
}

export function wholeNumber(operand: Operand | undefined, otherwise: number): number {
  if (operand?.node.kind !== "literal" || operand.node.value.type !== "int") return otherwise;
  return Math.max(0, Number(operand.node.value.value));
}

/** Returns the cost of an aggregation: each element costs 1; a text element also costs its length. */
export function aggregationCost({ type, size, itemSize }: Operand): number {
  if (type.kind !== "list") return traversal(size.max);
  const isText = type.item.kind === "string" || type.item.kind === "bytes";
  return times(size.max, add(1, isText ? traversal(itemSize().max) : 0));
}

/** Returns the minimum and maximum length of a text after a replacement, with the shortest and longest possible matches. */
export function replacedSize({ size: text }: Operand, { size: from }: Operand, { size: to }: Operand): Size {
  const longest = (): number => {
    if (from.min === 0) return add(times(add(text.max, 1), to.max), text.max);
    return to.max <= from.min ? text.max : times(Math.ceil(text.max / from.min), to.max);
  };
  const shortest = (): number => {
    if (from.max === 0) return add(times(add(text.min, 1), to.min), text.min);
    return from.max <= to.min ? text.min : times(Math.ceil(text.min / from.max), to.min);
  };
  return { min: shortest(), max: longest() };
}

export function splitSize({ size: text }: Operand, limit: Operand | undefined): Size {
  const isLiteral = limit?.node.kind === "literal" && limit.node.value.type === "int";
  return { min: 0, max: isLiteral ? wrap(Number(limit.node.value.value)) : text.max };
}

export function joinSize({ type, size, itemSize }: Operand, separator: Operand | undefined): Size {
  const texts = type.kind === "list" ? multiplySizes(size, itemSize()) : fixedSize(0);
  const gaps = { min: Math.max(0, size.min - 1), max: Math.max(0, size.max - 1) };
  return separator === undefined ? texts : addSizes(texts, multiplySizes(separator.size, gaps));
}

/** Returns the cost of comparing values of a library, or undefined for other values. */
export function equalityCost(left: Operand, right: Operand | undefined): number | undefined {
  const name = nameOf(left.type);
  if (name === undefined || right === undefined || name !== nameOf(right.type)) return undefined;
  if (name === "kubernetes.URL") return right.isSized ? traversal(right.size.max) : 1;
  return ownOf(equalityCosts, name);
}

const equalityCosts: Readonly<Record<string, number>> = {
  "net.IP": 1,
  "net.CIDR": 1,
  "kubernetes.Quantity": 1,
  "kubernetes.Semver": 1,
  "kubernetes.NamedFormat": 7,
};

function nameOf(type: CelType): string | undefined {
  return type.kind === "opaque" || type.kind === "object" ? type.name : undefined;
}
