/** The operator's roles: the permissions from the `@rbac` tags, and those that every controller needs for its own kind. */
import type { JsonValue } from "../core/json.js";
import { printYamlDocuments } from "../core/yaml.js";
import type { Tag } from "../model/annotations.js";
import type { Model } from "../model/model.js";
import { compareText } from "../core/compare-text.js";
import type { Crd } from "./crd.js";
import { namedKinds } from "./resource-of.js";
import { inferredRules, managerRole, type NamedRule, serverRole } from "./inferred-rules.js";
import { mergeRules, type PolicyRule } from "./rbac-rules.js";
import type { Fault, Reporter } from "./reporter.js";
import { recordOf } from "./tags/context.js";

/**
 * Generates `config/rbac/role.yaml`. The role of the manager always exists, because a scaffolded binding references it. In a
 * project that watches namespaces it is a Role; if a ClusterRole is added, its binding is added too.
 *
 * @param namespace - the namespace of the role of a namespaced project; undefined in a project that watches the whole cluster
 */
export function generateRoles(
  reporter: Reporter,
  model: RoleModel,
  crds: readonly Crd[],
  namespace: string | undefined,
): string {
  const rules = collectRules(reporter, model, crds, namespace);
  const isBindingNeeded =
    namespace !== undefined && rules.some((rule) => rule.namespace === "" && rule.roleName === managerRole);
  const roles = roleManifests({ namespace: namespace ?? "", roleName: managerRole }, rules);
  return printYamlDocuments([...roles, ...(isBindingNeeded ? [clusterRoleBinding] : [])]);
}

/**
 * Generates `config/apiserver/role.yaml`. The server watches the whole cluster, also in a project whose operator watches
 * namespaces.
 */
export function generateServerRoles(reporter: Reporter, server: RoleModel, crds: readonly Crd[]): string {
  const rules = collectServerRules(reporter, server, crds);
  return printYamlDocuments(roleManifests({ namespace: "", roleName: serverRole }, rules));
}

/** Returns the roles of the rules, and an empty one if no rule belongs to the main role. */
function roleManifests(main: Pick<NamedRule, "namespace" | "roleName">, rules: readonly NamedRule[]): JsonValue[] {
  const roles = new Map<string, NamedRule[]>([[JSON.stringify([main.namespace, main.roleName]), []]]);
  for (const rule of rules) {
    const key = JSON.stringify([rule.namespace, rule.roleName]);
    roles.set(key, [...(roles.get(key) ?? []), rule]);
  }
  return [...roles].toSorted(([a], [b]) => compareText(a, b)).map(([key, members]) => roleManifest(key, members));
}

/**
 * The service account has the name from its scaffolded file, so that kustomize applies the prefix and the namespace to both.
 */
const clusterRoleBinding: JsonValue = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRoleBinding",
  metadata: { name: "manager-cluster-rolebinding" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: managerRole },
  subjects: [{ kind: "ServiceAccount", name: "controller-manager", namespace: "system" }],
};

type RoleModel = Pick<Model, "rbac" | "permissions" | "foreign">;

/** Collects everything that the extension API server requires. To create an object in a namespace, it reads the namespace. */
export function collectServerRules(
  reporter: Reporter,
  { rbac, permissions, foreign }: RoleModel,
  crds: readonly Crd[],
): NamedRule[] {
  const namespaces = { groups: [""], resources: ["namespaces"], resourceNames: [], urls: [], verbs: ["get", "list"] };
  const cause = { kind: "inferred", why: "the extension API server", at: { file: "apiserver.ts" } } as const;
  return [
    { namespace: "", roleName: serverRole, rule: namespaces, cause },
    ...inferredRules(permissions, namedKinds(crds, { foreign }), undefined, serverRole),
    ...rbac.map((tag) => ruleOf(reporter, tag, undefined, serverRole)).filter((rule) => rule !== undefined),
  ];
}

/** Collects everything that tags and code require, one rule for each requirement. */
export function collectRules(
  reporter: Reporter,
  { rbac, permissions, foreign }: RoleModel,
  crds: readonly Crd[],
  namespace: string | undefined,
): NamedRule[] {
  return [
    ...inferredRules(permissions, namedKinds(crds, { foreign }), namespace),
    ...rbac.map((tag) => ruleOf(reporter, tag, namespace)).filter((rule) => rule !== undefined),
    ...crds.flatMap((crd) => ownRules(crd, namespace)),
  ];
}

