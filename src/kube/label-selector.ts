import { TsopError } from "../core/errors.js";
import {
  type LabelMatcher,
  type LabelRequirement,
  matcherOf,
  parseRequirements,
  type SelectorChecks,
  SelectorFault,
} from "../core/label-selector.js";

/**
 * Parses a selector: labels that must all match, or kubectl's syntax (`app=web,tier!=db,env in (dev,test),!old`).
 *
 * @throws TsopError `cluster/invalid-request` if the text is not a selector
 */
export function parseLabelSelector(selector: Readonly<Record<string, string>> | string | undefined): LabelMatcher {
  if (typeof selector === "string") return matcherOf(readLabelRequirements(selector));
  const labels = Object.entries(selector ?? {});
  return matcherOf(labels.map(([key, value]): LabelRequirement => ({ key, operator: "In", values: [value] })));
}

/**
 * Returns the conditions of a selector in kubectl's syntax. The API server checks whether its keys and values are valid
 * labels.
 *
 * @throws TsopError `cluster/invalid-request` if the text is not a selector
 */
export function readLabelRequirements(selector: string): LabelRequirement[] {
  try {
    return parseRequirements(selector, letters);
  } catch (error) {
    if (!(error instanceof SelectorFault)) throw error;
    throw new TsopError("cluster/invalid-request", `not a label selector: ${JSON.stringify(selector)}`, {
      hint: "Write it in the syntax of kubectl: app=web,tier!=db,env in (dev,test),!old",
    });
  }
}

/** Allows only these characters, so that a typing error is not taken for a name. */
const letters: SelectorChecks = {
  key: (key) => (/^[A-Za-z0-9][-A-Za-z0-9_./]*$/.test(key) ? undefined : key),
  values: (_, values) => values.find((value) => !/^[-A-Za-z0-9_.]*$/.test(value)),
};
