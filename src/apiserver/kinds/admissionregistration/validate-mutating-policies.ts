/** Source: kubernetes/pkg/apis/admissionregistration/validation/validation.go (validateMutatingAdmissionPolicySpec). */
import type * as admission from "../../../k8s/admissionregistration/v1.js";
import { type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import { resultOf } from "../../admission/policies/compiled-policy.js";
import { type ApiObject, objectOf, objectsOf, textOf, textsOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { beGiven, compileTo, matchConditions, type PolicyScope, variable } from "./validate-expressions.js";
import { matchResources, paramKind, paramRef, scopeOf } from "./validate-policies.js";
import { failurePolicy } from "./validate-webhooks.js";

/** A deletion has no object to change. */
const operations = ["*", "CONNECT", "CREATE", "UPDATE"];

const changeObjects: rule.Rule<admission.MatchResources, unknown> = ({ object, path }) =>
  objectsOf(object, "resourceRules")
    .flatMap((each) => [...textsOf(each, "operations")])
    .filter((operation) => !operations.includes(operation))
    .map((operation) => notSupported(`${path}.resourceRules.operations`, operation, operations));

const mutation: rule.Table<admission.Mutation, PolicyScope> = [
  rule.text("patchType", must.choose("ApplyConfiguration", "JSONPatch")),
  ({ object, path, context }) => {
    const type = textOf(object, "patchType");
    if (type === "ApplyConfiguration") return judgePatch("applyConfiguration", "jsonPatch");
    return type === "JSONPatch" ? judgePatch("jsonPatch", "applyConfiguration") : [];

    function judgePatch(own: "applyConfiguration" | "jsonPatch", other: string): FieldError[] {
      const given = objectOf(object, own);
      const wanted = own === "jsonPatch" ? resultOf.JSONPatch : resultOf.ApplyConfiguration;
      const compiles = compileTo([wanted], { constructs: true });
      const faults =
        given === undefined
          ? [required(`${path}.${own}`, `must be specified when patchType is ${type}`)]
          : rule.judge<admission.JSONPatch, PolicyScope>(
              [rule.text("expression", beGiven(), (text, at, place) => compiles(text.trim(), at, place))],
              given,
              `${path}.${own}`,
              context,
            );
      if (objectOf(object, other) === undefined) return faults;
      return [...faults, invalid(`${path}.${other}`, `{${other}}`, `must not be specified when patchType is ${type}`)];
    }
  },
];

const policyRules: rule.Table<admission.MutatingAdmissionPolicy, PolicyScope> = [
  rule.object("spec", [
    failurePolicy,
    paramKind,
    rule.requiredObject("matchConstraints", "", [
      ...matchResources,
      rule.list("resourceRules", must.beSet()),
      changeObjects,
    ]),
    matchConditions,
    rule.each("variables", variable),
    rule.list("mutations", must.beSet("mutations must contain at least one item")),
    rule.each("mutations", mutation),
    rule.text("reinvocationPolicy", must.choose("IfNeeded", "Never")),
  ]),
];

export function validateMutatingPolicy(policy: ApiObject): FieldError[] {
  return rule.judge(policyRules, policy, "", scopeOf(policy));
}

export const mutatingPolicyBinding: rule.Table<admission.MutatingAdmissionPolicyBinding> = [
  rule.object("spec", [
    rule.text("policyName", must.beSet(), must.beSubdomain),
    rule.optional("paramRef", paramRef),
    rule.optional("matchResources", [...matchResources, changeObjects]),
  ]),
];
