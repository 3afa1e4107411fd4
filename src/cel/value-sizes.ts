/** The sizes of values that an expression makes itself. */
import { codePoints } from "./code-points.js";
import type { Expression, Literal } from "./expression.js";
import { fixedSize, type Size, uniteSizes, unlimited } from "./sizes.js";
import { type CelType, heldBy, parameters } from "./types.js";

/** The sizes of the keys and values of a list or map that the expression itself makes. */
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
