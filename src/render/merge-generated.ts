/** Merges generated objects with existing objects. Source: api/resmap/reswrangler.go, appendReplaceOrMerge. */
import { TsopError } from "../core/errors.js";
import { isSameId, showId } from "./gvk.js";
import type { GeneratorEntry } from "./read-generators.js";
import { fieldOf, mapNode, textNode, textOf } from "./node.js";
import { addResources } from "./resource-list.js";
import {
  currentId,
  hasHadId,
  nameOf,
  namespaceOf,
  type Resource,
  setName,
  setNamespace,
  setStringMap,
  stringMapOf,
} from "./resource.js";

export function addGenerated(
  resources: readonly Resource[],
  generated: Resource,
  behavior: GeneratorEntry["behavior"],
): readonly Resource[] {
  const id = currentId(generated);
  const [existing, other] = resources.filter((each) => hasHadId(each, id));
  const isMerged = behavior === "merge" || behavior === "replace";
  if (existing === undefined) {
    if (!isMerged) return addResources(resources, [generated]);
    throw new TsopError("render/no-target", `${showId(id)} does not exist, so tsop cannot ${behavior} it`, {
      hint: "Remove `behavior` to create it.",
    });
  }
  if (other !== undefined) {
    throw new TsopError("render/ambiguous", `the generator of ${showId(id)} matches more than one object`, {
      hint: "Set the `namespace` of the generator.",
    });
  }
  if (!isMerged) {
    throw new TsopError("render/duplicate", `the generated ${showId(id)} already exists`, {
      hint: "Rename one of them, or write `behavior: merge` or `replace`.",
    });
  }
  mergeInto(generated, existing, behavior);
  const merged = currentId(generated);
  return resources.map((each) => (isSameId(currentId(each), merged) ? generated : each));
}

function mergeInto(generated: Resource, existing: Resource, behavior: string): void {
  const { node } = generated;
  for (const field of ["labels", "annotations"] as const) {
    setStringMap(node, field, new Map([...stringMapOf(existing.node, field), ...stringMapOf(node, field)]));
  }
  const needsHash = existing.history.needsHash && generated.history.needsHash;
  generated.history = { ...existing.history, needsHash };
  setName(generated, nameOf(existing));
  setNamespace(generated, namespaceOf(existing));
  if (behavior !== "merge") return;
  for (const field of ["data", "binaryData"]) {
    const values = [...texts(existing, field), ...texts(generated, field)];
    node.fields.delete(field);
    const fields = new Map(values.map(([key, value]) => [key, textNode(value)]));
    if (fields.size > 0) node.fields.set(field, mapNode(fields));
  }
}

function texts({ node }: Resource, field: string): [string, string][] {
  return [...(fieldOf(node, field)?.fields ?? [])].map(([key, value]) => [key, textOf(value)]);
}
