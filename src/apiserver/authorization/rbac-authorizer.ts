/**
 * Authorizes by the stored roles and bindings. Bindings are indexed by their subjects, because each request needs them; the rules
 * of a role are read on demand. Source: k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/rbac.go and
 * pkg/registry/rbac/validation/rule.go.
 */
import { joinErrors, quoteText } from "../../core/go-text.js";
import { groupBy } from "../../core/group-by.js";
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { PolicyRule, Subject } from "../../k8s/rbac/v1.js";
import type { ApiObject } from "../api-object.js";
import type { StoredObjects, UserInfo } from "../resource.js";
import { notFoundError, serverFault, StatusError } from "../status-error.js";
import {
  isPrivileged,
  type AuthorizationDecision,
  type Authorizer,
  type RequestAttributes,
  type RulesOfUser,
} from "./authorizer.js";
import { rbacGroup, type RoleRef, roleRefOf, rulesOf, storageKeys, subjectsOf } from "./rbac-objects.js";
import { doesRuleAllow } from "./rule-matches.js";

export class RbacAuthorizer implements Authorizer {
  readonly #objects: StoredObjects;
  /** By namespace; cluster role bindings have an empty one. */
  readonly #indexes = new Map<string, FindBindings>();

  readonly #version: KubernetesVersion;

  constructor(objects: StoredObjects, version: KubernetesVersion) {
    this.#objects = objects;
    this.#version = version;
  }

  /** Must be called when a binding is created, changed or deleted; other writes do not matter. */
  noteWrite(storageKey: string, namespace: string): void {
    if (storageKey === storageKeys.clusterRoleBindings) this.#indexes.delete("");
    else if (storageKey === storageKeys.roleBindings) this.#indexes.delete(namespace);
  }

  authorize(attributes: RequestAttributes): AuthorizationDecision {
    const { user, namespace } = attributes;
    if (isPrivileged(user)) return { isAllowed: true, reason: "" };
    const errors: string[] = [];
    for (const bound of this.#bindingsOf(user, namespace)) {
      const rules = this.#rulesOf(bound, errors);
      if (rules.some((rule) => doesRuleAllow(rule, attributes))) {
        return { isAllowed: true, reason: `RBAC: allowed by ${describe(bound)}` };
      }
    }
    // Since 1.36, the name of the authorizer comes first. Source: k8s.io/apiserver/pkg/authorization/union/union.go.
    const start = isSince(this.#version, "1.37") ? "rbac: RBAC" : "RBAC";
    return {
      isAllowed: false,
      reason: errors.length === 0 ? "" : `${start}: ${joinErrors(errors)}`,
    };
  }

  /** Returns the rules of a user. Like the API server, omits the rights of privileged users, which come from no rule. */
  rulesFor(user: UserInfo, namespace: string): RulesOfUser {
    const errors: string[] = [];
    const rules = this.#bindingsOf(user, namespace).flatMap((bound) => this.#rulesOf(bound, errors));
    return { rules, errors };
  }

  /** Returns the rules of the role that a binding references; throws a 404 if the role does not exist. */
  referencedRules({ kind, name }: RoleRef, namespace: string): readonly PolicyRule[] {
    if (kind === "Role") return this.#role("roles", namespace, name);
    if (kind === "ClusterRole") return this.#role("clusterroles", "", name);
    throw serverFault(`unsupported role reference kind: ${quoteText(kind)}`);
  }

  #role(resource: "roles" | "clusterroles", namespace: string, name: string): readonly PolicyRule[] {
    const role = this.#objects.get(`${rbacGroup}/${resource}`, namespace, name);
    // The API server's caches use the singular name of the resource.
    if (role === undefined) throw notFoundError({ group: rbacGroup, resource: resource.slice(0, -1) }, name);
    return rulesOf(role);
  }

  #rulesOf({ binding, namespace }: BoundSubject, errors: string[]): readonly PolicyRule[] {
    try {
      return this.referencedRules(roleRefOf(binding), namespace);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      errors.push(error.message);
      return [];
    }
  }

  #bindingsOf(user: UserInfo, namespace: string): readonly BoundSubject[] {
    const ofCluster = this.#index("")(user);
    return namespace === "" ? ofCluster : [...ofCluster, ...this.#index(namespace)(user)];
  }

  #index(namespace: string): FindBindings {
    const known = this.#indexes.get(namespace);
    if (known !== undefined) return known;
    const bindings =
      namespace === ""
        ? this.#objects.list(storageKeys.clusterRoleBindings)
        : this.#objects.list(storageKeys.roleBindings, namespace);
    const index = indexBySubject(bindings, namespace);
    // A request may contain any text as a namespace; cache only namespaces with bindings.
    if (namespace === "" || bindings.length > 0) this.#indexes.set(namespace, index);
    return index;
  }
}

interface BoundSubject {
  readonly binding: ApiObject;
  readonly subject: Subject;
  readonly namespace: string;
  /** The position among the subjects of all bindings of the namespace. */
  readonly order: number;
}

/** Returns each binding once, by its first subject that matches the user. */
type FindBindings = (user: UserInfo) => readonly BoundSubject[];

function indexBySubject(bindings: readonly ApiObject[], namespace: string): FindBindings {
  const bound = bindings
    .flatMap((binding) => subjectsOf(binding).map((subject) => ({ binding, subject, namespace })))
    .map((each, order) => ({ ...each, order }));
  const bySubject = groupBy(bound, ({ subject }) => keyOf(subject, namespace));
  return ({ username, groups }) => {
    const keys = [`User:${username}`, ...groups.map((group) => `Group:${group}`)];
    const found = keys.flatMap((key) => bySubject.get(key) ?? []);
    if (found.length < 2) return found;
    found.sort((left, right) => left.order - right.order);
    return found.filter(({ binding }, index) => found[index - 1]?.binding !== binding);
  };
}

function keyOf({ kind, name, namespace = "" }: Subject, bindingNamespace: string): string | undefined {
  if (kind === "User" || kind === "Group") return `${kind}:${name}`;
  const home = namespace === "" ? bindingNamespace : namespace;
  return kind === "ServiceAccount" && home !== "" ? `User:system:serviceaccount:${home}:${name}` : undefined;
}

/** Describes the binding. Like the API server, puts names before namespaces. */
function describe({ binding, subject, namespace }: BoundSubject): string {
  const { kind, name } = roleRefOf(binding);
  const home = subject.namespace ?? namespace;
  const to = subject.kind === "ServiceAccount" ? `${subject.name}/${home}` : subject.name;
  const bindingName = binding.metadata.name ?? "";
  const bindingText =
    namespace === ""
      ? `ClusterRoleBinding ${quoteText(bindingName)}`
      : `RoleBinding ${quoteText(`${bindingName}/${namespace}`)}`;
  return `${bindingText} of ${kind} ${quoteText(name)} to ${subject.kind} ${quoteText(to)}`;
}
