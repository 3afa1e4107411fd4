/** The estimated cost that the API server allows for one expression, and for all expressions of a CRD version together. */
export const perExpression = 10_000_000;
export const perCrd = 100_000_000;

/**
 * The actual cost that the API server allows for one expression, and for all expressions that validate one object or run for
 * one binding of a policy. The match conditions of a webhook or a policy have a separate budget.
 * Source: k8s.io/apiserver/pkg/apis/cel/config.go.
 */
export const perCall = 1_000_000;
export const perObject = 10_000_000;
export const perConditions = 2_500_000;

export const outOfBudget =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/** Returns the factor by which a cost exceeds the budget, as the API server prints it. */
export function costFactor(cost: number, budget: number): string {
  const factor = cost / budget;
  if (factor > 100) return "more than 100";
  return factor < 1.5 ? factor.toFixed(6) : factor.toFixed(1);
}

/** Counts the cost of an evaluation, in the units of the API server, and ends the evaluation when it exceeds the limit. */
export class CostMeter {
  readonly #limit: number;
  #spent = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get spent(): number {
    return this.#spent;
  }

  /** @throws CostExceeded */
  charge(cost: number): void {
    this.#spent += cost;
    if (this.#spent > this.#limit) throw new CostExceeded();
  }
}

/** Not an error of CEL: neither `||` nor a macro absorbs it. */
export class CostExceeded extends Error {
  override readonly name = "CostExceeded";

  constructor() {
    super(costExceeded);
  }
}

export const costExceeded = "operation cancelled: actual cost limit exceeded";
