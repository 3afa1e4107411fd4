/** What the API server lets an expression cost, and all expressions of a version of a CRD together. */
export const perExpression = 10_000_000;
export const perCrd = 100_000_000;

export function isOverBudget(cost: number, budget: number): boolean {
  return cost > budget;
}

/** How many times over, as the API server prints it. */
export function costFactor(cost: number, budget: number): string {
  const factor = cost / budget;
  if (factor > 100) return "more than 100";
  return factor < 1.5 ? factor.toFixed(6) : factor.toFixed(1);
}