function roleManifest(key: string, members: readonly NamedRule[]): JsonValue {
  // JSON.stringify created the key from these two texts.
  const [namespace, name] = JSON.parse(key) as [string, string];
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: namespace === "" ? "ClusterRole" : "Role",
    metadata: namespace === "" ? { name } : { name, namespace },
    rules: mergeRules(members.map(({ rule }) => rule)).map(ruleManifest),
  };
}

function ruleManifest({ groups, resources, resourceNames, urls, verbs }: PolicyRule): JsonValue {
  return {
    ...(groups.length === 0 ? {} : { apiGroups: groups }),
    ...(urls.length === 0 ? {} : { nonResourceURLs: urls }),
    ...(resourceNames.length === 0 ? {} : { resourceNames }),
    ...(resources.length === 0 ? {} : { resources }),
    verbs,
  };
}

function ruleOf(
  reporter: Reporter,
  tag: Tag,
  projectNamespace: string | undefined,
  mainRole: string = managerRole,
): NamedRule | undefined {
  const given = recordOf(tag);
  const list = (name: string): string[] => {
    const value = given[name];
    return Array.isArray(value) ? value.map(String) : [];
  };
  const rule: PolicyRule = {
    // The empty group is written "", and splitting drops it.
    groups: hasEmptyGroup(tag) ? ["", ...list("groups")] : list("groups"),
    resources: list("resources"),
    resourceNames: list("resourceNames"),
    urls: list("urls"),
    verbs: list("verbs"),
  };
  const isForUrls = rule.urls.length > 0;
  const namespace =
    typeof given["namespace"] === "string" ? given["namespace"] : isForUrls ? "" : (projectNamespace ?? "");
  const fault = faultOf(rule, namespace);
  if (fault !== undefined) {
    reporter.error("rbac/invalid", tag.at, `${tag.spelling}: ${fault.message}`, fault.hint);
    return undefined;
  }
  const roleName = typeof given["roleName"] === "string" && given["roleName"] !== "" ? given["roleName"] : mainRole;
  return { namespace, roleName, rule, cause: { kind: "declared", why: tag.spelling, at: tag.at } };
}

function hasEmptyGroup(tag: Tag): boolean {
  const groups = recordOf(tag)["groups"];
  return Array.isArray(groups) && (groups.length === 0 || groups.includes(""));
}

/** Returns the reason why the API server rejects a rule, or why an accepted rule would never apply. */
function faultOf({ verbs, urls, resources, groups }: PolicyRule, namespace: string): Fault | undefined {
  if (verbs.length === 0) return { message: "its verbs are missing", hint: "For example: verbs=get;list;watch" };
  const [isForUrls, isForResources] = [urls.length > 0, resources.length > 0];
  if (isForUrls && isForResources) {
    return { message: "one rule cannot name both URLs and resources", hint: "Write a rule for each." };
  }
  if (isForUrls && namespace !== "") {
    return { message: "a Role in a namespace cannot allow URLs", hint: "Remove namespace." };
  }
  if (!isForUrls && !isForResources) {
    return { message: "it names no resources", hint: "Add resources=deployments, or urls=/metrics." };
  }
  if (isForResources && groups.length === 0) {
    const hint = "Add groups=apps, or groups=core for pods, secrets and the like.";
    return { message: "the resources' API group is missing", hint };
  }
  const word = [...verbs, ...resources].find((each) => each !== each.toLowerCase());
  if (word === undefined) return undefined;
  const hint = `Write verbs and resources in lower case: ${word.toLowerCase()}`;
  return { message: `${JSON.stringify(word)} would never match`, hint };
}

/** Returns the rules that kubebuilder scaffolds above a controller, for each kind with a controller. */
function ownRules({ group, names, versions }: Crd, projectNamespace: string | undefined): NamedRule[] {
  const controlled = versions.find(({ model }) => model.hasController)?.model;
  if (controlled === undefined) return [];
  const namespace = names.scope === "Cluster" ? "" : (projectNamespace ?? "");
  const rule = (resource: string, verbs: readonly string[]): NamedRule => ({
    namespace,
    roleName: managerRole,
    rule: { groups: [group], resources: [resource], resourceNames: [], urls: [], verbs },
    cause: { kind: "inferred", why: `the controller of ${controlled.kind}`, at: controlled.at },
  });
  return [
    rule(names.plural, ["create", "delete", "get", "list", "patch", "update", "watch"]),
    rule(`${names.plural}/status`, ["get", "patch", "update"]),
    rule(`${names.plural}/finalizers`, ["update"]),
  ];
}
