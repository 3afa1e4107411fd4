/** Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateValidatingAdmissionPolicySpec). */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { duplicate, type FieldError, forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import { objectOf, objectsOf, textOf, textsOf } from "../../json-fields.js";
import { validateLabelSelector } from "../validation/labels.js";
import { checkDns1035Label, nameIsDnsSubdomain, nameIsPathSegment } from "../validation/names.js";
import { ExpressionCompiler } from "../../admission/expressions/expression-compiler.js";
import { checkExpression, type PolicyScope, validateAnnotations, validateVariable } from "./validate-expressions.js";
import { validateMatchConditions } from "./validate-match-conditions.js";
import { validateRule } from "./validate-rules.js";
import { validateChoice } from "./validate-webhooks.js";

const reasons = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
const actions = ["Audit", "Deny", "Warn"];
const notFoundActions = ["Deny", "Allow"];

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
    ...validateChoice(spec, "failurePolicy", "spec"),
    ...(paramKind === undefined ? [] : validateParamKind(paramKind, "spec.paramKind")),
    ...(constraints === undefined
      ? [required("spec.matchConstraints")]
      : [
          ...validateMatchResources(constraints, "spec.matchConstraints"),
          ...(objectsOf(constraints, "resourceRules").length === 0
            ? [required("spec.matchConstraints.resourceRules")]
            : []),
        ]),
    ...validateMatchConditions(objectsOf(spec, "matchConditions"), "spec.matchConditions", paramKind !== undefined),
    ...variables.flatMap((variable, index) => validateVariable(variable, `spec.variables[${index}]`, scope)),
    ...(hasNone ? [required("spec.validations", needsOne), required("spec.auditAnnotations", needsOne)] : []),
    ...validations.flatMap((validation, index) => validateValidation(validation, `spec.validations[${index}]`, scope)),
    ...validateAnnotations(annotations, textOf(policy.metadata, "name"), "spec.auditAnnotations", scope),
  ];
}

export function validatePolicyBinding(binding: ApiObject): FieldError[] {
  const spec = objectOf(binding, "spec") ?? {};
  const name = textOf(spec, "policyName");
  const match = objectOf(spec, "matchResources");
  const given = textsOf(spec, "validationActions");
  const reference = objectOf(spec, "paramRef");
  return [
    ...(name === ""
      ? [required("spec.policyName")]
      : nameIsDnsSubdomain(name, false).map((fault) => invalid("spec.policyName", name, fault))),
    ...(reference === undefined ? [] : validateParamRef(reference, "spec.paramRef")),
    ...(match === undefined ? [] : validateMatchResources(match, "spec.matchResources")),
    ...validateActions(given, "spec.validationActions"),
  ];
}

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

function validateMatchResources(match: JsonObject, path: string): FieldError[] {
  return [
    ...validateChoice(match, "matchPolicy", path),
    ...validateLabelSelector(objectOf(match, "namespaceSelector"), `${path}.namespaceSelector`),
    ...validateLabelSelector(objectOf(match, "objectSelector"), `${path}.objectSelector`),
    ...["resourceRules", "excludeResourceRules"].flatMap((field) =>
      objectsOf(match, field).flatMap((rule, index) => validateRule(rule, `${path}.${field}[${index}]`)),
    ),
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

function validateParamRef(reference: JsonObject, path: string): FieldError[] {
  const name = textOf(reference, "name");
  const selector = objectOf(reference, "selector");
  const action = textOf(reference, "parameterNotFoundAction");
  const exclusive = "name and selector are mutually exclusive";
  const faults = name === "" ? [] : nameIsPathSegment(name, false).map((fault) => invalid(`${path}.name`, name, fault));
  if (name !== "" && selector !== undefined) faults.push(forbidden(`${path}.name`, exclusive));
  faults.push(...validateLabelSelector(selector, `${path}.selector`));
  if (name !== "" && selector !== undefined) faults.push(forbidden(`${path}.selector`, exclusive));
  if (name === "" && selector === undefined) faults.push(required(path, "one of name or selector must be specified"));
  if (action === "") faults.push(required(`${path}.parameterNotFoundAction`));
  else if (!notFoundActions.includes(action)) {
    faults.push(notSupported(`${path}.parameterNotFoundAction`, action, notFoundActions));
  }
  return faults;
}

function validateActions(given: readonly string[], path: string): FieldError[] {
  if (given.length === 0) return [required(path, "at least one validation action is required")];
  const faults = given.flatMap((action, index) => [
    ...(actions.includes(action) ? [] : [notSupported(`${path}[${index}]`, action, actions)]),
    ...(given.indexOf(action) < index ? [duplicate(`${path}[${index}]`, action)] : []),
  ]);
  const clash =
    "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)";
  return given.includes("Deny") && given.includes("Warn") ? [...faults, invalid(path, [...given], clash)] : faults;
}
