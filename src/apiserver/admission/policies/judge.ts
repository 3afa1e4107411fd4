/**
 * What a policy says to a write, with one set of parameters.
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/validator.go.
 */
import type { StepBudget } from "../../../cel/evaluate.js";
import type { Value } from "../../../cel/values.js";
import { outOfBudget, type Evaluated, type ExpressionCompiler } from "../expressions/expression-compiler.js";
import { inputValues, type ExpressionInput } from "../expressions/expression-input.js";
import { judgeConditions } from "../expressions/match-conditions.js";
import { withVariables, type CompiledPolicy } from "./compiled-policy.js";
import type { PolicySpec, Validation } from "./policy.js";

/** Why a policy is not content. */
export interface Objection {
  readonly message: string;
  /** Absent of a policy that could not be evaluated. */
  readonly reason?: string;
  /** Of an annotation for an audit log that could not be evaluated: counts whatever the binding's actions are. */
  readonly isAlwaysDenied: boolean;
}

/** Source: k8s.io/apiserver/pkg/apis/cel/config.go. */
const stepsOfPolicy = 10_000_000;

export function judge(
  policy: CompiledPolicy,
  spec: PolicySpec,
  input: ExpressionInput,
  compiler: ExpressionCompiler,
): Objection[] {
  const budget = { left: stepsOfPolicy };
  const values = withVariables(inputValues(input), policy.variables, compiler, budget);
  const isFailing = spec.failurePolicy !== "Ignore";
  const fault = (message: string): Objection[] => (isFailing ? [{ message, isAlwaysDenied: false }] : []);

  const conditions = judgeConditions(policy.conditions, spec.failurePolicy, values, compiler);
  if (conditions.kind === "fault") return fault(conditions.message);
  if (!conditions.isMatch) return [];

  const evaluated = policy.validations.map((each) => compiler.evaluate(each, values, budget));
  if (evaluated.some(({ kind }) => kind === "out-of-budget")) return fault(outOfBudget);
  const objections = evaluated.flatMap((each, index): Objection[] => {
    if (each.kind !== "value") return fault(each.kind === "fault" ? each.message : outOfBudget);
    const validation = spec.validations?.[index];
    if (each.value === true || validation === undefined) return [];
    const message = messageOf(validation, evaluateMessage(policy, index, values, compiler, budget));
    return [{ message, reason: validation.reason ?? "Invalid", isAlwaysDenied: false }];
  });
  return isFailing ? [...objections, ...judgeAnnotations(policy, values, compiler)] : objections;
}

function evaluateMessage(
  { messages }: CompiledPolicy,
  index: number,
  values: ReadonlyMap<string, Value>,
  compiler: ExpressionCompiler,
  budget: StepBudget,
): Evaluated | undefined {
  const expression = messages[index];
  return expression === undefined ? undefined : compiler.evaluate(expression, values, budget);
}

/** Source: k8s.io/apiserver/pkg/apis/cel/config.go. */
const maxMessageBytes = 5 * 1024;

function messageOf({ message = "", expression }: Validation, evaluated: Evaluated | undefined): string {
  const computed = evaluated?.kind === "value" && typeof evaluated.value === "string" ? evaluated.value.trim() : "";
  const isGood = computed !== "" && Buffer.byteLength(computed) <= maxMessageBytes && !computed.includes("\n");
  if (isGood) return computed;
  return message.trim() === "" ? `failed expression: ${expression.trim()}` : message.trim();
}

/** There is no audit log to write them to; but one that fails is a fault of the policy. */
function judgeAnnotations(
  { annotations }: CompiledPolicy,
  values: ReadonlyMap<string, Value>,
  compiler: ExpressionCompiler,
): Objection[] {
  const budget = { left: stepsOfPolicy };
  return annotations.flatMap((each) => {
    const evaluated = compiler.evaluate(each, values, budget);
    return evaluated.kind === "fault" ? [{ message: evaluated.message, isAlwaysDenied: true }] : [];
  });
}
