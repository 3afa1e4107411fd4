import type { Client } from "../kube/client.js";
import type { KubeObject } from "../kube/objects.js";

const group = "rbac.authorization.k8s.io";
const apiVersion = `${group}/v1`;

/** The operator's own namespace: what kustomize replaces by it, or its name as it is scaffolded. */
const ownNamespace = /^(?:system|(?!kube-system$).*-system)$/;

export interface BindRolesOptions {
  /** Where Roles of the operator's own namespace apply: where it works. Default: `default`. */
  readonly namespaces?: readonly string[];
  readonly signal?: AbortSignal;
}

interface Binding extends KubeObject {
  roleRef: { apiGroup: string; kind: string; name: string };
  subjects: { apiGroup: string; kind: string; name: string }[];
}

/** Gives a user the rights of these roles: applies each Role and ClusterRole, and a binding of it. Other objects are left out. */
export async function bindRoles(
  client: Client,
  user: string,
  roles: readonly KubeObject[],
  { namespaces = ["default"], signal }: BindRolesOptions = {},
): Promise<void> {
  const options = { force: true, ...(signal === undefined ? {} : { signal }) };
  for (const { role, namespace } of roles.flatMap((role) => placesOf(role, namespaces))) {
    const { name } = role.metadata;
    const place = namespace === undefined ? {} : { namespace };
    if (namespace !== undefined && namespace !== "default") {
      await client.apply<KubeObject>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }, options);
    }
    await client.apply<KubeObject>({ ...role, metadata: { name, ...place } }, options);
    await client.apply<Binding>(
      {
        apiVersion,
        kind: `${role.kind}Binding`,
        metadata: { name: `${name}:${user}`, ...place },
        roleRef: { apiGroup: group, kind: role.kind, name },
        subjects: [{ apiGroup: group, kind: "User", name: user }],
      },
      options,
    );
  }
}

function placesOf(
  role: KubeObject,
  namespaces: readonly string[],
): { readonly role: KubeObject; readonly namespace: string | undefined }[] {
  if (role.apiVersion !== apiVersion) return [];
  if (role.kind === "ClusterRole") return [{ role, namespace: undefined }];
  if (role.kind !== "Role") return [];
  const { namespace = "system" } = role.metadata;
  return (ownNamespace.test(namespace) ? namespaces : [namespace]).map((each) => ({ role, namespace: each }));
}
