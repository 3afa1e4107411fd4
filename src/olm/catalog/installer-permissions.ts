/**
 * The ServiceAccount with which an older release of OLM v1 installs a bundle, and its permissions: those that OLM v1's guide
 * "Derive minimal ServiceAccount required for ClusterExtension Installation and Management" derives from a bundle.
 */
import { isJsonObject, type JsonObject } from "../../core/json.js";
import { pluralize } from "../../core/plural.js";
import type { Bundle, BundleObject, Read } from "../read/bundle.js";
import type { ReadCsv } from "../read/csv-shape.js";
import { webhookServiceName } from "../service-name.js";
import { isClusterScoped } from "../supported-kinds.js";

export interface Installer {
  readonly bundle: Bundle;
  readonly csv: Read<ReadCsv>;
  /** The name of the ClusterExtension. */
  readonly extension: string;
  readonly namespace: string;
  readonly serviceAccount: string;
}

export function installerObjects(installer: Installer): JsonObject[] {
  const { namespace, serviceAccount } = installer;
  const group = "rbac.authorization.k8s.io";
  const apiVersion = `${group}/v1`;
  const name = `${namespace}-${serviceAccount}`;
  const subjects = [{ kind: "ServiceAccount", name: serviceAccount, namespace }];
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: serviceAccount, namespace } },
    { apiVersion, kind: "ClusterRole", metadata: { name }, rules: clusterRules(installer) },
    {
      ...{ apiVersion, kind: "ClusterRoleBinding", metadata: { name } },
      ...{ roleRef: { apiGroup: group, kind: "ClusterRole", name }, subjects },
    },
    { apiVersion, kind: "Role", metadata: { name: serviceAccount, namespace }, rules: localRules(installer) },
    {
      ...{ apiVersion, kind: "RoleBinding", metadata: { name: serviceAccount, namespace } },
      ...{ roleRef: { apiGroup: group, kind: "Role", name: serviceAccount }, subjects },
    },
  ];
}

const rbac = "rbac.authorization.k8s.io";

function clusterRules(installer: Installer): JsonObject[] {
  const { bundle, csv, extension } = installer;
  const webhooks = (type: string): string[] =>
    (csv.value.spec?.webhookdefinitions ?? [])
      .filter((each) => each.type === type)
      .map(({ generateName = "" }) => generateName.replace(/-$/, ""));
  const scoped = bundle.others.filter(({ gvk }) => isClusterScoped(gvk.kind) && gvk.group !== rbac);
  return [
    // OLM generates the names of the roles.
    manageAny(rbac, "clusterroles"),
    manageAny(rbac, "clusterrolebindings"),
    ...manage(
      "apiextensions.k8s.io",
      "customresourcedefinitions",
      bundle.crds.map(({ name }) => name),
    ),
    {
      ...{ apiGroups: ["olm.operatorframework.io"], resources: ["clusterextensions/finalizers"] },
      ...{ resourceNames: [extension], verbs: ["update"] },
    },
    ...manage(admission, "validatingwebhookconfigurations", webhooks("ValidatingAdmissionWebhook")),
    ...manage(admission, "mutatingwebhookconfigurations", webhooks("MutatingAdmissionWebhook")),
    ...manageAll(scoped),
    ...grantedRules(installer),
  ];
}

const admission = "admissionregistration.k8s.io";

function localRules({ bundle, csv }: Installer): JsonObject[] {
  const { deployments = [], permissions = [], clusterPermissions = [] } = csv.value.spec?.install?.spec ?? {};
  const accounts = [...permissions, ...clusterPermissions].map(({ serviceAccountName = "" }) => serviceAccountName);
  const servers = (csv.value.spec?.webhookdefinitions ?? []).map(({ deploymentName = "" }) => deploymentName);
  const local = bundle.others.filter(({ gvk }) => !isClusterScoped(gvk.kind));
  const named = (kind: string): string[] => local.filter(({ gvk }) => gvk.kind === kind).map(({ name }) => name);
  return [
    ...manage(
      "apps",
      "deployments",
      deployments.map(({ name = "" }) => name),
    ),
    ...manage("", "serviceaccounts", [
      ...accounts.filter((name) => name !== "" && name !== "default"),
      ...named("ServiceAccount"),
    ]),
    ...manage("", "services", [...servers.map(webhookServiceName), ...named("Service")]),
    // OLM v1 lets cert-manager create the certificates, and generates the names.
    ...(servers.length === 0
      ? []
      : [manageAny("cert-manager.io", "certificates"), manageAny("cert-manager.io", "issuers")]),
    ...manageAll(local.filter(({ gvk }) => gvk.kind !== "ServiceAccount" && gvk.kind !== "Service")),
  ];
}

/** Kubernetes lets a client grant only permissions that it has itself. */
function grantedRules({ bundle, csv }: Installer): JsonObject[] {
  const { permissions = [], clusterPermissions = [] } = csv.value.spec?.install?.spec ?? {};
  const ofCsv = [...clusterPermissions, ...permissions].flatMap(({ rules = [] }) =>
    rules.map((rule): JsonObject =>
      Object.fromEntries(Object.entries(rule).map(([key, values]): [string, string[]] => [key, [...values]])),
    ),
  );
  const ofRoles = bundle.others
    .filter(({ gvk }) => gvk.group === rbac)
    .flatMap(({ document: { value } }) => (Array.isArray(value["rules"]) ? value["rules"].filter(isJsonObject) : []));
  // With permissions, the operator may also list the namespaces: it watches all of them.
  const namespaces: JsonObject[] =
    permissions.length === 0 ? [] : [{ apiGroups: [""], resources: ["namespaces"], verbs: ["get", "list", "watch"] }];
  const all = [...ofCsv, ...namespaces, ...ofRoles];
  return [...new Map(all.map((rule) => [JSON.stringify(rule), rule])).values()];
}

function manageAny(group: string, resource: string): JsonObject {
  const verbs = ["create", "list", "watch", "get", "update", "patch", "delete"];
  return { apiGroups: [group], resources: [resource], verbs };
}

/** Lets the installer manage objects of these names. RBAC cannot restrict `create`, `list` and `watch` to names. */
function manage(group: string, resource: string, names: readonly string[]): JsonObject[] {
  if (names.length === 0) return [];
  const [apiGroups, resources] = [[group], [resource]];
  const resourceNames = [...new Set(names)].toSorted();
  return [
    { apiGroups, resources, verbs: ["create", "list", "watch"] },
    { apiGroups, resources, resourceNames, verbs: ["get", "update", "patch", "delete"] },
  ];
}

function manageAll(objects: readonly BundleObject[]): JsonObject[] {
  const byKind = new Map<string, BundleObject[]>();
  for (const object of objects) {
    const key = `${object.gvk.group} ${object.gvk.kind}`;
    byKind.set(key, [...(byKind.get(key) ?? []), object]);
  }
  return [...byKind.values()].flatMap((members) => {
    const [first] = members;
    const names = members.map(({ name }) => name);
    return first === undefined ? [] : manage(first.gvk.group, pluralize(first.gvk.kind), names);
  });
}
