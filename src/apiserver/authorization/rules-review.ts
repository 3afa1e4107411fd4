/**
 * SelfSubjectRulesReview: the rules of the requesting user in a namespace, for `kubectl auth can-i --list`.
 * Source: k8s.io/kubernetes/pkg/registry/authorization/selfsubjectrulesreview/rest.go.
 */
import { joinErrors } from "../../core/go-text.js";
import { isJsonObject, type JsonObject } from "../../core/json.js";
import type { ReviewHandler } from "../authentication/review-request.js";
import { badRequestError } from "../status-error.js";
import type { PolicyRule } from "../../k8s/rbac/v1.js";
import type { Authorizer } from "./authorizer.js";

export function selfSubjectRulesReview(authorizer: Authorizer): ReviewHandler {
  return async ({ object, user, admit }) => {
    const spec = object["spec"];
    const namespace = isJsonObject(spec) ? spec["namespace"] : undefined;
    if (typeof namespace !== "string" || namespace === "") throw badRequestError("no namespace on request");
    await admit(object);
    const { rules, errors } = authorizer.rulesFor(user, namespace);
    return {
      apiVersion: object.apiVersion,
      kind: object.kind,
      metadata: {},
      spec: {},
      status: {
        resourceRules: rules.filter(({ resources = [] }) => resources.length > 0).map(resourceRule),
        nonResourceRules: rules.filter(({ nonResourceURLs = [] }) => nonResourceURLs.length > 0).map(pathRule),
        incomplete: false,
        ...(errors.length === 0 ? {} : { evaluationError: joinErrors(errors) }),
      },
    };
  };
}

function resourceRule({ verbs, apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): JsonObject {
  return {
    verbs: [...verbs],
    ...(apiGroups.length === 0 ? {} : { apiGroups: [...apiGroups] }),
    resources: [...resources],
    ...(resourceNames.length === 0 ? {} : { resourceNames: [...resourceNames] }),
  };
}

function pathRule({ verbs, nonResourceURLs = [] }: PolicyRule): JsonObject {
  return { verbs: [...verbs], nonResourceURLs: [...nonResourceURLs] };
}
