import type { Client } from "../kube/client.js";
import type { KubeObject } from "../kube/objects.js";
import { isAllowed, type Right } from "./access-review.js";
import { until } from "./poll.js";

const group = "rbac.authorization.k8s.io";
const apiVersion = `${group}/v1`;

/** Matches the operator's own namespace: the name that kustomize replaces, or the scaffolded name. */
const ownNamespace = /^(?:system|(?!kube-system$).*-system)$/;

export interface BindRolesOptions {
  /** The namespaces that the operator works in, where the Roles of its own namespace apply. Default: `default`. */
  readonly namespaces?: readonly string[];
  readonly signal?: AbortSignal;
}

interface Binding extends KubeObject {
  roleRef: { apiGroup: string; kind: string; name: string };
  subjects: { apiGroup: string; kind: string; name: string }[];
}

interface Role extends KubeObject {
  rules?: { apiGroups?: string[]; resources?: string[]; resourceNames?: string[]; verbs: string[] }[];
}

/**
 * Gives a user the permissions of these roles: applies each Role and ClusterRole with a binding, and waits until they
 * are in force, which takes a real API server a moment. Ignores other objects.
 */
export async function bindRoles(
  client: Client,
  user: string,
  roles: readonly KubeObject[],
  { namespaces = ["default"], signal = new AbortController().signal }: BindRolesOptions = {},
): Promise<void> {
  const options = { force: true, signal };
  const places = roles.flatMap((role) => placesOf(role, namespaces));
  for (const { role, namespace } of places) {
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
  const subject = { user, groups: ["system:authenticated"] };
  for (const { role, namespace = "" } of places) {
    const right = someRight(role, namespace);
    if (right === undefined) continue;
    await until(async () => (await isAllowed(client, right, subject, signal)) === true, { timeoutMs: 10_000, signal });
  }
}

/** Returns a permission that a role grants on all objects of a resource. */
function someRight({ rules = [] }: Role, namespace: string): Right | undefined {
  const rule = rules.findLast(({ resources, resourceNames }) => resources !== undefined && resourceNames === undefined);
  const [group, resource, verb] = [rule?.apiGroups?.at(-1), rule?.resources?.at(-1), rule?.verbs.at(-1)];
  if (group === undefined || resource === undefined || verb === undefined) return undefined;
  return { group, resource, verb, namespace };
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
