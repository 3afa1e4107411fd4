/** Source: k8s.io/apiserver/pkg/quota/v1/resources.go (CalculateUsage). */
import type { ApiObject } from "../../api-object.js";
import { addAll, type Amount, type Amounts, noAmount } from "../../types/amount.js";
import { type Evaluator, matchesScopes } from "./evaluator.js";

export interface Measured {
  readonly evaluator: Evaluator;
  /** Lists the objects in the quota's namespace. */
  readonly list: () => readonly ApiObject[];
}

/** Returns the usage of a quota, for the names in its spec that an evaluator measures. */
export function calculateUsage(
  quota: ApiObject,
  names: readonly string[],
  all: Iterable<Measured>,
  now: number,
): Map<string, Amount> {
  let used: Amounts = new Map();
  for (const { evaluator, list } of all) {
    const own = names.filter((name) => evaluator.measures(name));
    if (own.length === 0) continue;
    used = addAll(new Map(own.map((name) => [name, noAmount])), used);
    for (const object of list()) {
      if (matchesScopes(evaluator, quota, object)) used = addAll(used, evaluator.usage(object, now));
    }
  }
  return new Map([...used].filter(([name]) => names.includes(name)));
}
