/** The keys whose values come from the pod's own labels. Source: pkg/apis/core/validation/validation.go. */
import { forbidden, invalid } from "../../../core/field-error.js";
import { objectOf, objectsOf, textMapOf, textOf, textsOf } from "../../api-object.js";
import { must, type rule } from "../rules/index.js";

interface Selecting {
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
}

function keysOf(field: "matchLabelKeys" | "mismatchLabelKeys"): rule.Rule<Selecting, unknown> {
  return ({ object, path }) => {
    const [keys, at] = [textsOf(object, field), `${path}.${field}`];
    if (keys.length > 0 && objectOf(object, "labelSelector") === undefined) {
      return [forbidden(at, "must not be specified when labelSelector is not set")];
    }
    return keys.flatMap((key, index) => must.beQualifiedName(key, `${at}[${index}]`));
  };
}

export const labelKeys: rule.Table<Selecting> = [
  keysOf("matchLabelKeys"),
  keysOf("mismatchLabelKeys"),
  validateAgainstSelector,
  ({ object, path }) => {
    const mismatched = new Set(textsOf(object, "mismatchLabelKeys"));
    return textsOf(object, "matchLabelKeys").flatMap((key, index) =>
      mismatched.has(key)
        ? [invalid(`${path}.matchLabelKeys[${index}]`, key, "exists in both matchLabelKeys and mismatchLabelKeys")]
        : [],
    );
  },
];

/** The server itself adds an expression for each key, so only a second expression is an error. */
function validateAgainstSelector({ object, path }: rule.Place<unknown>): rule.Faults {
  const keys = textsOf(object, "matchLabelKeys");
  const selector = objectOf(object, "labelSelector");
  const seen = new Set(Object.keys(textMapOf(selector, "matchLabels")));
  return objectsOf(selector, "matchExpressions").flatMap((expression) => {
    const key = textOf(expression, "key");
    const index = keys.lastIndexOf(key);
    const isTwice = index >= 0 && seen.has(key);
    seen.add(key);
    return isTwice ? [invalid(`${path}[${index}]`, key, "exists in both matchLabelKeys and labelSelector")] : [];
  });
}
