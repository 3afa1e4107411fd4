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
  /** The position of the expression among the policy's validations. */
  readonly index: number;
  /** Absent if the policy could not be evaluated. */
  readonly reason?: string;
  /** Whether an audit annotation failed: the objection then denies the write whatever the binding's actions are. */
  readonly isAlwaysDenied: boolean;
}

export interface Judgment {
  readonly objections: readonly Objection[];
  /** The audit annotations: key and value. */
  readonly annotations: readonly (readonly [key: string, value: string])[];
}

export function judge(
  policy: CompiledPolicy,
  spec: ValidatingAdmissionPolicySpec,
  input: ExpressionInput,
  compiler: ExpressionCompiler,
): Judgment {
  const { variables } = policy;
  const values = inputValues(input);
  const isFailing = spec.failurePolicy !== "Ignore";
  const fault = (message: string, index = 0): Objection[] =>
    isFailing ? [{ message, index, isAlwaysDenied: false }] : [];
  const only = (objections: readonly Objection[]): Judgment => ({ objections, annotations: [] });

  const conditions = { expressions: policy.conditions, values: conditionValues(input), variables };
  const verdict = judgeConditions(conditions, spec.failurePolicy, compiler);
  if (verdict.kind === "fault") return only(fault(verdict.message));
  if (!verdict.isMatch) return only([]);

  const budget = { left: perObject };
  const evaluated = evaluateAll({ expressions: policy.validations, values, variables }, compiler, budget);
  if (evaluated === undefined) return only(fault(outOfBudget));
  // Evaluates the messages of all validations with the remaining budget, whether or not they are needed.
  const messages = evaluateAll({ expressions: policy.messages, values, variables }, compiler, budget);
  const objections = evaluated.flatMap((each, index): Objection[] => {
    const validation = spec.validations?.[index];
    if (each === undefined || validation === undefined) return [];
    if (each.kind === "fault") return fault(each.message, index);
    if (messages === undefined) return fault(`failed messageExpression: ${outOfBudget}`, index);
    if (each.value === true) return [];
    const message = messageOf(validation, messages[index]);
    return [{ message, index, reason: validation.reason ?? "Invalid", isAlwaysDenied: false }];
  });
  const noted = judgeAnnotations(policy, spec, input, compiler);
  return { objections: [...objections, ...(isFailing ? noted.objections : [])], annotations: noted.annotations };
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

/** Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go. */
const maxAnnotationLength = 10 * 1024;

/** Evaluates the audit annotations. A failed expression is an error of the policy. */
function judgeAnnotations(
  { annotations, variables }: CompiledPolicy,
  { auditAnnotations = [] }: ValidatingAdmissionPolicySpec,
  input: ExpressionInput,
  compiler: ExpressionCompiler,
): Judgment {
  const evaluable = { expressions: annotations, values: inputValues(input), variables };
  const evaluated = evaluateAll(evaluable, compiler, { left: perObject });
  if (evaluated === undefined) {
    return { objections: [{ message: outOfBudget, index: 0, isAlwaysDenied: false }], annotations: [] };
  }
  const faults = evaluated.filter((each) => each?.kind === "fault");
  return {
    objections: faults.map(({ message }) => ({ message, index: 0, isAlwaysDenied: true })),
    annotations: evaluated.flatMap((each, index) => {
      const key = auditAnnotations[index]?.key;
      const value = each?.kind === "value" && typeof each.value === "string" ? each.value.trim() : "";
      return key === undefined || value === "" ? [] : [[key, value.slice(0, maxAnnotationLength)] as const];
    }),
  };
}
