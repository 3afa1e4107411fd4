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
 * Reads a selector: labels that all have to be there, or kubectl's syntax (`app=web,tier!=db,env in (dev,test),!old`).
 *
 * @throws TsopError `cluster/invalid-request` when the text is no selector
 */
export function parseLabelSelector(selector: Readonly<Record<string, string>> | string | undefined): LabelMatcher {
  if (typeof selector === "string") return matcherOf(readLabelRequirements(selector));
  const labels = Object.entries(selector ?? {});
  return matcherOf(labels.map(([key, value]): LabelRequirement => ({ key, operator: "In", values: [value] })));
}

/**
 * The conditions of a selector in kubectl's syntax. Whether its keys and values can be those of labels is for the API server to say.
 *
 * @throws TsopError `cluster/invalid-request` when the text is no selector
 */
export function readLabelRequirements(selector: string): LabelRequirement[] {
  try {
    return parseRequirements(selector, letters);
  } catch (error) {
    if (!(error instanceof SelectorFault)) throw error;
    throw new TsopError("cluster/invalid-request", `not a label selector: ${JSON.stringify(selector)}`, {
      hint: "Write it as kubectl does: app=web,tier!=db,env in (dev,test),!old",
    });
  }
}

/** Other letters than these do not occur, so that a slip of the pen is not taken for a name. */
const letters: SelectorChecks = {
  key: (key) => (/^[A-Za-z0-9][-A-Za-z0-9_./]*$/.test(key) ? undefined : key),
  values: (_, values) => values.find((value) => !/^[-A-Za-z0-9_.]*$/.test(value)),
};
