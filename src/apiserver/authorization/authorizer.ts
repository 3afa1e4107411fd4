/** Who may do what: the questions, and the answers. */
import type { PolicyRule } from "../../k8s/rbac/v1.js";
import type { UserInfo } from "../resource.js";

/** What a request would do. Texts that do not apply are empty. */
export interface RequestAttributes {
  readonly user: UserInfo;
  /** `get`, `deletecollection`, `impersonate`; the HTTP method in small letters where the path is no resource's. */
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
  /** Why it is allowed, or what went wrong on the way to a refusal; often empty. */
  readonly reason: string;
}

/** What a user may do in a namespace, as far as it could be found out. */
export interface RulesOfUser {
  readonly rules: readonly PolicyRule[];
  readonly errors: readonly string[];
}

export interface Authorizer {
  authorize(attributes: RequestAttributes): AuthorizationDecision;
  rulesFor(user: UserInfo, namespace: string): RulesOfUser;
}

const nothing = { namespace: "", group: "", version: "", resource: "", subresource: "", name: "" };

/** Attributes of a request for a resource, of which a caller names what applies. */
export function resourceAttributes(
  user: UserInfo,
  given: Partial<Omit<RequestAttributes, "user" | "path" | "isResourceRequest">> & { readonly verb: string },
): RequestAttributes {
  return { ...nothing, ...given, user, path: "", isResourceRequest: true };
}

export function pathAttributes(user: UserInfo, verb: string, path: string): RequestAttributes {
  return { ...nothing, user, verb, path, isResourceRequest: false };
}

/** The group whose members no rule can hold back. */
export const privilegedGroup = "system:masters";

export function isPrivileged(user: UserInfo): boolean {
  return user.groups.includes(privilegedGroup);
}

/** Where roles are not enforced. */
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
