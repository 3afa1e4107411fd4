import type { Expression } from "../../cel/expression.js";
import { parse } from "../../cel/parse.js";
import { walk } from "../../cel/walk.js";
import type { Schema } from "../../schema/schema.js";

/** The literals in rules, which are often valid values or their bounds. */
export interface RuleLiterals {
  readonly texts: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  /** The patterns in `self.matches(…)`. */
  readonly patterns: ReadonlySet<string>;
}

/** Returns the literals of the rules on the schema itself. */
export function ruleLiterals(schema: Schema): RuleLiterals {
  const texts = new Set<string>();
  const numbers = new Set<number>();
  const patterns = new Set<string>();
  for (const { rule } of schema["x-kubernetes-validations"] ?? []) {
    const parsed = parse(rule);
    if ("fault" in parsed) continue;
    walk(parsed.expression, (node, around) => {
      if (node.kind !== "literal") return;
      const { value } = node;
      if (value.type === "string") (isPatternOfSelf(around.at(-1)) ? patterns : texts).add(value.value);
      if (value.type === "int" || value.type === "uint" || value.type === "double") numbers.add(Number(value.value));
    });
  }
  return { texts, numbers, patterns };
}

function isPatternOfSelf(call: Expression | undefined): boolean {
  if (call?.kind !== "call" || call.name !== "matches") return false;
  return call.target?.kind === "identifier" && call.target.name === "self";
}
