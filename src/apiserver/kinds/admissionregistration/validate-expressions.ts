/**
 * Expressions of policies and webhooks, which must compile.
 * Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateCELCondition, validateVariable).
 */
import { declareObject, type VariableOptions } from "../../../cel/admission-variables.js";
import type { JsonObject } from "../../../core/json.js";
import type { ExpressionCompiler, ReadyExpression } from "../../admission/expressions/expression-compiler.js";
import { simple, type CelType } from "../../../cel/types.js";
import { duplicate, type FieldError, invalid, required } from "../../../core/field-error.js";
import { textOf } from "../../json-fields.js";
import { checkQualifiedName } from "../validation/names.js";

/** What the expressions of a policy may use. */
export interface PolicyScope {
  readonly compiler: ExpressionCompiler;
  readonly hasParams: boolean;
  /** The types of the policy's variables. Undefined for a policy that has none. */
  readonly variables: Map<string, CelType> | undefined;
}

/** `shown`: the text as it was given, where what is compiled is only a part of it. */
export function checkExpression(
  text: string,
  path: string,
  wanted: readonly string[],
  scope: PolicyScope,
  { hasAuthorizer = true, shown = text }: { readonly hasAuthorizer?: boolean; readonly shown?: string } = {},
): FieldError[] {
  const ready = compile(text, wanted, { hasParams: scope.hasParams, hasAuthorizer }, scope);
  return ready.kind === "ok" ? [] : [invalid(path, shown, ready.cause)];
}

function compile(
  text: string,
  wanted: readonly string[],
  options: VariableOptions,
  { compiler, variables }: PolicyScope,
): ReadyExpression {
  const declared = variables && declareObject("kubernetes.variables", variables);
  return compiler.compile(text, wanted, options, declared);
}

const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** Each sees those before it; the scope has it from then on. */
export function validateVariable(variable: JsonObject, path: string, scope: PolicyScope): FieldError[] {
  const [name, expression] = [textOf(variable, "name"), textOf(variable, "expression")];
  const faults: FieldError[] = [];
  if (name.trim() === "") faults.push(required(`${path}.name`, "name is not specified"));
  else if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) || reserved.has(name)) {
    faults.push(invalid(`${path}.name`, name, "must be a valid CEL identifier"));
  }
  if (expression.trim() === "") return [...faults, required(`${path}.expression`, "expression is not specified")];
  const ready = compile(expression, [], { hasParams: scope.hasParams, hasAuthorizer: true }, scope);
  scope.variables?.set(name, ready.kind === "ok" ? ready.type : simple("dyn"));
  return ready.kind === "ok" ? faults : [...faults, invalid(`${path}.expression`, expression, ready.cause)];
}

const maxAnnotations = 20;
const maxValueExpressionBytes = 5 * 1024;

export function validateAnnotations(
  annotations: readonly JsonObject[],
  policyName: string,
  path: string,
  scope: PolicyScope,
): FieldError[] {
  const keys = annotations.map((annotation) => textOf(annotation, "key"));
  const shown = annotations.map((annotation) => ({
    Key: textOf(annotation, "key"),
    ValueExpression: textOf(annotation, "valueExpression"),
  }));
  return [
    ...(annotations.length > maxAnnotations
      ? [invalid(path, shown, `must not have more than ${maxAnnotations} auditAnnotations`)]
      : []),
    ...annotations.flatMap((annotation, index) => [
      ...validateAnnotation(annotation, policyName, `${path}[${index}]`, scope),
      ...(keys.indexOf(keys[index] ?? "") < index ? [duplicate(`${path}[${index}].key`, keys[index] ?? "")] : []),
    ]),
  ];
}

function validateAnnotation(
  annotation: JsonObject,
  policyName: string,
  path: string,
  scope: PolicyScope,
): FieldError[] {
  const [key, given] = [textOf(annotation, "key"), textOf(annotation, "valueExpression")];
  const name = `${policyName}/${key}`;
  const faults =
    policyName === ""
      ? [invalid(`${path}.key`, key, "requires metadata.name be non-empty")]
      : checkQualifiedName(name).map((fault) => invalid(`${path}.key`, name, fault));
  const [field, expression] = [`${path}.valueExpression`, given.trim()];
  if (expression === "") return [...faults, required(field, "valueExpression is not specified")];
  if (Buffer.byteLength(expression) > maxValueExpressionBytes) {
    return [...faults, required(field, `must not exceed ${maxValueExpressionBytes} bytes in length`)];
  }
  return [...faults, ...checkExpression(expression, field, ["string", "null_type"], scope, { shown: given })];
}
