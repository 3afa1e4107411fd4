/** The permissions of an operator as OLM grants them: the rules of the roles that bind its ServiceAccounts. */
import { compareText } from "../../core/compare-text.js";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../../core/json.js";
import { listAt, textAt, textListAt } from "../../core/object-fields.js";
import { nameOf, rbacObjects } from "./rendered.js";

export interface PermissionSource {
  readonly objects: readonly ExactJsonObject[];
  /** The ServiceAccounts of the operator's Pods. */
  readonly accounts: readonly string[];
  /** The ServiceAccounts of extension API servers. */
  readonly apiServers: readonly string[];
  /** Objects whose certificates OLM creates. */
  readonly certificates: CertificateNames;
}

export interface CertificateNames {
  readonly secrets: ReadonlySet<string>;
  readonly configurations: ReadonlySet<string>;
  readonly convertedCrds: ReadonlySet<string>;
  readonly apiServices: ReadonlySet<string>;
}

export interface Permissions {
  readonly permissions: readonly ExactJsonObject[];
  readonly clusterPermissions: readonly ExactJsonObject[];
  /** The roles, bindings and ServiceAccounts that OLM creates itself. */
  readonly absorbed: ReadonlySet<ExactJsonObject>;
}

interface Grant {
  readonly account: string;
  readonly rules: readonly ExactJsonValue[];
}

export function permissionsOf({ objects, accounts, apiServers, certificates }: PermissionSource): Permissions {
  const absorbed = new Set<ExactJsonObject>();
  const roles = [...rbacObjects(objects, "Role"), ...rbacObjects(objects, "ClusterRole")];
  const grantsOf = (kind: "RoleBinding" | "ClusterRoleBinding"): Grant[] => {
    const grants: Grant[] = [];
    for (const binding of rbacObjects(objects, kind)) {
      const subjects = listAt(binding, "subjects").filter((each) => textAt(each, "kind") === "ServiceAccount");
      const own = subjects.map((each) => textAt(each, "name")).filter((name) => accounts.includes(name));
      if (own.length === 0) continue;
      const role = roles.find((each) => isRoleOf(binding, each));
      const isWhole = own.length === listAt(binding, "subjects").length;
      if (isWhole && isForDelegation(binding) && own.every((each) => apiServers.includes(each))) absorbed.add(binding);
      // A role of the cluster itself, such as `view`, stays bound by its binding.
      if (role === undefined || !isWhole) continue;
      absorbed.add(binding).add(role);
      const rules = isForCertificates(role, certificates) ? [] : listAt(role, "rules");
      grants.push(...own.map((account) => ({ account, rules })));
    }
    return grants;
  };
  const [permissions, clusterPermissions] = [grantsOf("RoleBinding"), grantsOf("ClusterRoleBinding")];
  for (const binding of [...rbacObjects(objects, "RoleBinding"), ...rbacObjects(objects, "ClusterRoleBinding")]) {
    if (absorbed.has(binding)) continue;
    for (const role of roles) if (isRoleOf(binding, role)) absorbed.delete(role);
  }
  for (const object of objects) {
    if (textAt(object, "kind") === "ServiceAccount" && accounts.includes(nameOf(object))) absorbed.add(object);
  }
  return {
    permissions: united(permissions),
    clusterPermissions: united(clusterPermissions),
    absorbed,
  };
}

/** Returns the names of the ServiceAccounts that bindings name. */
export function boundAccounts(objects: readonly ExactJsonObject[]): string[] {
  const bindings = [...rbacObjects(objects, "RoleBinding"), ...rbacObjects(objects, "ClusterRoleBinding")];
  const subjects = bindings.flatMap((binding) => [...listAt(binding, "subjects")]);
  const accounts = subjects.filter((each) => textAt(each, "kind") === "ServiceAccount");
  return [...new Set(accounts.map((each) => textAt(each, "name")))].toSorted(compareText);
}

function isRoleOf(binding: ExactJsonObject, role: ExactJsonObject): boolean {
  const kind = textAt(binding, "roleRef", "kind");
  if (kind !== textAt(role, "kind") || textAt(binding, "roleRef", "name") !== nameOf(role)) return false;
  return kind === "ClusterRole" || textAt(binding, "metadata", "namespace") === textAt(role, "metadata", "namespace");
}

/** The roles of the cluster that OLM binds to the account of an extension API server. */
const delegation = ["ClusterRole system:auth-delegator", "Role extension-apiserver-authentication-reader"];

function isForDelegation(binding: ExactJsonObject): boolean {
  return delegation.includes(`${textAt(binding, "roleRef", "kind")} ${textAt(binding, "roleRef", "name")}`);
}

/** Returns one entry for each ServiceAccount with rules, sorted by name. */
function united(grants: readonly Grant[]): ExactJsonObject[] {
  const rules = new Map<string, ExactJsonValue[]>();
  for (const grant of grants) rules.set(grant.account, [...(rules.get(grant.account) ?? []), ...grant.rules]);
  return [...rules]
    .filter(([, all]) => all.length > 0)
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([serviceAccountName, all]) => ({ rules: all, serviceAccountName }));
}

/** Returns whether a role grants nothing but the care of a certificate, which OLM takes over. */
function isForCertificates(role: ExactJsonObject, names: CertificateNames): boolean {
  const rules = listAt(role, "rules").filter(isJsonObject);
  return rules.some((rule) => textListAt(rule, "resourceNames").length > 0) && rules.every(isForOne);

  function isForOne(rule: ExactJsonObject): boolean {
    const verbs = textListAt(rule, "verbs");
    const isRead = verbs.every((verb) => ["get", "list", "watch"].includes(verb));
    const resources = textListAt(rule, "resources");
    const named = textListAt(rule, "resourceNames");
    const isFor = (wanted: readonly string[], own: ReadonlySet<string>, mayReadAll: boolean): boolean =>
      resources.every((each) => wanted.includes(each)) &&
      (named.length === 0 ? mayReadAll && isRead : named.every((each) => own.has(each)));
    return (
      isFor(["secrets"], names.secrets, false) ||
      isFor(["mutatingwebhookconfigurations", "validatingwebhookconfigurations"], names.configurations, true) ||
      isFor(["customresourcedefinitions"], names.convertedCrds, true) ||
      isFor(["apiservices"], names.apiServices, true)
    );
  }
}
