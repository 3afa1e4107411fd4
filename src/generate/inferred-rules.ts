/** Converts the inferred behavior of the code to the rules that allow it. */
import { parseApiVersion } from "../core/gvk.js";
import type { InferredPermission } from "../model/model.js";
import { readBuiltInResources } from "../schema/built-in-resources.js";
import { type NamedKind, resourceOf } from "./resource-of.js";
import type { SourceLocation } from "../core/source-location.js";
import type { PolicyRule } from "./rbac-rules.js";

/**
 * @param projectNamespace - the namespace of the role, in a project that watches only namespaces
 */
export function inferredRules(
  permissions: readonly InferredPermission[],
  named: readonly NamedKind[],
  projectNamespace: string | undefined,
  roleName: string = managerRole,
): NamedRule[] {
  if (permissions.length === 0) return [];
  const builtIn = readBuiltInResources();
  return permissions.map(({ apiVersion, kind, subresource, verbs, why, at }) => {
    const { group } = parseApiVersion(apiVersion);
    const { name, namespaced } = resourceOf({ apiVersion, kind }, named, builtIn);
    return {
      // A cluster-scoped kind needs a rule for the whole cluster.
      namespace: namespaced ? (projectNamespace ?? "") : "",
      roleName,
      rule: {
        groups: [group],
        resources: [subresource === undefined ? name : `${name}/${subresource}`],
        resourceNames: [],
        urls: [],
        verbs,
      },
      cause: { kind: "inferred", why, at },
    };
  });
}

/** A rule, and the role that it belongs to. */
export interface NamedRule {
  /** Empty for a ClusterRole. */
  readonly namespace: string;
  readonly roleName: string;
  readonly rule: PolicyRule;
  /** The source code that requires the rule. */
  readonly cause: Cause;
}

export interface Cause {
  /** `declared`: by a tag; `inferred`: from the code. */
  readonly kind: "declared" | "inferred";
  /** `client.get(Secret)`, `@rbac`. */
  readonly why: string;
  readonly at: SourceLocation;
}

/** The role of the manager, which a scaffolded binding references. */
export const managerRole = "manager-role";

/** The role of the extension API server. */
export const serverRole = "apiserver-role";
