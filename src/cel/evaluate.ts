/** Computes what a checked expression gives. Errors are values, so that `&&`, `||` and the macros can leave them aside. */
import { perCall } from "./budgets.js";
import type { Prepared } from "./constants.js";
import { CostExceeded, CostMeter } from "./cost-meter.js";
import { type EvaluateOptions, Evaluator } from "./evaluator.js";
import { errorOf, type Value } from "./values.js";

export interface Evaluation {
  readonly value: Value;
  /** By the rules of the API server, which ends what costs too much with an error. */
  readonly cost: number;
}

export function evaluate(checked: Prepared, options: EvaluateOptions): Evaluation {
  const meter = new CostMeter(perCall);
  try {
    return { value: new Evaluator(checked, options, meter).run(), cost: meter.spent };
  } catch (error) {
    if (!(error instanceof CostExceeded)) throw error;
    return { value: errorOf(error.message), cost: meter.spent };
  }
}
