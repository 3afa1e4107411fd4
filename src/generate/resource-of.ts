import { parseApiVersion } from "../core/gvk.js";
import { pluralize } from "../core/plural.js";
import type { Model } from "../model/model.js";
import { type BuiltInResource, type BuiltInResources, findResource } from "../schema/built-in-resources.js";
import type { Crd } from "./crd.js";
import { namesOf } from "./crd-names.js";
import { Reporter } from "./reporter.js";

/** A kind whose plural and scope are known. */
export type NamedKind = Pick<Crd, "group" | "kind" | "names">;

/** Returns the project's own kinds, and the kinds of other projects whose types have tags. */
export function namedKinds(crds: readonly Crd[], { foreign }: Pick<Model, "foreign">): NamedKind[] {
  const others = foreign.map((kind) => ({ group: kind.group, kind: kind.kind, names: namesOf(new Reporter(), kind) }));
  return [...crds, ...others];
}

/** Kinds whose names differ from their resources; metrics-server serves them. */
const metrics: Readonly<Record<string, BuiltInResource>> = {
  "metrics.k8s.io/PodMetrics": { name: "pods", namespaced: true },
  "metrics.k8s.io/NodeMetrics": { name: "nodes", namespaced: false },
};

/** Returns the resource of a kind: the project's own, Kubernetes' own, or for other kinds, the conventional name. */
export function resourceOf(
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  named: readonly NamedKind[],
  builtIn: BuiltInResources,
): BuiltInResource {
  const { group } = parseApiVersion(apiVersion);
  const own = named.find((each) => each.group === group && each.kind === kind);
  if (own !== undefined) return { name: own.names.plural, namespaced: own.names.scope === "Namespaced" };
  return (
    findResource(builtIn, apiVersion, kind) ??
    metrics[`${group}/${kind}`] ?? { name: pluralize(kind), namespaced: true }
  );
}
