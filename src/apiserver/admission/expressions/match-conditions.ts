/** Source: k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go. */
import type { Value } from "../../../cel/values.js";
import { joinErrors } from "../../authorization/rbac-authorizer.js";
import type { NamedExpression } from "../webhooks/webhook.js";
import { outOfBudget, type ExpressionCompiler, type ReadyExpression } from "./expression-compiler.js";
import { inputValues, type ExpressionInput } from "./expression-input.js";

export type ConditionsVerdict =
  { readonly kind: "verdict"; readonly isMatch: boolean } | { readonly kind: "fault"; readonly message: string };

/** Source: k8s.io/apiserver/pkg/apis/cel/config.go. */
const stepsOfConditions = 2_500_000;

export function evaluateConditions(
  conditions: readonly NamedExpression[],
  failurePolicy: string | undefined,
  input: ExpressionInput,
  compiler: ExpressionCompiler,
): ConditionsVerdict {
  const ready = compiler.keep(conditions, () =>
    conditions.map(({ expression }) =>
      compiler.compile(expression, ["bool"], { hasParams: false, hasAuthorizer: true }),
    ),
  );
  return judgeConditions(ready, failurePolicy, inputValues(input), compiler);
}

/** One that is false decides, whatever went wrong with others. */
export function judgeConditions(
  ready: readonly ReadyExpression[],
  failurePolicy: string | undefined,
  values: ReadonlyMap<string, Value>,
  compiler: ExpressionCompiler,
): ConditionsVerdict {
  const budget = { left: stepsOfConditions };
  const faults: string[] = [];
  for (const condition of ready) {
    const evaluated = compiler.evaluate(condition, values, budget);
    if (evaluated.kind === "out-of-budget") return verdictOnFaults([outOfBudget], failurePolicy);
    if (evaluated.kind === "fault") faults.push(evaluated.message);
    else if (evaluated.value === false) return { kind: "verdict", isMatch: false };
  }
  return faults.length === 0 ? { kind: "verdict", isMatch: true } : verdictOnFaults(faults, failurePolicy);
}

function verdictOnFaults(faults: readonly string[], failurePolicy: string | undefined): ConditionsVerdict {
  if (failurePolicy === "Ignore") return { kind: "verdict", isMatch: false };
  return { kind: "fault", message: joinErrors(faults) };
}
