/** Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateValidatingAdmissionPolicySpec). */
import type { JsonObject } from "../../../core/json.js";
import type * as admission from "../../../k8s/admissionregistration/v1.js";
import { type ApiObject, objectOf, objectsOf, textOf } from "../../api-object.js";
import { type FieldError, invalid } from "../../../core/field-error.js";
import { must, rule } from "../rules/index.js";
import { labelSelector } from "../validation/labels.js";
import { checkDns1035Label, nameIsPathSegment } from "../validation/names.js";
import { ExpressionCompiler } from "../../admission/expressions/expression-compiler.js";
import { specOf } from "../workload-parts.js";
import {
  auditAnnotations,
  beGiven,
  compileTo,
  matchConditions,
  type PolicyScope,
  variable,
} from "./validate-expressions.js";
import { operationRule } from "./validate-rules.js";
import { failurePolicy, matchPolicy } from "./validate-webhooks.js";

export const matchResources: rule.Table<admission.MatchResources> = [
  matchPolicy,
  rule.object("namespaceSelector", labelSelector),
  rule.object("objectSelector", labelSelector),
  rule.each("resourceRules", operationRule),
  rule.each("excludeResourceRules", operationRule),
];

const exclusive = "name and selector are mutually exclusive";
const notBlank: rule.Demand<string> = [(text) => text.trim() !== "", "must be non-empty if specified"];
const needsOne = "validations or auditAnnotations must contain at least one item";

function hasNone(spec: JsonObject): boolean {
  return objectsOf(spec, "validations").length + objectsOf(spec, "auditAnnotations").length === 0;
}

export const paramKind: rule.Rule<{ paramKind?: admission.ParamKind }, unknown> = rule.optional("paramKind", [
  rule.required("apiVersion"),
  rule.text("kind", must.beSet(), (kind, path) => {
    const faults = checkDns1035Label(kind.toLowerCase());
    const detail = `may have mixed case, but should otherwise match: ${faults.join(",")}`;
    return faults.length === 0 ? [] : [invalid(path, kind, detail)];
  }),
]);

const policySpec: rule.Table<admission.ValidatingAdmissionPolicySpec, PolicyScope> = [
  failurePolicy,
  paramKind,
  rule.requiredObject("matchConstraints", "", [...matchResources, rule.list("resourceRules", must.beSet())]),
  matchConditions,
  rule.each("variables", variable),
  rule.requiredIf("validations", needsOne, hasNone),
  rule.requiredIf("auditAnnotations", needsOne, hasNone),
  rule.each("validations", [
    rule.text("expression", beGiven("expression is not specified"), compileTo(["bool"])),
    rule.optionalText("messageExpression", notBlank, compileTo(["string"], { hasAuthorizer: false })),
    rule.optionalText("message", notBlank, [
      (message) => !/[\r\n]/.test(message.trim()),
      "must not contain line breaks",
    ]),
    rule.textPointer("reason", must.beOneOf("Forbidden", "Invalid", "RequestEntityTooLarge")),
  ]),
  ...auditAnnotations,
];

const policyRules: rule.Table<admission.ValidatingAdmissionPolicy, PolicyScope> = [rule.object("spec", policySpec)];

export function validatePolicy(policy: ApiObject): FieldError[] {
  return rule.judge(policyRules, policy, "", scopeOf(policy));
}

export function scopeOf(policy: ApiObject): PolicyScope {
  const spec = specOf(policy);
  return {
    compiler: new ExpressionCompiler(),
    hasParams: objectOf(spec, "paramKind") !== undefined,
    variables: objectsOf(spec, "variables").length === 0 ? undefined : new Map(),
    policyName: textOf(policy.metadata, "name"),
  };
}

export const paramRef: rule.Table<admission.ParamRef> = [
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

export const policyBinding: rule.Table<admission.ValidatingAdmissionPolicyBinding> = [
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
