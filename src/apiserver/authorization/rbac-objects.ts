/** Stored roles and bindings, which the API server has validated, as typed values. */
import type * as v1 from "../../k8s/rbac/v1.js";
import type { ApiObject } from "../api-object.js";

export const rbacGroup = "rbac.authorization.k8s.io";

export const storageKeys = {
  clusterRoles: `${rbacGroup}/clusterroles`,
  clusterRoleBindings: `${rbacGroup}/clusterrolebindings`,
  roles: `${rbacGroup}/roles`,
  roleBindings: `${rbacGroup}/rolebindings`,
} as const;

/** A request may omit the group. */
export type RoleRef = Omit<v1.RoleRef, "apiGroup"> & Partial<Pick<v1.RoleRef, "apiGroup">>;

// Stored objects have been validated against the types of Kubernetes' OpenAPI; objects in a request have at least their shape.

export function rulesOf(role: ApiObject): readonly v1.PolicyRule[] {
  const rules = (role["rules"] ?? []) as unknown as readonly Partial<v1.PolicyRule>[];
  return rules.map((rule) => ({ ...rule, verbs: rule.verbs ?? [] }));
}

export function roleRefOf(binding: ApiObject): RoleRef {
  const { apiGroup, kind = "", name = "" } = (binding["roleRef"] ?? {}) as unknown as Partial<RoleRef>;
  return { kind, name, ...(apiGroup === undefined ? {} : { apiGroup }) };
}

export function subjectsOf(binding: ApiObject): readonly v1.Subject[] {
  return (binding["subjects"] ?? []) as unknown as readonly v1.Subject[];
}
