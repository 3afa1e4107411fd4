/**
 * The ServiceAccounts, roles and bindings that OLM creates from the permissions of a ClusterServiceVersion.
 * Source: operator-lifecycle-manager, pkg/controller/registry/resolver/rbac.go, pkg/controller/operators/olm/operatorgroup.go.
 */
import type { ExactJsonObject } from "../../core/json.js";
import { listAt, textAt } from "../../core/object-fields.js";
import type { InstallRequest } from "./request.js";

const apiVersion = "rbac.authorization.k8s.io/v1";

/** OLM lets an operator that watches all namespaces list them. */
const readNamespaces: ExactJsonObject = { apiGroups: [""], resources: ["namespaces"], verbs: ["get", "list", "watch"] };

export function permissionObjects(request: InstallRequest): ExactJsonObject[] {
  const install = request.csv.document.value;
  const grants = (key: string): ReadonlyMap<string, readonly ExactJsonObject[]> => {
    const byAccount = new Map<string, ExactJsonObject[]>();
    for (const each of listAt(install, "spec", "install", "spec", key)) {
      const account = textAt(each, "serviceAccountName") || "default";
      // The API server rejects a rule of another shape, with the name of the role.
      const rules = listAt(each, "rules") as readonly ExactJsonObject[];
      byAccount.set(account, [...(byAccount.get(account) ?? []), ...rules]);
    }
    return byAccount;
  };
  const [local, global] = [grants("permissions"), grants("clusterPermissions")];
  const accounts = [...new Set([...local.keys(), ...global.keys()])];
  const areLifted = request.targets.mode === "AllNamespaces";
  return [
    ...serviceAccounts(accounts, request),
    ...accounts.flatMap((account) => {
      const own = local.get(account);
      const lifted = areLifted && own !== undefined ? [...own, readNamespaces] : [];
      const rules = [...(global.get(account) ?? []), ...lifted];
      return [
        ...(rules.length === 0 ? [] : clusterRole(account, rules, request)),
        ...(areLifted || own === undefined ? [] : namespacedRoles(account, own, request)),
      ];
    }),
  ];
}

/** OLM creates them, except `default`, which each namespace has, and those in the bundle. */
function serviceAccounts(accounts: readonly string[], { bundle, namespace }: InstallRequest): ExactJsonObject[] {
  const own = new Set(bundle.others.filter(({ gvk }) => gvk.kind === "ServiceAccount").map(({ name }) => name));
  return accounts
    .filter((name) => name !== "default" && !own.has(name))
    .map((name) => ({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } }));
}

function clusterRole(
  account: string,
  rules: readonly ExactJsonObject[],
  { packageName, namespace }: InstallRequest,
): ExactJsonObject[] {
  // Several namespaces may contain the operator, and a ClusterRole has no namespace.
  const name = `${namespace}:${packageName}:${account}`;
  return [
    { apiVersion, kind: "ClusterRole", metadata: { name }, rules },
    {
      ...{ apiVersion, kind: "ClusterRoleBinding", metadata: { name } },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
      subjects: [{ kind: "ServiceAccount", name: account, namespace }],
    },
  ];
}

/** OLM grants the permissions in the operator's own namespace too, which contains its lease. */
function namespacedRoles(
  account: string,
  rules: readonly ExactJsonObject[],
  { packageName, namespace, targets }: InstallRequest,
): ExactJsonObject[] {
  return [...new Set([namespace, ...targets.namespaces])].flatMap((place) => {
    const metadata = { name: `${namespace}:${packageName}:${account}`, namespace: place };
    return [
      { apiVersion, kind: "Role", metadata, rules },
      {
        ...{ apiVersion, kind: "RoleBinding", metadata },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: metadata.name },
        subjects: [{ kind: "ServiceAccount", name: account, namespace }],
      },
    ];
  });
}
