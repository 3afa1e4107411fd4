import { parseApiVersion } from "../core/gvk.js";
import { pluralize } from "../core/plural.js";
import { type BuiltInResource, type BuiltInResources, findResource } from "../schema/built-in-resources.js";
import type { Crd } from "./crd.js";

/** Kinds whose names differ from their resources; metrics-server serves them. */
const metrics: Readonly<Record<string, BuiltInResource>> = {
  "metrics.k8s.io/PodMetrics": { name: "pods", namespaced: true },
  "metrics.k8s.io/NodeMetrics": { name: "nodes", namespaced: false },
};

/** Returns the resource of a kind: the project's own, Kubernetes' own, or for other kinds, the conventional name. */
export function resourceOf(
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  crds: readonly Crd[],
  builtIn: BuiltInResources,
): BuiltInResource {
  const { group } = parseApiVersion(apiVersion);
  const own = crds.find((each) => each.group === group && each.kind === kind);
  if (own !== undefined) return { name: own.names.plural, namespaced: own.names.scope === "Namespaced" };
  return (
    findResource(builtIn, apiVersion, kind) ??
    metrics[`${group}/${kind}`] ?? { name: pluralize(kind), namespaced: true }
  );
}
