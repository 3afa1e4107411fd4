/** Authorization: the attributes of requests, and the decisions. */
import type { PolicyRule } from "../../k8s/rbac/v1.js";
import type { UserInfo } from "../resource.js";

/** The attributes of a request. Attributes that do not apply are empty. */
export interface RequestAttributes {
  readonly user: UserInfo;
  /** `get`, `deletecollection`, `impersonate`; the HTTP method in lower case if the path is not a resource. */
  readonly verb: string;
  readonly namespace: string;
  readonly group: string;
  readonly version: string;
  /** Plural. */
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  readonly path: string;
  readonly isResourceRequest: boolean;
}

export interface AuthorizationDecision {
  readonly isAllowed: boolean;
  /** Why the request is allowed, or which error led to a rejection; often empty. */
  readonly reason: string;
}

/** Decides about a request, here or by asking another server. */
export type Decide = (attributes: RequestAttributes) => AuthorizationDecision | Promise<AuthorizationDecision>;

/** The rules of a user in a namespace, as far as they could be resolved. */
export interface RulesOfUser {
  readonly rules: readonly PolicyRule[];
  readonly errors: readonly string[];
}

export interface Authorizer {
  authorize(attributes: RequestAttributes): AuthorizationDecision;
  rulesFor(user: UserInfo, namespace: string): RulesOfUser;
}

const nothing = { namespace: "", group: "", version: "", resource: "", subresource: "", name: "" };

/** Returns the attributes of a resource request; the caller sets those that apply. */
export function resourceAttributes(
  user: UserInfo,
  given: Partial<Omit<RequestAttributes, "user" | "path" | "isResourceRequest">> & { readonly verb: string },
): RequestAttributes {
  return { ...nothing, ...given, user, path: "", isResourceRequest: true };
}

export function pathAttributes(user: UserInfo, verb: string, path: string): RequestAttributes {
  return { ...nothing, user, verb, path, isResourceRequest: false };
}

/** The group whose members no rule can restrict. */
export const privilegedGroup = "system:masters";

export function isPrivileged(user: UserInfo): boolean {
  return user.groups.includes(privilegedGroup);
}

/** The authorizer of a server that does not enforce roles. */
export const allowEverything: Authorizer = {
  authorize: () => ({ isAllowed: true, reason: "" }),
  rulesFor: () => ({
    rules: [
      { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
      { verbs: ["*"], nonResourceURLs: ["*"] },
    ],
    errors: [],
  }),
};
