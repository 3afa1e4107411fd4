/**
 * Prevents privilege escalation: roles and bindings grant at most the rights of their writer, unless a rule with the verb
 * `escalate` or `bind` allows more. Runs after all plugins that change objects and before validation.
 * Source: k8s.io/kubernetes/pkg/registry/rbac/{escalation_check.go, role/policybased, rolebinding/policybased}.
 */
import { isDeepStrictEqual } from "node:util";
import { joinErrors, quoteText } from "../../core/go-text.js";
import type { ApiObject } from "../api-object.js";
import type { AdmissionAttributes, AdmissionPlugin } from "../resource.js";
import { forbiddenError, notFoundError, StatusError } from "../status-error.js";
import type { PolicyRule } from "../../k8s/rbac/v1.js";
import { isPrivileged, resourceAttributes } from "./authorizer.js";
import type { RbacAuthorizer } from "./rbac-authorizer.js";
import { rbacGroup, roleRefOf, rulesOf, type RoleRef } from "./rbac-objects.js";
import { describeMissing, quoteList } from "./rule-coverage.js";

export function escalationPlugin(authorizer: RbacAuthorizer): AdmissionPlugin {
  return {
    mutate: (attributes) => {
      check(attributes, authorizer);
    },
  };
}

function check(attributes: AdmissionAttributes, authorizer: RbacAuthorizer): void {
  const { object, oldObject, user, namespace, resource } = attributes;
  if (resource.group !== rbacGroup || object === undefined || isPrivileged(user)) return;
  // The name in the URL; a POST has none.
  const name = attributes.operation === "CREATE" ? "" : attributes.name;
  const isRole = resource.resource === "roles" || resource.resource === "clusterroles";
  const roleRef = roleRefOf(object);
  const asked = isRole
    ? { verb: "escalate", resource: resource.resource, name, group: rbacGroup }
    : {
        verb: "bind",
        resource: roleRef.kind === "Role" ? "roles" : "clusterroles",
        name: roleRef.name,
        group: roleRef.apiGroup ?? rbacGroup,
      };
  if (authorizer.authorize(resourceAttributes(user, { ...asked, version: "*", namespace })).isAllowed) return;
  if (oldObject !== undefined && areOnlyOwnersChanged(object, oldObject)) return;
  const rules = isRole ? rulesOf(object) : referencedRules(attributes, roleRef, authorizer);
  confirm(rules, attributes, authorizer);
}

/** Returns the rules of the referenced role. The error for a missing role names the binding's resource. */
function referencedRules(
  { namespace, resource }: AdmissionAttributes,
  roleRef: RoleRef,
  authorizer: RbacAuthorizer,
): readonly PolicyRule[] {
  try {
    return authorizer.referencedRules(roleRef, namespace);
  } catch (error) {
    if (!(error instanceof StatusError) || error.failure.code !== 404) throw error;
    throw notFoundError({ group: rbacGroup, resource: resource.resource }, roleRef.name);
  }
}

function confirm(rules: readonly PolicyRule[], attributes: AdmissionAttributes, authorizer: RbacAuthorizer): void {
  const { user, namespace, object, resource } = attributes;
  const held = authorizer.rulesFor(user, namespace);
  const missing = describeMissing(held.rules, rules);
  if (missing.length === 0) return;
  const who = `user ${quoteText(user.username)} (groups=${quoteList(user.groups)})`;
  // A list with one error, which itself is a list of errors.
  const errors = held.errors.length === 0 ? "" : `; resolution errors: [${joinErrors(held.errors)}]`;
  const why = `${who} is attempting to grant RBAC permissions not currently held:\n${missing.join("\n")}${errors}`;
  throw forbiddenError({ group: rbacGroup, resource: resource.resource }, object?.metadata.name ?? "", why);
}

/** Returns whether only fields changed that the garbage collector must always be able to change. */
export function areOnlyOwnersChanged(object: ApiObject, old: ApiObject): boolean {
  return isDeepStrictEqual(withoutOwners(object), withoutOwners(old));
}

function withoutOwners(object: ApiObject): ApiObject {
  const metadata = { ...object.metadata };
  delete metadata.ownerReferences;
  delete metadata.finalizers;
  delete metadata.managedFields;
  return { ...object, metadata };
}
