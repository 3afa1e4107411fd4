/** Checks rights with the API server. */
import { deployVerbs, isAllowed, type Right, type Subject } from "../../cluster/access-review.js";
import { isCrd } from "../../cluster/crd.js";
import { parseApiVersion } from "../../core/gvk.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";

export interface RightsFacts {
  /** The missing rights that deploy needs. */
  readonly missing: readonly Right[];
  /** The missing rights that undeploy needs, and that deploy needs to delete outdated objects. */
  readonly missingToDelete: readonly Right[];
  /** The rights in roles to deploy that the user neither has nor may grant. */
  readonly notToGive: readonly Right[];
}

export async function gatherRights(
  client: HttpClient,
  objects: readonly KubeObject[],
  namespace: string,
  signal: AbortSignal,
): Promise<RightsFacts> {
  const places = await placesOf(client, objects, namespace);
  const toDeploy = places.flatMap((place) => deployVerbs.map((verb) => ({ ...place, verb })));
  const toDelete = places.map((place) => ({ ...place, verb: "delete" }));
  const roles = objects.filter(isRole);
  const [missing, missingToDelete, notToGive] = [
    await deniedOf(client, toDeploy, undefined, signal),
    await deniedOf(client, toDelete, undefined, signal),
    await rightsNotToGive(client, roles, signal),
  ];
  return { missing, missingToDelete, notToGive };
}

/** Returns the resources and namespaces of the objects, each once. */
async function placesOf(
  client: HttpClient,
  objects: readonly KubeObject[],
  namespace: string,
): Promise<Omit<Right, "verb">[]> {
  const own = new Map(objects.filter(isCrd).map(({ spec }) => [`${spec.group}/${spec.names.kind}`, spec] as const));
  const places = new Map<string, Omit<Right, "verb">>();
  const add = (group: string, resource: string, where: string): void => {
    places.set(`${group}/${resource}/${where}`, { group, resource, namespace: where });
  };
  add("", "configmaps", namespace); // the inventory of deployed objects
  for (const { apiVersion, kind, metadata } of objects) {
    const { group, version } = parseApiVersion(apiVersion);
    const crd = own.get(`${group}/${kind}`);
    const served = crd === undefined ? await client.mapper.find({ group, version, kind }) : undefined;
    const plural = crd?.names.plural ?? served?.plural;
    if (plural === undefined) continue; // deploy reports it
    const isNamespaced = crd === undefined ? served?.namespaced === true : crd.scope === "Namespaced";
    add(group, plural, isNamespaced ? (metadata.namespace ?? namespace) : "");
  }
  return [...places.values()];
}

/** Returns the rights that the user cannot grant. Without the verbs `escalate` and `bind`, users can grant only their own rights. */
async function rightsNotToGive(client: HttpClient, roles: readonly Role[], signal: AbortSignal): Promise<Right[]> {
  if (roles.length === 0) return [];
  const group = "rbac.authorization.k8s.io";
  const wide = roles.map(({ kind, metadata }) => ({
    verb: "escalate",
    group,
    resource: kind === "Role" ? "roles" : "clusterroles",
    namespace: kind === "Role" ? (metadata.namespace ?? "") : "",
  }));
  const denied = await deniedOf(client, wide, undefined, signal);
  const rights = roles.flatMap((role, index) => {
    const asked = wide[index];
    return asked !== undefined && denied.some((each) => keyOf(each) === keyOf(asked)) ? rightsOf(role) : [];
  });
  return deniedOf(client, rights, undefined, signal);
}

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs?: readonly string[];
}

export interface Role extends KubeObject {
  readonly rules?: readonly Rule[];
}

export function isRole(object: KubeObject): object is Role {
  const { group } = parseApiVersion(object.apiVersion);
  return group === "rbac.authorization.k8s.io" && (object.kind === "Role" || object.kind === "ClusterRole");
}

/** Returns the rights of a role. Omits rules for URLs and for named objects. */
export function rightsOf({ kind, metadata, rules = [] }: Role, namespace = metadata.namespace ?? ""): Right[] {
  const where = kind === "Role" ? namespace : "";
  return rules
    .filter(({ resourceNames = [] }) => resourceNames.length === 0)
    .flatMap(({ apiGroups = [], resources = [], verbs = [] }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) => verbs.map((verb) => ({ verb, group, resource, namespace: where }))),
      ),
    );
}

/** The number of concurrent requests. */
const atOnce = 8;

/** Returns the denied rights, each once, in the given order. */
export async function deniedOf(
  client: HttpClient,
  rights: readonly Right[],
  subject: Subject | undefined,
  signal: AbortSignal,
): Promise<Right[]> {
  const distinct = [...new Map(rights.map((right) => [keyOf(right), right])).values()];
  const denied: Right[] = [];
  for (let start = 0; start < distinct.length; start += atOnce) {
    const some = distinct.slice(start, start + atOnce);
    const answers = await Promise.all(some.map((right) => isAllowed(client, right, subject, signal)));
    denied.push(...some.filter((_, index) => answers[index] !== true));
  }
  return denied;
}

function keyOf({ verb, group, resource, namespace }: Right): string {
  return [verb, group, resource, namespace].join(" ");
}

/** Prints rights, with the verbs of a resource together: `create, patch deployments.apps in demo-system; …`. */
export function showRights(rights: readonly Right[]): string {
  const verbs = new Map<string, string[]>();
  for (const { verb, group, resource, namespace } of rights) {
    const name = group === "" ? resource : `${resource}.${group}`;
    const key = namespace === "" ? name : `${name} in ${namespace}`;
    verbs.set(key, [...(verbs.get(key) ?? []), verb]);
  }
  const shown = [...verbs].map(([what, list]) => `${list.join(", ")} ${what}`);
  return shown.length > 8 ? `${shown.slice(0, 8).join("; ")}; and ${shown.length - 8} more` : shown.join("; ");
}
