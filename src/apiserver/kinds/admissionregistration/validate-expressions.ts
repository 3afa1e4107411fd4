/**
 * The expressions of policies and webhooks, which must compile.
 * Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateCELCondition, validateVariable).
 */
import { declareObject, typeOfVariable, variablesType } from "../../../cel/admission-variables.js";
import type * as admission from "../../../k8s/admissionregistration/v1.js";
import {
  ExpressionCompiler,
  type FaultyExpression,
  type ReadyExpression,
} from "../../admission/expressions/expression-compiler.js";
import type { CelType } from "../../../cel/types.js";
import { type FieldError, internal, invalid, required } from "../../../core/field-error.js";
import { listOf, objectOf, objectsOf, textOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";

/** The options and variables of a policy's expressions. */
export interface PolicyScope {
  readonly compiler: ExpressionCompiler;
  readonly hasParams: boolean;
  /** The types of the policy's variables. Undefined for a policy without variables. */
  readonly variables: Map<string, CelType> | undefined;
  readonly policyName: string;
}

function compile(
  text: string,
  wanted: readonly string[],
  { compiler, hasParams, variables }: PolicyScope,
  { hasAuthorizer = true, constructs = false }: CompileOptions,
): ReadyExpression {
  const declared = variables && declareObject(variablesType, variables);
  return compiler.compile(text, wanted, { hasParams, hasAuthorizer, constructs }, declared);
}

/** Rejects a string that is empty or contains only whitespace. */
export function beGiven(detail = ""): rule.PlainCheck<string> {
  return (text, path) => (text.trim() === "" ? [required(path, detail)] : []);
}

interface CompileOptions {
  /** Trims the text before compiling it. */
  readonly trims?: boolean;
  readonly hasAuthorizer?: boolean;
  /** Whether the expression constructs objects, as a mutation does. */
  readonly constructs?: boolean;
}

export function compileTo(wanted: readonly string[], options: CompileOptions = {}): rule.Check<string, PolicyScope> {
  return (text, path, { context }) => {
    const ready = compile(options.trims === true ? text.trim() : text, wanted, context, options);
    return ready.kind === "ok" ? [] : [compileFault(path, text, ready)];
  };
}

function compileFault(path: string, text: string, { cause, isInternal }: FaultyExpression): FieldError {
  return isInternal === true ? internal(path, cause) : invalid(path, text, cause);
}

const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

/** Each variable sees the variables before it. The scope contains its type for the expressions after it. */
export const variable: rule.Table<admission.Variable, PolicyScope> = [
  rule.text("name", beGiven("name is not specified"), [
    (name) => /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !reserved.has(name),
    "must be a valid CEL identifier",
  ]),
  rule.text("expression", beGiven("expression is not specified"), (expression, path, { object, context }) => {
    const ready = compile(expression, [], context, {});
    context.variables?.set(textOf(object, "name"), typeOfVariable(ready));
    return ready.kind === "ok" ? [] : [compileFault(path, expression, ready)];
  }),
];

const maxAnnotations = 20;
const maxValueExpressionBytes = 5 * 1024;

export const auditAnnotations: rule.Table<{ auditAnnotations?: admission.AuditAnnotation[] }, PolicyScope> = [
  ({ object, path }) => {
    const given = objectsOf(object, "auditAnnotations");
    if (given.length <= maxAnnotations) return [];
    const shown = given.map((each) => ({ Key: textOf(each, "key"), ValueExpression: textOf(each, "valueExpression") }));
    return [invalid(`${path}.auditAnnotations`, shown, `must not have more than ${maxAnnotations} auditAnnotations`)];
  },
  rule.each("auditAnnotations", [
    rule.text("key", (key, path, { context: { policyName } }) =>
      policyName === ""
        ? [invalid(path, key, "requires metadata.name be non-empty")]
        : must.beQualifiedName(`${policyName}/${key}`, path),
    ),
    rule.text(
      "valueExpression",
      beGiven("valueExpression is not specified"),
      (expression, path) =>
        Buffer.byteLength(expression.trim()) > maxValueExpressionBytes
          ? [required(path, `must not exceed ${maxValueExpressionBytes} bytes in length`)]
          : [],
      compileTo(["string", "null_type"], { trims: true }),
    ),
    rule.text("key", must.beUnique()),
  ]),
];

const conditions: rule.Table<{ matchConditions?: admission.MatchCondition[] }, PolicyScope> = [
  rule.list("matchConditions", must.fit(64)),
  rule.each("matchConditions", [
    rule.text("expression", beGiven(), (text, path, place) => compileTo(["bool"])(text.trim(), path, place)),
    rule.text("name", must.beSet(), must.beQualifiedName),
    rule.optionalText("name", must.beUnique()),
  ]),
];

/** Match conditions cannot use the variables of a policy, whichever plugin runs them. */
export const matchConditions: rule.Rule<{ matchConditions?: admission.MatchCondition[] }, unknown> = ({
  object,
  path,
}) => {
  if (listOf(object, "matchConditions").length === 0) return [];
  const hasParams = objectOf(object, "paramKind") !== undefined;
  const scope = { compiler: new ExpressionCompiler(), hasParams, variables: undefined, policyName: "" };
  return rule.judge(conditions, object, path, scope);
};
