/** Calls the functions of CEL and of its libraries. */
import type { Expression } from "./expression.js";
import { conversions } from "./functions-conversions.js";
import { kubernetes } from "./functions-kubernetes.js";
import { lists } from "./functions-lists.js";
import { operators } from "./functions-operators.js";
import { optionals } from "./functions-optionals.js";
import { strings } from "./functions-strings.js";
import { times } from "./functions-times.js";
import type { Implementation, Tools } from "./implementation.js";
import { errorOf, is, typeNameOf, type Value } from "./values.js";

const implementations: ReadonlyMap<string, Implementation> = new Map(
  [operators, conversions, strings, lists, times, optionals, kubernetes].flatMap((functions) =>
    Object.entries(functions),
  ),
);

const takesPattern: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

/**
 * Returns whether the API server evaluates the arguments one by one and stops at an error: more than two operands, or a
 * search for a literal pattern.
 */
export function isHasty(name: string, operands: readonly Expression[]): boolean {
  return operands.length > 2 || (takesPattern.has(name) && operands[1]?.kind === "literal");
}

/** Returns the result of a function, or an error if no overload of the function accepts such values. */
export function callFunction(name: string, args: readonly Value[], tools: Tools): Value {
  const [first, ...others] = args;
  const result = is(first, "host") ? first.call(name, others) : implementations.get(name)?.(args, tools);
  return result === undefined ? errorOf(overloadFault(name, args)) : result;
}

/** Formats the error like cel-go, which reports less about the arguments of its own functions than of library functions. */
function overloadFault(name: string, values: readonly Value[]): string {
  if (/^[_!@-]/.test(name) || briefFunctions.has(name)) return "no such overload";
  if (name === "size") return "no such overload: size";
  return `no such overload: ${name}(${values.map(typeNameOf).join(", ")})`;
}

const briefFunctions: ReadonlySet<string> = new Set(["contains", "endsWith", "matches", "startsWith"]);
