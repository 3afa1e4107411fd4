/** Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateValidatingAdmissionPolicySpec). */
import type { JsonObject } from "../../../core/json.js";
import type {
  MatchResources,
  ParamRef,
  ValidatingAdmissionPolicyBinding,
} from "../../../k8s/admissionregistration/v1.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import { objectOf, objectsOf, textOf } from "../../json-fields.js";
import * as rule from "../rules/index.js";
import * as must from "../rules/must.js";
import { labelSelector } from "../validation/labels.js";
import { checkDns1035Label, nameIsPathSegment } from "../validation/names.js";
import { ExpressionCompiler } from "../../admission/expressions/expression-compiler.js";
import { checkExpression, type PolicyScope, validateAnnotations, validateVariable } from "./validate-expressions.js";
import { validateMatchConditions } from "./validate-match-conditions.js";
import { operationRule } from "./validate-rules.js";
import { failurePolicy, matchPolicy } from "./validate-webhooks.js";

const reasons = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
const exclusive = "name and selector are mutually exclusive";

const matchResources: rule.Table<MatchResources> = [
  matchPolicy,
  rule.object("namespaceSelector", labelSelector),
  rule.object("objectSelector", labelSelector),
  rule.each("resourceRules", operationRule),
  rule.each("excludeResourceRules", operationRule),
];

export function validatePolicy(policy: ApiObject): FieldError[] {
  const spec = objectOf(policy, "spec") ?? {};
  const constraints = objectOf(spec, "matchConstraints");
  const paramKind = objectOf(spec, "paramKind");
  const validations = objectsOf(spec, "validations");
  const needsOne = "validations or auditAnnotations must contain at least one item";
  const variables = objectsOf(spec, "variables");
  const annotations = objectsOf(spec, "auditAnnotations");
  const scope: PolicyScope = {
    compiler: new ExpressionCompiler(),
    hasParams: paramKind !== undefined,
    variables: variables.length === 0 ? undefined : new Map(),
  };
  const hasNone = validations.length === 0 && annotations.length === 0;
  return [
    ...rule.judge([failurePolicy], spec, "spec", undefined),
    ...(paramKind === undefined ? [] : validateParamKind(paramKind, "spec.paramKind")),
    ...(constraints === undefined
      ? [required("spec.matchConstraints")]
      : rule.judge(
          [...matchResources, rule.list("resourceRules", must.beSet())],
          constraints,
          "spec.matchConstraints",
          undefined,
        )),
    ...validateMatchConditions(objectsOf(spec, "matchConditions"), "spec.matchConditions", paramKind !== undefined),
    ...variables.flatMap((variable, index) => validateVariable(variable, `spec.variables[${index}]`, scope)),
    ...(hasNone ? [required("spec.validations", needsOne), required("spec.auditAnnotations", needsOne)] : []),
    ...validations.flatMap((validation, index) => validateValidation(validation, `spec.validations[${index}]`, scope)),
    ...validateAnnotations(annotations, textOf(policy.metadata, "name"), "spec.auditAnnotations", scope),
  ];
}

const paramRef: rule.Table<ParamRef> = [
  rule.optionalText("name", must.haveForm(nameIsPathSegment)),
  rule.forbiddenIf("name", exclusive, isNamedAndSelected),
  rule.object("selector", labelSelector),
  rule.forbiddenIf("selector", exclusive, isNamedAndSelected),
  rule.requiredIf(
    ["name", ""],
    "one of name or selector must be specified",
    (reference) => textOf(reference, "name") === "" && objectOf(reference, "selector") === undefined,
  ),
  rule.text("parameterNotFoundAction", must.choose("Deny", "Allow")),
];

function isNamedAndSelected(reference: JsonObject): boolean {
  return textOf(reference, "name") !== "" && objectOf(reference, "selector") !== undefined;
}

const beAction = must.beOneOf("Audit", "Deny", "Warn");
const beOnlyOne = must.beUnique();

export const policyBinding: rule.Table<ValidatingAdmissionPolicyBinding> = [
  rule.object("spec", [
    rule.text("policyName", must.beSet(), must.beSubdomain),
    rule.optional("paramRef", paramRef),
    rule.optional("matchResources", matchResources),
    rule.list("validationActions", must.beSet("at least one validation action is required")),
    rule.eachText("validationActions", (action, path, place) => [
      ...beAction(action, path),
      ...beOnlyOne(action, path, place),
    ]),
    rule.list("validationActions", [
      (given) => !given.includes("Deny") || !given.includes("Warn"),
      "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)",
    ]),
  ]),
];

function validateParamKind(kind: JsonObject, path: string): FieldError[] {
  const [version, name] = [textOf(kind, "apiVersion"), textOf(kind, "kind")];
  const detail = "may have mixed case, but should otherwise match: ";
  const faults = checkDns1035Label(name.toLowerCase());
  return [
    ...(version === "" ? [required(`${path}.apiVersion`)] : []),
    ...(name === "" ? [required(`${path}.kind`)] : []),
    ...(name !== "" && faults.length > 0 ? [invalid(`${path}.kind`, name, `${detail}${faults.join(",")}`)] : []),
  ];
}

function validateValidation(validation: JsonObject, path: string, scope: PolicyScope): FieldError[] {
  const expression = textOf(validation, "expression");
  const [message, messageExpression] = [textOf(validation, "message"), textOf(validation, "messageExpression")];
  const { reason } = validation;
  const faults: FieldError[] = [];
  if (expression.trim() === "") faults.push(required(`${path}.expression`, "expression is not specified"));
  else faults.push(...checkExpression(expression, `${path}.expression`, ["bool"], scope));
  if (messageExpression !== "" && messageExpression.trim() === "") {
    faults.push(invalid(`${path}.messageExpression`, messageExpression, "must be non-empty if specified"));
  } else if (messageExpression !== "") {
    const field = `${path}.messageExpression`;
    faults.push(...checkExpression(messageExpression, field, ["string"], scope, { hasAuthorizer: false }));
  }
  if (message !== "" && message.trim() === "") {
    faults.push(invalid(`${path}.message`, message, "must be non-empty if specified"));
  } else if (/[\r\n]/.test(message.trim())) {
    faults.push(invalid(`${path}.message`, message, "must not contain line breaks"));
  }
  if (typeof reason === "string" && !reasons.includes(reason)) {
    faults.push(notSupported(`${path}.reason`, reason, reasons));
  }
  return faults;
}
