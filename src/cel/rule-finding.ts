import type { Schema } from "../schema/schema.js";

/** A fault that the API server finds in a rule of `x-kubernetes-validations` when the CRD is created. */
export interface RuleFinding {
  /** The schema object that contains the rule. */
  readonly node: Schema;
  /** Its path, as in `spec.rules[]`; empty at the root. */
  readonly path: string;
  /** The index of the rule. */
  readonly index: number;
  readonly kind: RuleFindingKind;
  /** The key of the rule. */
  readonly key: "rule" | "message" | "messageExpression" | "reason" | "fieldPath" | "optionalOldSelf";
  readonly message: string;
  readonly hint: string;
  /** The position in the text of that key, from one. */
  readonly position?: { readonly line: number; readonly column: number };
  /** For an expression that does not compile: its wrong result type, or all its faults. */
  readonly compilation?: { readonly isResult: boolean; readonly text: string; readonly instantiation?: string };
  /** For costs: the API server's estimate and limit. */
  readonly cost?: { readonly estimate: number; readonly budget: number };
  /** For the total cost of all rules: the expressions that use at least 1% of the budget, at most four. */
  readonly parts?: readonly CostPart[];
  /** For costs: ways to stay within the limit. Each way needs all of its bounds. */
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
  /** The value has no type that a rule can see. */
  | "invisible";

/** The largest bound that fits. */
export interface FittingBound {
  /** The schema that the keyword belongs to. */
  readonly node: Schema;
  readonly path: string;
  readonly keyword: "maxItems" | "maxProperties" | "maxLength";
  readonly value: number;
}

/** Returns the tags that set bounds, and the fields they go on: `@items.maxLength 63 on spec.names, spec.aliases`. */
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
