/** Ways through fields and indices: each step looks up a key in what the step before it has found. */
import type { Checked } from "./checked.js";
import type { Expression } from "./expression.js";
import { is, isError, some, type Value } from "./values.js";

export interface Step {
  readonly operand: Expression;
  readonly key: Expression | string;
  readonly isOptional: boolean;
}

/** The last step of a way; undefined where the node is none. A selection that names a variable or a type is no step. */
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

/** Whether a way begins with `_ ? _ : _`, which costs nothing itself. */
export function isChoice(node: Expression, names: Checked["names"]): boolean {
  const way = stepOf(node, names);
  return way === undefined ? node.kind === "call" && node.name === "_?_:_" : isChoice(way.operand, names);
}

/** Where `optional.none()` came about on the way through fields. */
export type Reached = { readonly value: Value; readonly isOptional: boolean };

export function settled({ value, isOptional }: Reached): Value {
  return !isOptional || isError(value) || is(value, "optional") ? value : some(value);
}
