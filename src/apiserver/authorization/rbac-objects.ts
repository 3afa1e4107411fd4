/** Roles and bindings as they are stored: data of the API server's own validation, read with types. */
import type { ApiObject } from "../api-object.js";
import type { PolicyRule } from "./authorizer.js";

export const rbacGroup = "rbac.authorization.k8s.io";

export const storageKeys = {
  clusterRoles: `${rbacGroup}/clusterroles`,
  clusterRoleBindings: `${rbacGroup}/clusterrolebindings`,
  roles: `${rbacGroup}/roles`,
  roleBindings: `${rbacGroup}/rolebindings`,
} as const;

export interface RoleRef {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

// What is stored has been validated against the types of Kubernetes' OpenAPI; what comes in a request has at least their shape.

export function rulesOf(role: ApiObject): readonly PolicyRule[] {
  const rules = (role["rules"] ?? []) as unknown as readonly Partial<PolicyRule>[];
  return rules.map((rule) => ({ ...rule, verbs: rule.verbs ?? [] }));
}

export function roleRefOf(binding: ApiObject): RoleRef {
  const { apiGroup, kind = "", name = "" } = (binding["roleRef"] ?? {}) as unknown as Partial<RoleRef>;
  return { kind, name, ...(apiGroup === undefined ? {} : { apiGroup }) };
}

export function subjectsOf(binding: ApiObject): readonly Subject[] {
  return (binding["subjects"] ?? []) as unknown as readonly Subject[];
}
