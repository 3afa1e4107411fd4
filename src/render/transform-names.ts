/** Sources: api/internal/builtins/{Prefix,Suffix}Transformer.go. */
import { applyFieldSpec, type FieldSpec } from "./field-spec.js";
import { type GvkSelector, isSelected } from "./gvk.js";
import { type Node, setScalar } from "./node.js";
import { originalId, rememberId, type Resource } from "./resource.js";

/** Kinds whose names have a fixed meaning and do not change. */
const namedByOthers: readonly GvkSelector[] = [
  { kind: "CustomResourceDefinition" },
  { group: "apiregistration.k8s.io", kind: "APIService" },
  { kind: "Namespace" },
];

/** Adds a prefix or a suffix to the selected names. */
export function addAffix(
  resources: readonly Resource[],
  place: "prefixes" | "suffixes",
  affix: string,
  fieldSpecs: readonly FieldSpec[],
): void {
  const rename = (node: Node): void => setScalar(node, place === "prefixes" ? affix + node.value : node.value + affix);
  for (const resource of resources) {
    const id = originalId(resource);
    if (namedByOthers.some((kind) => isSelected(id, kind))) continue;
    for (const spec of fieldSpecs.filter((each) => isSelected(id, each))) {
      if (spec.path === "metadata/name") {
        const { history } = resource;
        resource.history = { ...history, [place]: [...history[place], affix] };
        rememberId(resource);
      }
      applyFieldSpec(resource.node, spec, rename, { kind: "scalar", tag: "!!str" });
    }
  }
}
