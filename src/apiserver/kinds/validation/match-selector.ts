import type { JsonObject } from "../../../core/json.js";
import { objectsOf, textMapOf, textOf, textsOf } from "../../json-fields.js";

/** Whether a LabelSelector that is valid selects what has these labels. */
export function matchesSelector(selector: JsonObject, labels: Readonly<Record<string, string>>): boolean {
  const matchLabels = Object.entries(textMapOf(selector, "matchLabels"));
  return (
    matchLabels.every(([key, value]) => labels[key] === value) &&
    objectsOf(selector, "matchExpressions").every((expression) => matchesExpression(expression, labels))
  );
}

function matchesExpression(expression: JsonObject, labels: Readonly<Record<string, string>>): boolean {
  const value = labels[textOf(expression, "key")];
  const values = textsOf(expression, "values");
  switch (textOf(expression, "operator")) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    default:
      return value === undefined;
  }
}
