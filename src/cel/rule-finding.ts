import type { Schema } from "../schema/schema.js";

/** What the API server refuses of a rule in `x-kubernetes-validations`, when the CRD is created. */
export interface RuleFinding {
  /** The very schema that holds the rule. */
  readonly node: Schema;
  /** Where that is, as in `spec.rules[]`; empty at the root. */
  readonly path: string;
  /** Which of its rules. */
  readonly index: number;
  readonly kind: RuleFindingKind;
  /** Which key of the rule. */
  readonly key: "rule" | "message" | "messageExpression" | "reason" | "fieldPath" | "optionalOldSelf";
  readonly message: string;
  readonly hint: string;
  /** Where in the text of that key, from one. */
  readonly position?: { readonly line: number; readonly column: number };
  /** Of an expression that does not compile: what it gives instead of what it must, or all that is wrong with it. */
  readonly compilation?: { readonly isResult: boolean; readonly text: string };
  /** Of costs: what the API server estimates, and what it allows. */
  readonly cost?: { readonly estimate: number; readonly budget: number };
  /** Of the cost of all rules together: the expressions that have a part of at least 1% of the budget, at most four. */
  readonly parts?: readonly CostPart[];
  /** Of costs: ways to make it fit; of each way, all bounds are needed. */
  readonly fits?: readonly (readonly FittingBound[])[];
}

export interface CostPart {
  readonly node: Schema;
  readonly index: number;
  readonly key: "rule" | "messageExpression";
}

export type RuleFindingKind =
  | "syntax"
  | "type"
  | "cost"
  | "totalCost"
  | "oldSelf"
  | "optionalOldSelf"
  | "message"
  | "messageExpression"
  | "fieldPath"
  | "reason"
  | "rule"
  /** The value has no type that a rule could see. */
  | "invisible";

/** The largest bound that fits. */
export interface FittingBound {
  /** The schema that the keyword belongs to. */
  readonly node: Schema;
  readonly path: string;
  readonly keyword: "maxItems" | "maxProperties" | "maxLength";
  readonly value: number;
}

/** The tags that set bounds, and the fields that each stands on: `@items.maxLength 63 on spec.names, spec.aliases`. */
export function showBounds(bounds: readonly FittingBound[]): string[] {
  const fields = new Map<string, string[]>();
  for (const { path, keyword, value } of bounds) {
    const suffix = /(?<!\[\]|\{\})(?:\[\]|\{\})+$/.exec(path)?.[0] ?? "";
    const prefix = suffix.replaceAll("[]", "items.").replaceAll("{}", "values.");
    const tag = `@${prefix}${keyword} ${value}`;
    fields.set(tag, [...(fields.get(tag) ?? []), path.slice(0, path.length - suffix.length)]);
  }
  return [...fields].map(([tag, paths]) => `${tag} on ${paths.join(", ")}`);
}
