/** What the API server lets an expression cost, and all expressions of a version of a CRD together. */
export const perExpression = 10_000_000;
export const perCrd = 100_000_000;

/**
 * What evaluating one expression may really cost, and all expressions that one object or one binding of a policy is judged
 * by; the conditions under which a webhook or a policy is asked have a budget of their own.
 * Source: k8s.io/apiserver/pkg/apis/cel/config.go.
 */
export const perCall = 1_000_000;
export const perObject = 10_000_000;
export const perConditions = 2_500_000;

export const outOfBudget =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/** How many times over, as the API server prints it. */
export function costFactor(cost: number, budget: number): string {
  const factor = cost / budget;
  if (factor > 100) return "more than 100";
  return factor < 1.5 ? factor.toFixed(6) : factor.toFixed(1);
}

/** Counts what an evaluation costs, in the units of the API server, and ends it where it becomes too much. */
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

/** Not an error of CEL: no `||` and no macro leaves it aside. */
export class CostExceeded extends Error {
  override readonly name = "CostExceeded";

  constructor() {
    super(costExceeded);
  }
}

export const costExceeded = "operation cancelled: actual cost limit exceeded";
