/** What the code does → the rules that allow it. */
import { parseApiVersion } from "../core/gvk.js";
import type { InferredPermission } from "../model/permissions.js";
import { readBuiltInResources } from "../schema/built-in-resources.js";
import type { Crd } from "./crd.js";
import { managerRole, type NamedRule } from "./named-rule.js";
import { resourceOf } from "./resource-of.js";

/**
 * @param projectNamespace - where the role of a project belongs that watches namespaces only
 */
export function inferredRules(
  permissions: readonly InferredPermission[],
  crds: readonly Crd[],
  projectNamespace: string | undefined,
): NamedRule[] {
  if (permissions.length === 0) return [];
  const builtIn = readBuiltInResources();
  return permissions.map(({ apiVersion, kind, subresource, verbs, why, at }) => {
    const { group } = parseApiVersion(apiVersion);
    const { name, namespaced } = resourceOf({ apiVersion, kind }, crds, builtIn);
    return {
      // A kind that no namespace holds needs a rule for the whole cluster.
      namespace: namespaced ? (projectNamespace ?? "") : "",
      roleName: managerRole,
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
