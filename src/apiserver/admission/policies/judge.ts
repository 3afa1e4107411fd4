/**
 * Evaluates a policy for a write, with one set of parameters.
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/validator.go.
 */
import { outOfBudget, perObject } from "../../../cel/budgets.js";
import { evaluateAll, type Evaluated } from "../expressions/evaluate-all.js";
import type { ExpressionCompiler } from "../expressions/expression-compiler.js";
import { inputValues, type ExpressionInput } from "../expressions/expression-input.js";
import { judgeConditions } from "../expressions/match-conditions.js";
import type { CompiledPolicy } from "./compiled-policy.js";
import type { ValidatingAdmissionPolicySpec, Validation } from "../../../k8s/admissionregistration/v1.js";

/** The reason why a policy rejects a write. */
export interface Objection {
  readonly message: string;
  /** Absent if the policy could not be evaluated. */
  readonly reason?: string;
  /** Whether an audit annotation failed: the objection then denies the write whatever the binding's actions are. */
  readonly isAlwaysDenied: boolean;
}

export function judge(
  policy: CompiledPolicy,
  spec: ValidatingAdmissionPolicySpec,
  input: ExpressionInput,
  compiler: ExpressionCompiler,
): Objection[] {
  const { variables } = policy;
  const values = inputValues(input);
  const isFailing = spec.failurePolicy !== "Ignore";
  const fault = (message: string): Objection[] => (isFailing ? [{ message, isAlwaysDenied: false }] : []);

  const conditions = { expressions: policy.conditions, values: conditionValues(input), variables };
  const verdict = judgeConditions(conditions, spec.failurePolicy, compiler);
  if (verdict.kind === "fault") return fault(verdict.message);
  if (!verdict.isMatch) return [];

  const budget = { left: perObject };
  const evaluated = evaluateAll({ expressions: policy.validations, values, variables }, compiler, budget);
  if (evaluated === undefined) return fault(outOfBudget);
  // Evaluates the messages of all validations with the remaining budget, whether or not they are needed.
  const messages = evaluateAll({ expressions: policy.messages, values, variables }, compiler, budget);
  const objections = evaluated.flatMap((each, index): Objection[] => {
    const validation = spec.validations?.[index];
    if (each === undefined || validation === undefined) return [];
    if (each.kind === "fault") return fault(each.message);
    if (messages === undefined) return fault(`failed messageExpression: ${outOfBudget}`);
    if (each.value === true) return [];
    const message = messageOf(validation, messages[index]);
    return [{ message, reason: validation.reason ?? "Invalid", isAlwaysDenied: false }];
  });
  return [...objections, ...judgeAnnotations(policy, input, isFailing, compiler)];
}

/** Conditions do not see the namespace, and see the request as the client sent it. */
export function conditionValues(input: ExpressionInput): ReturnType<typeof inputValues> {
  return inputValues({ ...input, namespaceObject: undefined });
}

/** Source: k8s.io/apiserver/pkg/apis/cel/config.go. */
const maxMessageBytes = 5 * 1024;

function messageOf({ message = "", expression }: Validation, evaluated: Evaluated | undefined): string {
  const computed = evaluated?.kind === "value" && typeof evaluated.value === "string" ? evaluated.value.trim() : "";
  const isGood = computed !== "" && Buffer.byteLength(computed) <= maxMessageBytes && !computed.includes("\n");
  if (isGood) return computed;
  return message.trim() === "" ? `failed expression: ${expression.trim()}` : message.trim();
}

/** Evaluates the audit annotations. No audit log stores them, but a failed expression is an error of the policy. */
function judgeAnnotations(
  { annotations, variables }: CompiledPolicy,
  input: ExpressionInput,
  isFailing: boolean,
  compiler: ExpressionCompiler,
): Objection[] {
  if (!isFailing) return [];
  const evaluable = { expressions: annotations, values: inputValues(input), variables };
  const evaluated = evaluateAll(evaluable, compiler, { left: perObject });
  if (evaluated === undefined) return [{ message: outOfBudget, isAlwaysDenied: false }];
  return evaluated.flatMap((each) => (each?.kind === "fault" ? [{ message: each.message, isAlwaysDenied: true }] : []));
}
