/** Restrictions on the names in a map. Schemas have no keyword for them, so they become rules. */
import { printExactJson } from "../../core/exact-json.js";
import type { Tag } from "../../model/annotations.js";
import type { Schema, ValidationRule } from "../../schema/schema.js";
import { conflict, describe, set, type TagUse } from "./context.js";

/** Applies `@keys.pattern`, `@keys.maxLength` and so on. */
export function applyToKeys(use: TagUse): void {
  const { origins, schema, tag } = use;
  if (schema.additionalProperties === undefined) {
    conflict(use, `it applies to the keys of a map, and this is ${describe(schema)}`, "Remove it.");
    return;
  }
  const rule = ruleOf(tag);
  if (rule === undefined) {
    const hint = "Use @keys.minLength, @keys.maxLength, @keys.pattern or @keys.enum.";
    conflict(use, "it has no meaning for the keys of a map", hint);
    return;
  }
  origins.setRule(rule, tag.at);
  set(use, "x-kubernetes-validations", [...(schema["x-kubernetes-validations"] ?? []), rule]);
}

/** Requires all keys of a map to match the pattern. */
export function applyKeyPattern(schema: Schema, pattern: string): void {
  schema["x-kubernetes-validations"] = [...(schema["x-kubernetes-validations"] ?? []), patternRule(pattern)];
}

function ruleOf({ record: { effect }, argument }: Tag): ValidationRule | undefined {
  if (effect.kind === "bound" && effect.on === "string" && argument.kind === "number") {
    const [sign, words] = effect.keep === "larger" ? [">=", "at least"] : ["<=", "at most"];
    const message = `keys must have ${words} ${argument.value} characters`;
    return { rule: `self.all(key, key.size() ${sign} ${argument.value})`, message };
  }
  if (effect.kind === "pattern" && argument.kind === "text") return patternRule(argument.value);
  if (effect.kind === "enum" && argument.kind === "values") {
    const { value: values, written } = argument;
    const keys = values.map((value, index) =>
      typeof value === "string" ? value : (written[index] ?? printExactJson(value)),
    );
    const list = `[${keys.map(quote).join(", ")}]`;
    return { rule: `self.all(key, key in ${list})`, message: `keys must be one of ${list}`.replaceAll("\n", " ") };
  }
  return undefined;
}

function patternRule(pattern: string): ValidationRule {
  return {
    rule: `self.all(key, key.matches(${quote(pattern)}))`,
    message: `keys must match ${pattern}`.replaceAll("\n", " "),
  };
}

/** Returns a CEL literal. */
function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
}
