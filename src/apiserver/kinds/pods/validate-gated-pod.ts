/** A pod with scheduling gates may narrow its choice of nodes. Source: pkg/apis/core/validation/validation.go. */
import { type FieldError, invalid } from "../../../core/field-error.js";
import type { Json, JsonObject } from "../../../core/json.js";
import { listOf, objectOf, objectsOf, textMapOf } from "../../api-object.js";
import { copyField, isSame } from "../common-strategy.js";
import { invalidInternal } from "../validation/internal-forms.js";

const required = "requiredDuringSchedulingIgnoredDuringExecution";

export function validateNodeChoice(spec: JsonObject, old: JsonObject): FieldError[] {
  return [
    ...validateNodeSelector(spec, old),
    ...validateNodeAffinity(nodeAffinityOf(spec), nodeAffinityOf(old), "spec.affinity.nodeAffinity"),
  ];
}

/** Restores the old choice of nodes, so that only other differences remain. */
export function keepNodeChoice(spec: JsonObject, old: JsonObject): void {
  copyField(spec, old, "nodeSelector");
  const [affinity, before] = [objectOf(spec, "affinity"), objectOf(old, "affinity")];
  if (isSame(nodeAffinityOf(spec), nodeAffinityOf(old))) return;
  const isOfNodesAlone = affinity?.["podAffinity"] === undefined && affinity?.["podAntiAffinity"] === undefined;
  if (before === undefined && isOfNodesAlone) {
    delete spec["affinity"];
    return;
  }
  const kept: JsonObject = { ...affinity };
  copyField(kept, before ?? {}, "nodeAffinity");
  spec["affinity"] = kept;
}

function nodeAffinityOf(spec: JsonObject): JsonObject | undefined {
  return objectOf(objectOf(spec, "affinity"), "nodeAffinity");
}

function validateNodeSelector(spec: JsonObject, old: JsonObject): FieldError[] {
  const labels = textMapOf(spec, "nodeSelector");
  const isKept = Object.entries(textMapOf(old, "nodeSelector")).every(([key, value]) => labels[key] === value);
  const detail = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
  return isKept ? [] : [invalid("spec.nodeSelector", sortedOrNull(labels), detail)];
}

/** Returns null for a missing map. */
function sortedOrNull(labels: Readonly<Record<string, string>>): Json {
  const keys = Object.keys(labels).toSorted();
  return keys.length === 0 ? null : Object.fromEntries(keys.map((key) => [key, labels[key] ?? ""]));
}

function validateNodeAffinity(
  affinity: JsonObject | undefined,
  old: JsonObject | undefined,
  path: string,
): FieldError[] {
  const oldTerms = objectsOf(objectOf(old, required), "nodeSelectorTerms");
  const terms = objectsOf(objectOf(affinity, required), "nodeSelectorTerms");
  const at = `${path}.${required}.nodeSelectorTerms`;
  const type = "v1.NodeSelectorTerm";
  if (oldTerms.length > 0 && oldTerms.length !== terms.length) {
    const detail = "no additions/deletions to non-empty NodeSelectorTerms list are allowed";
    const shown = objectOf(affinity, required)?.["nodeSelectorTerms"] ?? null;
    return [invalidInternal(at, shown, type, detail)];
  }
  return oldTerms.flatMap((before, index) => {
    const term = terms[index] ?? {};
    const detail = "only additions are allowed (no mutations or deletions)";
    return hasOnlyMore(term, before) ? [] : [invalidInternal(`${at}[${index}]`, term, type, detail)];
  });
}

function hasOnlyMore(term: JsonObject, old: JsonObject): boolean {
  const lists = ["matchExpressions", "matchFields"];
  const wasEmpty = lists.every((list) => listOf(old, list).length === 0);
  if (wasEmpty) return lists.every((list) => listOf(term, list).length === 0);
  return lists.every((list) => {
    const before = listOf(old, list);
    return isSame([...listOf(term, list).slice(0, before.length)], [...before]);
  });
}
