/** Source: k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go. */
import { outOfBudget, perConditions } from "../../../cel/budgets.js";
import { joinErrors } from "../../../core/go-text.js";
import type { MatchCondition } from "../../../k8s/admissionregistration/v1.js";
import { evaluateAll, type Evaluable } from "./evaluate-all.js";
import type { ExpressionCompiler } from "./expression-compiler.js";
import { inputValues, type ExpressionInput } from "./expression-input.js";

export type ConditionsVerdict =
  | { readonly kind: "verdict"; readonly isMatch: boolean }
  | { readonly kind: "fault"; readonly message: string };

export function evaluateConditions(
  conditions: readonly MatchCondition[],
  failurePolicy: string | undefined,
  input: ExpressionInput,
  compiler: ExpressionCompiler,
): ConditionsVerdict {
  const expressions = compiler.keep(conditions, () =>
    conditions.map(({ expression }) =>
      compiler.compile(expression, ["bool"], { hasParams: false, hasAuthorizer: true }),
    ),
  );
  return judgeConditions({ expressions, values: inputValues(input) }, failurePolicy, compiler);
}

/** Evaluates match conditions: one that is false decides, even if others failed. */
export function judgeConditions(
  conditions: Evaluable,
  failurePolicy: string | undefined,
  compiler: ExpressionCompiler,
): ConditionsVerdict {
  const evaluated = evaluateAll(conditions, compiler, { left: perConditions });
  if (evaluated === undefined) return verdictOnFaults([outOfBudget], failurePolicy);
  if (evaluated.some((each) => each?.kind === "value" && each.value === false)) {
    return { kind: "verdict", isMatch: false };
  }
  const faults = evaluated.flatMap((each) => (each?.kind === "fault" ? [each.message] : []));
  return faults.length === 0 ? { kind: "verdict", isMatch: true } : verdictOnFaults(faults, failurePolicy);
}

function verdictOnFaults(faults: readonly string[], failurePolicy: string | undefined): ConditionsVerdict {
  if (failurePolicy === "Ignore") return { kind: "verdict", isMatch: false };
  return { kind: "fault", message: joinErrors(faults) };
}
