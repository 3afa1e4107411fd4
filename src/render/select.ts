/** Selects the objects of a target. Sources: api/types/selector.go, api/resmap/reswrangler.go (Select). */
import { parseLabelSelector } from "../kube/label-selector.js";
import { effectiveNamespace, type Gvk, type ResourceId } from "./gvk.js";
import { compileWhole } from "./pattern.js";
import { currentId, gvkOf, originalId, type Resource, stringMapOf } from "./resource.js";
import type { Node } from "./node.js";

/** The patterns of a selector; an empty pattern matches any value. */
export interface Selector extends ResourceId {
  readonly labelSelector: string;
  readonly annotationSelector: string;
}

export interface CompiledSelector {
  readonly isAnyId: boolean;
  matchesGvk(gvk: Gvk): boolean;
  matchesName(name: string): boolean;
  matchesNamespace(namespace: string): boolean;
  matchesMetadata(node: Node): boolean;
  /** Whether the selector includes labels or annotations. */
  readonly hasMetadata: boolean;
}

export function compileSelector(selector: Selector): CompiledSelector {
  const [group, version, kind] = [selector.group, selector.version, selector.kind].map(compileWhole);
  const labels = parseLabelSelector(selector.labelSelector);
  const annotations = parseLabelSelector(selector.annotationSelector);
  return {
    isAnyId: [selector.group, selector.version, selector.kind, selector.name, selector.namespace].join("") === "",
    matchesGvk: (gvk) => group?.(gvk.group) === true && version?.(gvk.version) === true && kind?.(gvk.kind) === true,
    matchesName: compileWhole(selector.name),
    matchesNamespace: compileWhole(selector.namespace),
    matchesMetadata: (node) => labels(mapOf(node, "labels")) && annotations(mapOf(node, "annotations")),
    hasMetadata: selector.labelSelector !== "" || selector.annotationSelector !== "",
  };
}

function mapOf(node: Node, field: "labels" | "annotations"): Record<string, string> {
  return Object.fromEntries(stringMapOf(node, field));
}
/** Selects objects by their current or their original names. */
export function selectResources(resources: readonly Resource[], selector: Selector): Resource[] {
  const compiled = compileSelector(selector);
  return resources.filter((resource) => {
    const ids = [originalId(resource), currentId(resource)];
    return (
      ids.some((id) => compiled.matchesNamespace(effectiveNamespace(id))) &&
      ids.some(({ name }) => compiled.matchesName(name)) &&
      compiled.matchesGvk(gvkOf(resource)) &&
      compiled.matchesMetadata(resource.node)
    );
  });
}
