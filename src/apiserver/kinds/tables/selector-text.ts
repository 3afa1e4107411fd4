import type { JsonObject } from "../../../core/json.js";
import { objectsOf, textMapOf, textOf, textsOf } from "../../api-object.js";

/** Shows a LabelSelector as tables do. */
export function formatSelector(selector: JsonObject | undefined): string {
  const text = printSelector(selector);
  return text === "" ? "<none>" : text;
}

/**
 * Prints a LabelSelector as a query parameter; empty for a selector that selects everything.
 * Source: k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go (FormatLabelSelector), pkg/labels/selector.go.
 */
export function printSelector(selector: JsonObject | undefined): string {
  const requirements = objectsOf(selector, "matchExpressions").map((each) => ({
    key: textOf(each, "key"),
    operator: textOf(each, "operator"),
    values: textsOf(each, "values"),
  }));
  return printRequirements(textMapOf(selector, "matchLabels"), requirements);
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** Prints the parts of a LabelSelector as a query parameter. */
export function printRequirements(
  labels: Readonly<Record<string, string>>,
  expressions: readonly Requirement[],
): string {
  const all = [
    ...Object.entries(labels).map(([key, value]) => [key, `${key}=${value}`]),
    ...expressions.map((each) => [each.key, showRequirement(each)]),
  ].toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return all.map(([, text]) => text).join(",");
}

function showRequirement({ key, operator, values: given = [] }: Requirement): string {
  const values = given.toSorted().join(",");
  switch (operator) {
    case "In":
      return `${key} in (${values})`;
    case "NotIn":
      return `${key} notin (${values})`;
    case "DoesNotExist":
      return `!${key}`;
    default:
      return key;
  }
}
