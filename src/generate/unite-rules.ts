import { isDeepStrictEqual } from "node:util";
import type { Origins } from "./origins.js";
import type { Reporter } from "./reporter.js";
import { innerSchemas, type Schema, type ValidationRule } from "../schema/schema.js";

/**
 * The rules of a schema are a map by their text where they are applied, so the API server takes no text twice. A rule that
 * a type and a field of that type have alike is one; with another message it is an error.
 */
export function uniteRules(reporter: Reporter, origins: Origins, schema: Schema): void {
  const rules = schema["x-kubernetes-validations"];
  if (rules !== undefined && rules.length > 1) {
    schema["x-kubernetes-validations"] = withoutRepeated(rules, (rule) => {
      const message = `the rule ${shorten(rule.rule)} is there already, with another message or another path`;
      const hint = "Keep one of the two: the API server tells rules apart by their text.";
      reporter.mistake("tag/conflict", origins.ofRule(rule) ?? origins.of(schema), message, hint);
    });
  }
  for (const inner of innerSchemas(schema)) uniteRules(reporter, origins, inner);
}

function withoutRepeated(
  rules: readonly ValidationRule[],
  onConflict: (rule: ValidationRule) => void,
): ValidationRule[] {
  const byText = new Map<string, ValidationRule>();
  for (const rule of rules) {
    const known = byText.get(rule.rule);
    if (known === undefined) byText.set(rule.rule, rule);
    else if (!isDeepStrictEqual(known, rule)) onConflict(rule);
  }
  return [...byText.values()];
}

function shorten(rule: string): string {
  const text = rule.trim().replaceAll(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
