/** The cost of validating values by rules: from the API server's own code, and from tsop's count. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createRuleEvaluator } from "../../../src/cel/evaluate-rules.js";
import { evaluationCases, type EvaluationCase } from "../evaluation-cases.js";

/** The costs by the names of cases. */
export type Costs = readonly (readonly [name: string, cost: number])[];

const file = fileURLToPath(new URL("../actual-costs.json", import.meta.url));
const budget = 10_000_000;

/** Returns the cases whose root can be the root of a resource, as the API server's code requires. */
export function costCases(): readonly EvaluationCase[] {
  return evaluationCases().filter(({ schema }) => schema.type === "object");
}

export function readCosts(): Costs {
  return JSON.parse(readFileSync(file, "utf8")) as Costs;
}

export function writeCosts(costs: Costs): void {
  writeFileSync(file, `[\n${costs.map((cost) => `  ${JSON.stringify(cost)}`).join(",\n")}\n]\n`);
}

export function ourCost({ schema, value }: EvaluationCase): number {
  const left = { left: budget };
  createRuleEvaluator(schema)?.evaluate(value, { budget: left });
  return budget - left.left;
}
