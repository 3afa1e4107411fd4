/**
 * The compiled expressions of a policy.
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/{validating/plugin.go,mutating/compilation.go}.
 */
import type { CelType } from "../../../cel/types.js";
import type { ExpressionCompiler, ReadyExpression } from "../expressions/expression-compiler.js";
import type { DeclaredType } from "../../../cel/declared-type.js";
import {
  declareObject,
  typeOfVariable,
  type VariableOptions,
  variablesType,
} from "../../../cel/admission-variables.js";
import type {
  MutatingAdmissionPolicySpec,
  ValidatingAdmissionPolicySpec,
  Variable,
} from "../../../k8s/admissionregistration/v1.js";

export interface CompiledPolicy {
  readonly variables: ReadonlyMap<string, ReadyExpression>;
  readonly conditions: readonly ReadyExpression[];
  readonly validations: readonly ReadyExpression[];
  /** In the order of the validations; undefined for a validation without a message expression. */
  readonly messages: readonly (ReadyExpression | undefined)[];
  readonly annotations: readonly ReadyExpression[];
}

export interface CompiledMutatingPolicy {
  readonly variables: ReadonlyMap<string, ReadyExpression>;
  readonly conditions: readonly ReadyExpression[];
  readonly mutations: readonly CompiledMutation[];
}

export interface CompiledMutation {
  readonly kind: "apply" | "json-patch";
  readonly expression: ReadyExpression;
}

export function compilePolicy(spec: ValidatingAdmissionPolicySpec, compiler: ExpressionCompiler): CompiledPolicy {
  const { options, variables, declared } = declareVariables(spec, compiler);
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

export function compileMutatingPolicy(
  spec: MutatingAdmissionPolicySpec,
  compiler: ExpressionCompiler,
): CompiledMutatingPolicy {
  const { options, variables, declared } = declareVariables(spec, compiler);
  const compile = (text: string, result: string): ReadyExpression =>
    compiler.compile(text, [result], { ...options, constructs: true }, declared);
  return {
    variables,
    conditions: (spec.matchConditions ?? []).map(({ expression }) =>
      compiler.compile(expression, ["bool"], options, declared),
    ),
    mutations: (spec.mutations ?? []).map(({ patchType, applyConfiguration, jsonPatch }) =>
      patchType === "JSONPatch"
        ? { kind: "json-patch", expression: compile(jsonPatch?.expression ?? "", resultOf.JSONPatch) }
        : { kind: "apply", expression: compile(applyConfiguration?.expression ?? "", resultOf.ApplyConfiguration) },
    ),
  };
}

/** The type of the result of a mutation's expression, by its type of patch. */
export const resultOf = { ApplyConfiguration: "Object", JSONPatch: "list(JSONPatch)" } as const;

interface Declarations {
  readonly options: VariableOptions;
  readonly variables: Map<string, ReadyExpression>;
  readonly declared: DeclaredType;
}

function declareVariables(
  { paramKind, variables: given = [] }: ValidatingAdmissionPolicySpec | MutatingAdmissionPolicySpec,
  compiler: ExpressionCompiler,
): Declarations {
  const options: VariableOptions = { hasParams: paramKind !== undefined, hasAuthorizer: true };
  const variables = compileVariables(given, options, compiler);
  const types = [...variables].map(([name, ready]) => [name, typeOfVariable(ready)] as const);
  return { options, variables, declared: declareObject(variablesType, types) };
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
    types.push([name, typeOfVariable(compiled)]);
  }
  return ready;
}
