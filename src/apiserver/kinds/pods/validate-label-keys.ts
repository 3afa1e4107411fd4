/** Keys whose values come from the pod's own labels. Source: pkg/apis/core/validation/validation.go. */
import { type FieldError, forbidden, invalid } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textMapOf, textOf, textsOf } from "../../json-fields.js";
import { validateLabelName } from "../validation/labels.js";

export function validateLabelKeys(term: JsonObject, path: string): FieldError[] {
  const selector = objectOf(term, "labelSelector");
  const matched = textsOf(term, "matchLabelKeys");
  const mismatched = textsOf(term, "mismatchLabelKeys");
  return [
    ...validateKeys(matched, selector, `${path}.matchLabelKeys`),
    ...validateKeys(mismatched, selector, `${path}.mismatchLabelKeys`),
    ...validateAgainstSelector(matched, selector, path),
    ...matched.flatMap((key, index) =>
      mismatched.includes(key)
        ? [invalid(`${path}.matchLabelKeys[${index}]`, key, "exists in both matchLabelKeys and mismatchLabelKeys")]
        : [],
    ),
  ];
}

function validateKeys(keys: readonly string[], selector: JsonObject | undefined, path: string): FieldError[] {
  if (keys.length === 0) return [];
  if (selector === undefined) return [forbidden(path, "must not be specified when labelSelector is not set")];
  return keys.flatMap((key, index) => validateLabelName(key, `${path}[${index}]`));
}

/** The server itself adds an expression for each key, so only a second one is a fault. */
function validateAgainstSelector(
  keys: readonly string[],
  selector: JsonObject | undefined,
  path: string,
): FieldError[] {
  const seen = new Set(Object.keys(textMapOf(selector, "matchLabels")));
  return objectsOf(selector, "matchExpressions").flatMap((expression) => {
    const key = textOf(expression, "key");
    const index = keys.lastIndexOf(key);
    const isTwice = index >= 0 && seen.has(key);
    seen.add(key);
    return isTwice ? [invalid(`${path}[${index}]`, key, "exists in both matchLabelKeys and labelSelector")] : [];
  });
}
