/** The compiled expressions of a policy. Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/plugin.go. */
import { simple, type CelType } from "../../../cel/types.js";
import type { ExpressionCompiler, ReadyExpression } from "../expressions/expression-compiler.js";
import { declareObject, type VariableOptions } from "../../../cel/admission-variables.js";
import type { ValidatingAdmissionPolicySpec, Variable } from "../../../k8s/admissionregistration/v1.js";

export interface CompiledPolicy {
  readonly variables: ReadonlyMap<string, ReadyExpression>;
  readonly conditions: readonly ReadyExpression[];
  readonly validations: readonly ReadyExpression[];
  /** In the order of the validations; undefined for a validation without a message expression. */
  readonly messages: readonly (ReadyExpression | undefined)[];
  readonly annotations: readonly ReadyExpression[];
}

const variablesType = "kubernetes.variables";

export function compilePolicy(spec: ValidatingAdmissionPolicySpec, compiler: ExpressionCompiler): CompiledPolicy {
  const options: VariableOptions = { hasParams: spec.paramKind !== undefined, hasAuthorizer: true };
  const variables = compileVariables(spec.variables ?? [], options, compiler);
  const declared = declareObject(
    variablesType,
    [...variables].map(([name, ready]) => [name, typeOf(ready)] as const),
  );
  const compile = (text: string, wanted: readonly string[]): ReadyExpression =>
    compiler.compile(text, wanted, options, declared);
  const validations = spec.validations ?? [];
  return {
    variables,
    conditions: (spec.matchConditions ?? []).map(({ expression }) => compile(expression, ["bool"])),
    validations: validations.map(({ expression }) => compile(expression, ["bool"])),
    messages: validations.map(({ messageExpression: text = "" }) =>
      text === "" ? undefined : compiler.compile(text, ["string"], { ...options, hasAuthorizer: false }, declared),
    ),
    annotations: (spec.auditAnnotations ?? []).map(({ valueExpression }) =>
      compile(valueExpression, ["string", "null_type"]),
    ),
  };
}

/** Compiles variables; each sees the ones before it. */
function compileVariables(
  given: readonly Variable[],
  options: VariableOptions,
  compiler: ExpressionCompiler,
): Map<string, ReadyExpression> {
  const types: [string, CelType][] = [];
  const ready = new Map<string, ReadyExpression>();
  for (const { name, expression } of given) {
    const compiled = compiler.compile(expression, [], options, declareObject(variablesType, types));
    ready.set(name, compiled);
    types.push([name, typeOf(compiled)]);
  }
  return ready;
}

function typeOf(ready: ReadyExpression): CelType {
  return ready.kind === "ok" ? ready.type : simple("dyn");
}
