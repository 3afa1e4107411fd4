/** Label selectors of a query. Keys and values are those of labels. Source: k8s.io/apimachinery/pkg/labels/selector.go. */
import { type LabelMatcher, matcherOf, parseRequirements, type SelectorChecks } from "../../core/label-selector.js";
import { checkLabelValue, checkQualifiedName } from "../kinds/validation/names.js";

/** @throws SelectorFault */
export function parseLabelSelector(text: string): LabelMatcher {
  return matcherOf(parseRequirements(text, checks));
}

const checks: SelectorChecks = {
  key: (key) => {
    const faults = checkQualifiedName(key);
    return faults.length === 0 ? undefined : `<nil>: Invalid value: ${JSON.stringify(key)}: ${faults.join("; ")}`;
  },
  values: (key, values) => {
    // Go keeps them in a sorted set, and its indexes are positions in that set.
    for (const [index, value] of [...new Set(values)].toSorted().entries()) {
      const faults = checkLabelValue(value);
      if (faults.length > 0)
        return `values[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${faults.join("; ")}`;
    }
    return undefined;
  },
};
