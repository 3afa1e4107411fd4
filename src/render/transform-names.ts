/** Sources: api/internal/builtins/{Prefix,Suffix}Transformer.go. */
import { applyFieldSpec, type FieldSpec } from "./field-spec.js";
import { type GvkSelector, isSelected } from "./gvk.js";
import { setScalar } from "./node.js";
import { originalId, rememberId, type Resource } from "./resource.js";

/** Their names mean something, and stay. */
const namedByOthers: readonly GvkSelector[] = [
  { kind: "CustomResourceDefinition" },
  { group: "apiregistration.k8s.io", kind: "APIService" },
  { kind: "Namespace" },
];

export function addPrefix(resources: readonly Resource[], prefix: string, fieldSpecs: readonly FieldSpec[]): void {
  rename(
    resources,
    fieldSpecs,
    (name) => prefix + name,
    (resource) => {
      resource.history = { ...resource.history, prefixes: [...resource.history.prefixes, prefix] };
    },
  );
}

export function addSuffix(resources: readonly Resource[], suffix: string, fieldSpecs: readonly FieldSpec[]): void {
  rename(
    resources,
    fieldSpecs,
    (name) => name + suffix,
    (resource) => {
      resource.history = { ...resource.history, suffixes: [...resource.history.suffixes, suffix] };
    },
  );
}

function rename(
  resources: readonly Resource[],
  fieldSpecs: readonly FieldSpec[],
  change: (name: string) => string,
  record: (resource: Resource) => void,
): void {
  for (const resource of resources) {
    const id = originalId(resource);
    if (namedByOthers.some((kind) => isSelected(id, kind))) continue;
    for (const spec of fieldSpecs.filter((each) => isSelected(id, each))) {
      if (spec.path === "metadata/name") {
        record(resource);
        rememberId(resource);
      }
      applyFieldSpec(resource.node, spec, (node) => setScalar(node, change(node.value)), {
        kind: "scalar",
        tag: "!!str",
      });
    }
  }
}
