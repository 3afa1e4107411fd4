import type { Expression } from "./expression.js";
import type { Value } from "./values.js";

/** The variables of folds. What a fold begins with is worked out when it is first looked at. */
export interface Scope {
  readonly name: string;
  value: Value | undefined;
  readonly initial?: Expression;
  readonly outer: Scope | undefined;
}

/** The innermost variable of that name. */
export function findScope(from: Scope | undefined, name: string): Scope | undefined {
  for (let scope = from; scope !== undefined; scope = scope.outer) if (scope.name === name) return scope;
  return undefined;
}
