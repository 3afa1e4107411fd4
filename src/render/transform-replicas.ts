/** Sources: api/internal/builtins/ReplicaCountTransformer.go, api/filters/replicacount. */
import { TsopError } from "../core/errors.js";
import { applyFieldSpec, type FieldSpec } from "./field-spec.js";
import { isSelected } from "./gvk.js";
import type { ReplicaEntry } from "./read-entries.js";
import { type Node, setScalar } from "./node.js";
import { allIds, type Resource } from "./resource.js";

export function setReplicas(
  resources: readonly Resource[],
  { name, count }: ReplicaEntry,
  fieldSpecs: readonly FieldSpec[],
): void {
  let isFound = false;
  for (const spec of fieldSpecs) {
    const matching = resources.filter((each) => allIds(each).some((id) => id.name === name && isSelected(id, spec)));
    if (matching.length > 0) isFound = true;
    for (const { node } of matching) {
      applyFieldSpec(node, spec, (field) => setCount(field, count), { kind: "scalar", tag: "!!int" });
    }
  }
  if (isFound) return;
  const kinds = [...new Set(fieldSpecs.map(({ kind }) => kind ?? "any kind"))].join(", ");
  throw new TsopError(
    "render/no-target",
    `\`replicas\` names ${JSON.stringify(name)}, but that object does not exist`,
    {
      hint: `Name an object of one of these kinds: ${kinds}; or remove the entry.`,
    },
  );
}

function setCount(field: Node, count: string): void {
  if (field.kind !== "scalar") {
    throw new TsopError("render/invalid", "a field for `replicas` contains a map or a list", {
      hint: "Use the type that Kubernetes defines for the field of this kind.",
    });
  }
  setScalar(field, count, "!!int");
}
