/**
 * SubjectAccessReview, LocalSubjectAccessReview and SelfSubjectAccessReview: whether a user may do something.
 * Source: k8s.io/kubernetes/pkg/registry/authorization.
 */
import type { JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import type { ReviewHandler, ReviewRequest } from "../authentication/review-request.js";
import type { FieldError } from "../../core/field-error.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { UserInfo } from "../resource.js";
import { badRequestError, invalidError } from "../status-error.js";
import {
  type AccessReviewSpec,
  checkLocalAccessReview,
  checkSelfAccessReview,
  checkSubjectAccessReview,
} from "./access-review-rules.js";
import {
  pathAttributes,
  resourceAttributes,
  type AuthorizationDecision,
  type Authorizer,
  type RequestAttributes,
} from "./authorizer.js";

export function subjectAccessReview(authorizer: Authorizer, version: KubernetesVersion): ReviewHandler {
  return async (request) => {
    refuseFaults(checkSubjectAccessReview(request.object, specOf(request.object), version));
    return await review(request, authorizer, subjectOf(specOf(request.object)));
  };
}

export function localSubjectAccessReview(authorizer: Authorizer, version: KubernetesVersion): ReviewHandler {
  return async (request) => {
    const { object, namespace } = request;
    refuseFaults(checkLocalAccessReview(object, specOf(object), version));
    if (object.metadata.namespace !== namespace) {
      throw badRequestError(`spec.resourceAttributes.namespace must match namespace: ${namespace}`);
    }
    return await review(request, authorizer, subjectOf(specOf(object)));
  };
}

export function selfSubjectAccessReview(authorizer: Authorizer, version: KubernetesVersion): ReviewHandler {
  return async (request) => {
    refuseFaults(checkSelfAccessReview(request.object, specOf(request.object), version));
    return await review(request, authorizer, request.user);
  };
}

async function review(request: ReviewRequest, authorizer: Authorizer, user: UserInfo): Promise<ApiObject> {
  await request.admit(request.object);
  const decision = authorizer.authorize(attributesOf(user, specOf(request.object)));
  return { ...request.object, status: statusOf(decision) };
}

function statusOf({ isAllowed, reason }: AuthorizationDecision): JsonObject {
  return { allowed: isAllowed, ...(reason === "" ? {} : { reason }) };
}

/** The server has already decoded the object by its type. */
function specOf(object: ApiObject): AccessReviewSpec {
  return (object["spec"] ?? {}) as AccessReviewSpec;
}

function subjectOf({ user = "", groups = [], uid, extra }: AccessReviewSpec): UserInfo {
  return { username: user, groups, ...(uid === undefined ? {} : { uid }), ...(extra === undefined ? {} : { extra }) };
}

function attributesOf(user: UserInfo, spec: AccessReviewSpec): RequestAttributes {
  const { resourceAttributes: given, nonResourceAttributes: { verb = "", path = "" } = {} } = spec;
  if (given === undefined) return pathAttributes(user, verb, path);
  return resourceAttributes(user, {
    verb: given.verb ?? "",
    namespace: given.namespace ?? "",
    group: given.group ?? "",
    version: given.version === undefined || given.version === "" ? "*" : given.version,
    resource: given.resource ?? "",
    subresource: given.subresource ?? "",
    name: given.name ?? "",
  });
}

/** Like the API server, names no kind: these objects lose it when they are decoded. */
function refuseFaults(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalidError("authorization.k8s.io", "", "", faults);
}
