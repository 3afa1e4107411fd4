/** Changes to the roles of a server of 1.35, and what a later version makes of them. */
import { ClusterRole, ClusterRoleBinding } from "../../../src/k8s/rbac/v1.js";
import type { HttpClient } from "../../../src/kube/http-client.js";

const own = { apiGroups: ["example.com"], resources: ["widgets"], verbs: ["get"] };
const subject = { kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "own" };
const info = "system:public-info-viewer";

/** The roles and bindings that a test compares. `system:kube-scheduler` stays as it is in 1.35. */
const roles = [
  ...["system:monitoring", "system:basic-user", "system:discovery", "system:kube-scheduler", "admin", "view"],
  "system:cluster-trust-bundle-discovery",
];
const bindings = ["system:basic-user", "system:discovery", info, "system:cluster-trust-bundle-discovery"];

export async function changeRoles(client: HttpClient): Promise<void> {
  const change = async (name: string, edit: (role: ClusterRole) => ClusterRole): Promise<void> => {
    await client.update(edit(await client.getOrThrow(ClusterRole, { name })));
  };
  await change("system:monitoring", (role) => ({
    ...role,
    metadata: { ...role.metadata, annotations: { "rbac.authorization.kubernetes.io/autoupdate": "false" } },
    rules: [own],
  }));
  await change("system:basic-user", (role) => ({
    ...role,
    metadata: { ...role.metadata, annotations: {}, labels: { own: "true" } },
    rules: [own, { apiGroups: ["authentication.k8s.io"], resources: ["*"], verbs: ["create"] }],
  }));
  await client.delete(ClusterRole, { name: "system:discovery" });
  const clusterRoleSelectors = [{ matchLabels: { own: "true" } }];
  await change("admin", (role) => ({ ...role, aggregationRule: { clusterRoleSelectors } }));
  await change("view", ({ apiVersion, kind, metadata }) => ({ apiVersion, kind, metadata, rules: [own] }));
  const basic = await client.getOrThrow(ClusterRoleBinding, { name: "system:basic-user" });
  await client.update({ ...basic, subjects: [subject] });
  const known = await client.getOrThrow(ClusterRoleBinding, { name: info });
  await client.delete(ClusterRoleBinding, { name: info });
  await client.create<ClusterRoleBinding>({
    ...{ apiVersion: known.apiVersion, kind: known.kind, metadata: { name: info }, subjects: [subject] },
    roleRef: { ...known.roleRef, name: "view" },
  });
}

/** Reads what roles and bindings contain, without the rules that a controller fills. */
export async function readRoles(client: HttpClient): Promise<Readonly<Record<string, object>>> {
  const read: Record<string, object> = {};
  for (const name of roles) {
    const { metadata, rules, aggregationRule } = await client.getOrThrow(ClusterRole, { name });
    const { labels, annotations } = metadata;
    read[`role ${name}`] = { labels, annotations, aggregationRule, rules: aggregationRule === undefined ? rules : [] };
  }
  for (const name of bindings) {
    const { metadata, subjects, roleRef } = await client.getOrThrow(ClusterRoleBinding, { name });
    const { labels, annotations } = metadata;
    read[`binding ${name}`] = { labels, annotations, subjects, roleRef };
  }
  return read;
}
