import type { Patterns } from "../schema/patterns.js";
import { check } from "./check.js";
import { checkKeys } from "./check-keys.js";
import { checkLiterals } from "./check-literals.js";
import type { CheckOptions } from "./checked.js";
import { prepare, type Prepared } from "./constants.js";
import type { DeclaredType } from "./declared-type.js";
import type { ExpressionFault } from "./expression.js";
import type { Functions } from "./functions.js";
import { parse } from "./parse.js";
import { areSame, optionalOf, showType, simple, type CelType } from "./types.js";

export interface CompileOptions {
  readonly functions: Functions;
  readonly patterns: Patterns;
  readonly self: DeclaredType;
  readonly objects: ReadonlyMap<string, DeclaredType>;
  /** Whether `oldSelf` can be absent and is therefore an optional. */
  readonly isOldSelfOptional: boolean;
}

export type Compiled =
  | { readonly kind: "ok"; readonly checked: Prepared }
  | {
      readonly kind: "syntax" | "type";
      readonly faults: readonly ExpressionFault[];
      /** The expression compiles, but returns a value of the wrong type. */
      readonly isResult?: boolean;
    };

/** Compiles a rule that must return the given type, and prepares it like the API server does. */
export function compile(text: string, gives: "bool" | "string", options: CompileOptions): Compiled {
  const { self, isOldSelfOptional } = options;
  const variables = new Map<string, CelType>([
    ["self", self.type],
    ["oldSelf", isOldSelfOptional ? optionalOf(self.type) : self.type],
  ]);
  const compiled = compileExpression(text, { ...options, variables });
  if (compiled.kind !== "ok") return compiled;
  const { checked, type } = compiled;
  if (areSame(type, simple(gives))) return { kind: "ok", checked };
  const hint = type.kind === "dyn" ? { hint: `Convert it: ${gives}(…).` } : {};
  return {
    kind: "type",
    isResult: true,
    faults: [{ at: 0, message: `it returns ${showType(type)}, not ${gives}`, ...hint }],
  };
}

export interface ExpressionEnvironment extends CheckOptions {
  readonly patterns: Patterns;
}

export type CompiledExpression =
  | { readonly kind: "ok"; readonly checked: Prepared; readonly type: CelType }
  | { readonly kind: "syntax" | "type"; readonly faults: readonly ExpressionFault[] };

/** Compiles an expression over arbitrary variables. */
export function compileExpression(text: string, environment: ExpressionEnvironment): CompiledExpression {
  const parsed = parse(text);
  if ("fault" in parsed) return { kind: "syntax", faults: [parsed.fault] };
  const checked = check(parsed.expression, environment);
  if (checked.faults.length > 0) return { kind: "type", faults: checked.faults };
  const literals = checkLiterals(checked, environment.patterns);
  const faults = literals.length > 0 ? literals : checkKeys(checked);
  if (faults.length > 0) return { kind: "type", faults };
  return { kind: "ok", checked: prepare(checked), type: checked.types.get(parsed.expression) ?? simple("error") };
}

/** Collects the objects within a type by name. */
export function collectObjects(type: DeclaredType, objects: Map<string, DeclaredType>): void {
  if (type.type.kind === "object") objects.set(type.type.name, type);
  for (const field of type.fields?.values() ?? []) collectObjects(field, objects);
  if (type.item !== undefined) collectObjects(type.item, objects);
}
