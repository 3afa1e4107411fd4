/**
 * Evaluates the expressions of one request within one budget.
 * Source: k8s.io/apiserver/pkg/admission/plugin/cel/{condition.go,activation.go,composition.go}.
 */
import { errorOf, type MapValue, type Value } from "../../../cel/values.js";
import type { ExpressionCompiler, ReadyExpression } from "./expression-compiler.js";

/** The remaining cost that the expressions may use. */
export interface CostBudget {
  left: number;
}

export interface Evaluable {
  /** An undefined expression has no result, but keeps its position. */
  readonly expressions: readonly (ReadyExpression | undefined)[];
  readonly values: ReadonlyMap<string, Value>;
  readonly variables?: ReadonlyMap<string, ReadyExpression>;
}

export type Evaluated =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "fault"; readonly message: string };

/** Returns the results in the order of the expressions; undefined if the budget does not suffice for all of them. */
export function evaluateAll(
  { expressions, values, variables = new Map<string, ReadyExpression>() }: Evaluable,
  compiler: ExpressionCompiler,
  budget: CostBudget,
): readonly (Evaluated | undefined)[] | undefined {
  const spent = { cost: 0 };
  const all = withVariables(values, variables, compiler, spent);
  const results: (Evaluated | undefined)[] = [];
  for (const expression of expressions) {
    if (expression?.kind !== "ok") {
      results.push(expression);
      continue;
    }
    const { value, fault, cost } = compiler.evaluate(expression, all);
    const whole = cost + spent.cost;
    spent.cost = 0;
    if (whole > budget.left) return undefined;
    budget.left -= whole;
    results.push(fault === undefined ? { kind: "value", value } : { kind: "fault", message: fault });
  }
  return results;
}

/** Returns the values of an input with those of variables, which are evaluated on first use. */
function withVariables(
  values: ReadonlyMap<string, Value>,
  variables: ReadonlyMap<string, ReadyExpression>,
  compiler: ExpressionCompiler,
  spent: { cost: number },
): ReadonlyMap<string, Value> {
  const all = new Map(values);
  const known = new Map<string, Value>();
  const lazy: MapValue = {
    kind: "map",
    size: variables.size,
    keys: [...variables.keys()],
    find: (name) => {
      const ready = typeof name === "string" ? variables.get(name) : undefined;
      if (ready === undefined || typeof name !== "string") return undefined;
      const value = known.get(name) ?? evaluateVariable(name, ready, all, compiler, spent);
      known.set(name, value);
      return value;
    },
  };
  all.set("variables", lazy);
  return all;
}

function evaluateVariable(
  name: string,
  ready: ReadyExpression,
  values: ReadonlyMap<string, Value>,
  compiler: ExpressionCompiler,
  spent: { cost: number },
): Value {
  const shown = JSON.stringify(name);
  if (ready.kind === "fault") return errorOf(`composited variable ${shown} fails to compile: ${ready.cause}`);
  const { value, cause, cost } = compiler.evaluate(ready, values);
  spent.cost += cost;
  return cause === undefined ? value : errorOf(`composited variable ${shown} fails to evaluate: ${cause}`);
}
