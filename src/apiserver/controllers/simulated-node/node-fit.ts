/** Whether a pod may run on a node. Source: kubernetes/pkg/scheduler, k8s.io/component-helpers/scheduling/corev1. */
import type { Node, NodeSelectorTerm, PodSpec, Taint, Toleration } from "../../../k8s/core/v1.js";
import { selects } from "../../selectors/selected-labels.js";
import type { Stored } from "../shared/kind-objects.js";

/** Returns whether the node has the labels that a pod asks for. */
export function isSelected({ metadata }: Stored<Node>, { nodeSelector, affinity, nodeName = "" }: PodSpec): boolean {
  if (nodeName !== "" && nodeName !== metadata.name) return false;
  if (nodeSelector !== undefined && !selects({ matchLabels: nodeSelector }, metadata.labels)) return false;
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  return terms === undefined || isNodeOf(terms, { metadata });
}

/** Returns whether one of the terms selects the node. */
export function isNodeOf(terms: readonly NodeSelectorTerm[], { metadata }: Pick<Stored<Node>, "metadata">): boolean {
  return terms.some((term) => isMatch(term, metadata));
}

function isMatch(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  { name, labels = {} }: Stored["metadata"],
): boolean {
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  return (
    matchExpressions.every((each) => holds(each, labels)) &&
    matchFields.every((each) => holds(each, { "metadata.name": name }))
  );
}

type Requirement = NonNullable<NodeSelectorTerm["matchExpressions"]>[number];

function holds({ key, operator, values = [] }: Requirement, labels: Readonly<Record<string, string>>): boolean {
  if (operator !== "Gt" && operator !== "Lt") return selects({ matchExpressions: [{ key, operator, values }] }, labels);
  const [value, limit] = [Number(labels[key] ?? Number.NaN), Number(values[0])];
  return operator === "Gt" ? value > limit : value < limit;
}

const unschedulable: Taint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };

/** Returns whether the tolerations of a pod cover the taints with these effects. */
export function isTolerated(
  { spec }: Stored<Node>,
  tolerations: readonly Toleration[],
  effects: readonly string[],
): boolean {
  const taints = [...(spec.taints ?? []), ...(spec.unschedulable === true ? [unschedulable] : [])];
  return taints
    .filter(({ effect }) => effects.includes(effect))
    .every((taint) => tolerations.some((each) => tolerates(each, taint)));
}

function tolerates({ key = "", operator = "Equal", value = "", effect }: Toleration, taint: Taint): boolean {
  if (effect !== undefined && effect !== taint.effect) return false;
  if (key !== "" && key !== taint.key) return false;
  return operator === "Exists" || (key !== "" && value === (taint.value ?? ""));
}
