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

export function isOverBudget(cost: number, budget: number): boolean {
  return cost > budget;
}

/** How many times over, as the API server prints it. */
export function costFactor(cost: number, budget: number): string {
  const factor = cost / budget;
  if (factor > 100) return "more than 100";
  return factor < 1.5 ? factor.toFixed(6) : factor.toFixed(1);
}
