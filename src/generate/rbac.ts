/** The operator's roles: what the `@rbac` tags ask for, and what every controller needs of its own kind. */
import type { JsonValue } from "../core/json.js";
import { printYamlDocuments } from "../core/yaml.js";
import type { Tag } from "../model/annotations.js";
import type { Model } from "../model/model.js";
import { compareText } from "../core/compare-text.js";
import type { Crd } from "./crd.js";
import { inferredRules } from "./inferred-rules.js";
import { managerRole, type NamedRule } from "./named-rule.js";
import { mergeRules, type PolicyRule } from "./rbac-rules.js";
import type { Reporter } from "./reporter.js";
import { recordOf } from "./tags/context.js";

export interface RoleOptions {
  /** Where a role of a namespaced project belongs; undefined in a project that watches the whole cluster. */
  readonly namespace: string | undefined;
}

/**
 * `config/rbac/role.yaml`. There is always a role of the manager, since a binding of the scaffold names it. In a
 * project that watches namespaces this is a Role; where a ClusterRole joins it, its binding comes along.
 */
export function generateRoles(
  reporter: Reporter,
  model: Pick<Model, "rbac" | "permissions">,
  crds: readonly Crd[],
  options: RoleOptions,
): string {
  const { namespace } = options;
  const rules = collectRules(reporter, model, crds, options);
  const roles = new Map<string, NamedRule[]>();
  roles.set(JSON.stringify([namespace ?? "", managerRole]), []);
  for (const rule of rules) {
    const key = JSON.stringify([rule.namespace, rule.roleName]);
    roles.set(key, [...(roles.get(key) ?? []), rule]);
  }
  const sorted = [...roles].toSorted(([a], [b]) => compareText(a, b));
  const isBindingNeeded = namespace !== undefined && roles.has(JSON.stringify(["", managerRole]));
  const bindings = isBindingNeeded ? [clusterRoleBinding] : [];
  return printYamlDocuments([...sorted.map(([key, members]) => roleManifest(key, members)), ...bindings]);
}

/** The service account as its scaffolded file names it, so that kustomize puts the prefix and the namespace to both. */
const clusterRoleBinding: JsonValue = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRoleBinding",
  metadata: { name: "manager-cluster-rolebinding" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: managerRole },
  subjects: [{ kind: "ServiceAccount", name: "controller-manager", namespace: "system" }],
};

/** All that tags and code ask for, one rule for each of them. */
export function collectRules(
  reporter: Reporter,
  { rbac, permissions }: Pick<Model, "rbac" | "permissions">,
  crds: readonly Crd[],
  { namespace }: RoleOptions,
): NamedRule[] {
  return [
    ...inferredRules(permissions, crds, namespace),
    ...rbac.map((tag) => ruleOf(reporter, tag, namespace)).filter((rule) => rule !== undefined),
    ...crds.flatMap((crd) => ownRules(crd, namespace)),
  ];
}

function roleManifest(key: string, members: readonly NamedRule[]): JsonValue {
  // The key is what JSON.stringify made of these two texts.
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

function ruleOf(reporter: Reporter, tag: Tag, projectNamespace: string | undefined): NamedRule | undefined {
  const given = recordOf(tag);
  const list = (name: string): string[] => {
    const value = given[name];
    return Array.isArray(value) ? value.map(String) : [];
  };
  const rule: PolicyRule = {
    // The empty group is written "", and splitting leaves nothing of it.
    groups: hasEmptyGroup(tag) ? ["", ...list("groups")] : list("groups"),
    resources: list("resources"),
    resourceNames: list("resourceNames"),
    urls: list("urls"),
    verbs: list("verbs"),
  };
  const isForUrls = rule.urls.length > 0;
  const namespace =
    typeof given["namespace"] === "string" ? given["namespace"] : isForUrls ? "" : (projectNamespace ?? "");
  if (!checkRule(reporter, tag, rule, namespace)) return undefined;
  const roleName = typeof given["roleName"] === "string" && given["roleName"] !== "" ? given["roleName"] : managerRole;
  return { namespace, roleName, rule, cause: { kind: "declared", why: tag.spelling, at: tag.at } };
}

function hasEmptyGroup(tag: Tag): boolean {
  const groups = recordOf(tag)["groups"];
  return Array.isArray(groups) && (groups.length === 0 || groups.includes(""));
}

/** Refusals of the API server, and rules that would be accepted and never apply. */
function checkRule(reporter: Reporter, tag: Tag, rule: PolicyRule, namespace: string): boolean {
  const fail = (message: string, hint: string): false => {
    reporter.error("rbac/invalid", tag.at, `${tag.spelling}: ${message}`, hint);
    return false;
  };
  if (rule.verbs.length === 0) return fail("its verbs are missing", "For example: verbs=get;list;watch");
  if (rule.urls.length > 0 && rule.resources.length > 0) {
    return fail("one rule cannot be for URLs and for resources", "Write a rule for each.");
  }
  if (rule.urls.length > 0 && namespace !== "") {
    return fail("a role of a namespace cannot be for URLs", "Leave namespace out.");
  }
  if (rule.urls.length === 0 && rule.resources.length === 0) {
    return fail("it is for no resource", "Add resources=deployments, or urls=/metrics.");
  }
  if (rule.resources.length > 0 && rule.groups.length === 0) {
    return fail(
      "the resources' API group is missing",
      "Add groups=apps, or groups=core for pods, secrets and the like.",
    );
  }
  const word = [...rule.verbs, ...rule.resources].find((each) => each !== each.toLowerCase());
  if (word !== undefined) {
    return fail(
      `${JSON.stringify(word)} would never match`,
      `Verbs and resources are lower-case: ${word.toLowerCase()}`,
    );
  }
  return true;
}

/** What kubebuilder scaffolds above a controller, for each kind that has one. */
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
