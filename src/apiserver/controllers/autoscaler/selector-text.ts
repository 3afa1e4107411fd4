/** Label selectors of metrics, as texts. */
import type { LabelSelector } from "../../../k8s/meta/v1.js";
import { printRequirements } from "../../kinds/tables/selector-text.js";

/** Returns the selector as a parameter of a request; an empty text selects everything. */
export function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector = {}): string {
  return printRequirements(matchLabels, matchExpressions);
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
