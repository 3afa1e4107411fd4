/** What the code does → the rules that allow it. */
import { parseApiVersion } from "../core/gvk.js";
import { pluralize } from "../core/plural.js";
import type { InferredPermission } from "../model/permissions.js";
import { type BuiltInResource, findResource, readBuiltInResources } from "../schema/built-in-resources.js";
import type { Crd } from "./crd.js";
import { managerRole, type NamedRule } from "./named-rule.js";

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
    const { name, namespaced } = ownResource(crds, group, kind) ??
      findResource(builtIn, apiVersion, kind) ?? { name: pluralize(kind), namespaced: true };
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

function ownResource(crds: readonly Crd[], group: string, kind: string): BuiltInResource | undefined {
  const crd = crds.find((each) => each.group === group && each.kind === kind);
  return crd && { name: crd.names.plural, namespaced: crd.names.scope === "Namespaced" };
}
