/** Label selectors of metrics, as texts. */
import type { LabelSelector } from "../../../k8s/meta/v1.js";

/** Returns the selector as a parameter of a request; an empty text selects everything. */
export function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector = {}): string {
  const labels = Object.entries(matchLabels).map(([key, value]) => ({ key, text: `${key}=${value}` }));
  const expressions = matchExpressions.map(({ key, operator, values = [] }) => ({
    key,
    text: expressionText(key, operator, values.toSorted().join(",")),
  }));
  const all = [...labels, ...expressions].toSorted((left, right) => (left.key < right.key ? -1 : 1));
  return all.map(({ text }) => text).join(",");
}

function expressionText(key: string, operator: string, values: string): string {
  switch (operator) {
    case "In":
      return `${key} in (${values})`;
    case "NotIn":
      return `${key} notin (${values})`;
    case "Exists":
      return key;
    default:
      return `!${key}`;
  }
}

/** Returns the selector as Go prints the pointer to it. */
export function goSelector(selector: LabelSelector | undefined): string {
  if (selector === undefined) return "nil";
  const labels = Object.entries(selector.matchLabels ?? {})
    .toSorted()
    .map(([key, value]) => `${key}: ${value},`)
    .join("");
  const expressions = (selector.matchExpressions ?? [])
    .map(
      ({ key, operator, values = [] }) =>
        `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(" ")}],},`,
    )
    .join("");
  return `&LabelSelector{MatchLabels:map[string]string{${labels}},MatchExpressions:[]LabelSelectorRequirement{${expressions}},}`;
}
