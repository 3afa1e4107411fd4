import { compareText } from "../../core/compare-text.js";
import { printExactJson } from "../../core/exact-json.js";
import { toApiVersion } from "../../core/gvk.js";
import type { ExactJsonObject } from "../../core/json.js";
import { textAt } from "../../core/object-fields.js";
import type { KindVersion } from "./owned-kinds.js";
import { nameOf, withoutNamespace } from "./rendered.js";

/**
 * Returns the examples of the owned kinds: for each served version, the rendered objects of the kind, or else its samples.
 */
export function examplesOf(
  kinds: readonly KindVersion[],
  rendered: readonly ExactJsonObject[],
  samples: readonly ExactJsonObject[],
): ExactJsonObject[] {
  return kinds.flatMap(({ group, version, kind }) => {
    const isOfKind = (object: ExactJsonObject): boolean =>
      textAt(object, "apiVersion") === toApiVersion(group, version) && textAt(object, "kind") === kind;
    const found = rendered.filter(isOfKind);
    return (found.length > 0 ? found : samples.filter(isOfKind))
      .toSorted((a, b) => compareText(nameOf(a), nameOf(b)))
      .map(withoutNamespace);
  });
}

/** Prints the examples as the annotation contains them. */
export function printExamples(examples: readonly ExactJsonObject[]): string {
  return printExactJson(examples, 2);
}
