/**
 * Looks up names, fields, indices and fold variables. A chain consists of steps: each looks up a key in the result of the
 * previous step.
 */
import { isNumeric, sizeOf } from "./compare.js";
import { goTypeOfKey } from "./go-value.js";
import type { Checked } from "./checked.js";
import type { Expression } from "./expression.js";
import { entriesOf, type Entry } from "./functions-lists.js";
import { printValue } from "./print-value.js";
import { errorOf, is, isError, kindOf, some, typeNameOf, type Value } from "./values.js";

/** Returns a field, an entry or an element, or undefined if it does not exist. */
export function find(value: Value, key: Value): Value | undefined {
  if (is(value, "map")) return value.find(key);
  if (is(value, "record")) return typeof key === "string" ? value.fields.get(key) : undefined;
  if (!is(value, "list")) return undefined;
  const index = indexOf(key);
  if (typeof index === "string") return errorOf(index);
  if (index < 0 || index >= sizeOf(value)) return undefined;
  if (value.isGo && typeof key !== "bigint") return errorOf(`unsupported index type: ${goTypeOfKey(key)}`);
  return value.items[index];
}

function indexOf(key: Value): number | string {
  if (!isNumeric(key)) return `unsupported index type '${typeNameOf(key)}' in list`;
  const number = Number(typeof key === "object" ? key.value : key);
  return Number.isInteger(number) ? number : `unsupported index value ${printValue(key)} in list`;
}

export function missing(value: Value, key: Value): Value {
  return errorOf(is(value, "list") ? `index out of bounds: ${printValue(key)}` : `no such key: ${printValue(key)}`);
}

/** Returns the values of the one or two variables of a fold, round by round; an error for values that cannot be iterated. */
export function roundsOf(range: Value, hasTwo: boolean): readonly Entry[] | Value {
  if (is(range, "list")) {
    return range.items.map((item, index) => (hasTwo ? [BigInt(index), item] : [item, item]));
  }
  const entries = entriesOf(range);
  if (entries !== undefined) return entries;
  const kind = kindOf(range);
  return errorOf(`got 'types.${kind.charAt(0).toUpperCase()}${kind.slice(1)}', expected iterable type`);
}

export interface Step {
  readonly operand: Expression;
  readonly key: Expression | string;
  readonly isOptional: boolean;
}

/**
 * Returns the last step of a chain, or undefined if the node is not a step. A selection that names a variable or a type is no
 * step.
 */
export function stepOf(node: Expression, names: Checked["names"]): Step | undefined {
  if (node.kind === "select") {
    const isStep = !node.isTest && !names.has(node);
    return isStep ? { operand: node.operand, key: node.field, isOptional: false } : undefined;
  }
  if (node.kind !== "call") return undefined;
  const [operand, key] = node.args;
  const isStep = node.name === "_[_]" || node.name === "_[?_]" || node.name === "_?._";
  if (!isStep || operand === undefined || key === undefined) return undefined;
  return { operand, key, isOptional: node.name !== "_[_]" };
}

/** Returns whether a chain begins with `_ ? _ : _`, which costs nothing itself. */
export function isChoice(node: Expression, names: Checked["names"]): boolean {
  const way = stepOf(node, names);
  return way === undefined ? node.kind === "call" && node.name === "_?_:_" : isChoice(way.operand, names);
}

/** The value of a chain. In an optional chain, `optional.none()` means that a step found nothing. */
export type Reached = { readonly value: Value; readonly isOptional: boolean };

export function settled({ value, isOptional }: Reached): Value {
  return !isOptional || isError(value) || is(value, "optional") ? value : some(value);
}

/** The variables of folds. The initial value of a fold is computed on first use. */
export interface Scope {
  readonly name: string;
  value: Value | undefined;
  readonly initial?: Expression;
  readonly outer: Scope | undefined;
}

/** Returns the innermost variable of that name. */
export function findScope(from: Scope | undefined, name: string): Scope | undefined {
  for (let scope = from; scope !== undefined; scope = scope.outer) if (scope.name === name) return scope;
  return undefined;
}
