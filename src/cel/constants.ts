/**
 * Computes what the API server computes when it prepares an expression: conversions of constants. It rejects those that fail.
 */
import type { Checked } from "./checked.js";
import type { CallExpression, Expression } from "./expression.js";
import { conversions } from "./functions-conversions.js";
import { literalValue } from "./make-values.js";
import { printValue } from "./print-value.js";
import { isError, kindOf, type Value } from "./values.js";
import { walk } from "./walk.js";

/** A checked expression with the parts that the API server precomputes; they cost nothing. */
export interface Prepared extends Checked {
  readonly constants: ReadonlySet<Expression>;
}

export function prepare(checked: Checked): Prepared {
  const constants = new Set<Expression>();
  walk(checked.expression, (node) => {
    if (isConstant(node, checked)) constants.add(node);
  });
  return { ...checked, constants };
}

export type Folded = { readonly constant: Value } | { readonly fault: string };

/** Returns undefined for expressions that are not constant. */
export function fold(node: Expression, checked: Checked): Folded | undefined {
  switch (node.kind) {
    case "literal":
      return { constant: literalValue(node.value) };
    case "identifier":
    case "select":
      return checked.types.get(node)?.kind === "type" && checked.names.has(node) ? other : undefined;
    case "list":
      return node.elements.every(({ value }) => isConstant(value, checked)) ? other : undefined;
    case "map":
      return node.entries.every(({ key, value }) => isConstant(key, checked) && isConstant(value, checked))
        ? other
        : undefined;
    case "call":
      return foldCall(node, checked);
    case "message":
    case "comprehension":
      return undefined;
  }
}

/** The value of constants that only need to be constant. */
const other = { constant: { kind: "unknown", raw: null } } as const satisfies Folded;

function isConstant(node: Expression, checked: Checked): boolean {
  const folded = fold(node, checked);
  return folded !== undefined && "constant" in folded;
}

function foldCall(node: CallExpression, checked: Checked): Folded | undefined {
  const [argument, range] = node.args;
  const name = checked.names.get(node) ?? node.name;
  // An empty list contains nothing, so the value to find is not even evaluated.
  if (name === "@in" && range?.kind === "list" && range.elements.length === 0) return { constant: false };
  if (node.target !== undefined || argument === undefined || node.args.length !== 1) return undefined;
  if (!Object.hasOwn(conversions, name)) return undefined;
  const convert = conversions[name];
  const folded = fold(argument, checked);
  if (convert === undefined || folded === undefined || "fault" in folded) return undefined;
  if (name === "type") return other;
  const { constant } = folded;
  const result = convert([constant]);
  if (result === undefined)
    return { fault: `${name}() cannot convert ${constant === other.constant ? "that" : kindOf(constant)}` };
  return isError(result) ? { fault: faultOf(name, constant) } : { constant: result };
}

function faultOf(name: string, constant: Value): string {
  if (constant instanceof Uint8Array) return "the bytes are not UTF-8";
  if (typeof constant !== "string") return `${printValue(constant)} is out of the range of ${name}`;
  const isWhole = (name === "int" && /^[+-]?\d+$/.test(constant)) || (name === "uint" && /^\d+$/.test(constant));
  if (isWhole) return `${constant} is out of the range of ${name}`;
  return `${JSON.stringify(constant)} is not a valid ${name}${examples[name] ?? ""}`;
}

const examples: Readonly<Record<string, string>> = {
  duration: ", as 1h30m is",
  timestamp: ", as 2026-01-31T12:00:00Z is",
};
