/** The verdicts on changes of validation rules. */
import type { ValidationRule } from "../schema/schema.js";
import type { SchemaChange, Verdicts } from "./change.js";
import type { Served } from "./served.js";
import { breakingForSome, compatible, harmless, ratcheting, verdictsWith } from "./verdict.js";

type RuleChange = Extract<SchemaChange, { readonly kind: "rule-added" | "rule-removed" | "rule-changed" }>;

export function judgeRuleChange(change: RuleChange, field: string, served: Served): Verdicts {
  switch (change.kind) {
    case "rule-added":
      return judgeAdded(change.after, field, served);
    case "rule-removed":
      return judgeRemoved(change.before, field);
    case "rule-changed":
      return judgeChanged(change.before, change.after, field, served);
  }
}

/** Returns whether a rule compares a value with the value before an update. */
export function isTransition({ rule }: ValidationRule): boolean {
  return /\boldSelf\b/.test(rule);
}

function judgeAdded(rule: ValidationRule, field: string, served: Served): Verdicts {
  const why = isTransition(rule)
    ? `The API server rejects updates of stored objects for which the rule ${quote(rule)} is false.`
    : `Stored objects whose ${field} breaks the rule ${quote(rule)} remain readable, but are invalid. ${ratcheting(served)}`;
  return verdictsWith(
    {
      objects: breakingForSome(why),
      clients: breakingForSome(`The API server rejects requests of clients that break the rule ${quote(rule)}.`),
    },
    "The old schema does not have the rule.",
  );
}

function judgeRemoved(rule: ValidationRule, field: string): Verdicts {
  const what = isTransition(rule) ? "changes" : "values";
  return {
    objects: compatible(`The new schema allows more ${what} of ${field}.`),
    clients: breakingForSome(
      `Clients may see ${what} of ${field} that the rule ${quote(rule)} prevents in the old API.`,
    ),
    rollback: isTransition(rule)
      ? compatible("The rule concerns changes, and not the objects themselves.")
      : breakingForSome(`Objects whose ${field} breaks the rule ${quote(rule)} are invalid under the old schema.`),
  };
}

function judgeChanged(before: ValidationRule, after: ValidationRule, field: string, served: Served): Verdicts {
  const [wasOptional, isOptional] = [before.optionalOldSelf === true, after.optionalOldSelf === true];
  if (wasOptional !== isOptional) return isOptional ? judgeAdded(after, field, served) : judgeRemoved(before, field);
  return harmless("The rule is the same; the API server only reports it in another way.");
}

function quote({ rule }: ValidationRule): string {
  const line = rule.replaceAll(/\s+/g, " ").trim();
  return `\`${line.length > 80 ? `${line.slice(0, 79)}…` : line}\``;
}
