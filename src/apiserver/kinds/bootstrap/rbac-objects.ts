import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { aggregateRules } from "../rbac/aggregate-rules.js";
import { aggregatedRoles } from "./aggregated-roles.js";
import { componentRoles } from "./component-roles.js";
import { controllerRoles } from "./controller-roles.js";
import { namespacedRoles } from "./namespaced-roles.js";
import { toRules } from "./rules.js";
import type { ShortRule } from "./rules.js";
import { clusterRoleSubjects, roleSubjects } from "./subjects.js";
import { userRoles } from "./user-roles.js";

const apiGroup = "rbac.authorization.k8s.io";
const apiVersion = `${apiGroup}/v1`;

/** Which parts go into which role that people are given. */
const aggregates: Readonly<Record<string, string>> = {
  "system:aggregate-to-admin": "admin",
  "system:aggregate-to-edit": "edit",
  "system:aggregate-to-view": "view",
  edit: "admin",
  view: "edit",
};

export function bootstrapClusterRoles(): ApiObject[] {
  const tables = { ...userRoles, ...aggregatedRoles, ...componentRoles };
  const roles = Object.entries(tables).map(([name, rules]) => clusterRole(name, rules));
  for (const [name, rules] of Object.entries(controllerRoles)) {
    roles.push(clusterRole(`system:controller:${name}`, rules));
  }
  // Each needs the one before it.
  for (const name of ["view", "edit", "admin"]) {
    const role = clusterRole(name, []);
    const matchLabels = { [`${apiGroup}/aggregate-to-${name}`]: "true" };
    role.aggregationRule = { clusterRoleSelectors: [{ matchLabels }] };
    role.rules = aggregateRules(role, roles);
    roles.push(role);
  }
  return roles;
}

export function bootstrapClusterRoleBindings(): ApiObject[] {
  const controllers = Object.keys(controllerRoles).map(
    (name) => [`system:controller:${name}`, [`account ${name}`]] as const,
  );
  return [...Object.entries(clusterRoleSubjects), ...controllers].map(([name, subjects]) => ({
    ...common("ClusterRoleBinding", name),
    roleRef: { apiGroup, kind: "ClusterRole", name },
    ...(subjects.length === 0 ? {} : { subjects: subjects.map(toSubject) }),
  }));
}

export function bootstrapRoles(): ApiObject[] {
  return Object.entries(namespacedRoles).flatMap(([namespace, table]) =>
    Object.entries(table).map(([name, rules]) => ({ ...common("Role", name, namespace), rules: toRules(rules) })),
  );
}

export function bootstrapRoleBindings(): ApiObject[] {
  return Object.entries(roleSubjects).flatMap(([namespace, table]) =>
    Object.entries(table).map(([name, { role, subjects }]) => ({
      ...common("RoleBinding", name, namespace),
      roleRef: { apiGroup, kind: "Role", name: role ?? name },
      subjects: subjects.map(toSubject),
    })),
  );
}

function clusterRole(name: string, rules: readonly ShortRule[]): ApiObject {
  const role = common("ClusterRole", name);
  const target = aggregates[name];
  if (target !== undefined) {
    role.metadata.labels = { ...role.metadata.labels, [`${apiGroup}/aggregate-to-${target}`]: "true" };
  }
  return { ...role, rules: toRules(rules) };
}

function common(kind: string, name: string, namespace?: string): ApiObject {
  return {
    apiVersion,
    kind,
    metadata: {
      annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
      labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
      name,
      ...(namespace === undefined ? {} : { namespace }),
    },
  };
}

/** `group NAME`, `user NAME`, or `account NAME` of kube-system. */
function toSubject(text: string): JsonObject {
  const [kind = "", name = ""] = text.split(" ");
  if (kind === "account") {
    return { kind: "ServiceAccount", name, namespace: "kube-system" };
  }
  return { apiGroup, kind: kind === "group" ? "Group" : "User", name };
}
