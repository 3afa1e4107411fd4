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
  const labels = Object.entries(textMapOf(selector, "matchLabels")).map(([key, value]) => [key, `${key}=${value}`]);
  const expressions = objectsOf(selector, "matchExpressions").map((each) => [
    textOf(each, "key"),
    showExpression(each),
  ]);
  const all = [...labels, ...expressions].toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return all.map(([, text]) => text).join(",");
}

function showExpression(expression: JsonObject): string {
  const key = textOf(expression, "key");
  const values = textsOf(expression, "values").toSorted().join(",");
  switch (expression["operator"]) {
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
