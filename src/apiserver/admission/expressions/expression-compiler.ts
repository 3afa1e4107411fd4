/** Makes expressions of webhooks and policies ready, once for each object that has them, and evaluates them. */
import { compileExpression, type CompiledExpression } from "../../../cel/compile.js";
import type { Checked } from "../../../cel/check.js";
import type { DeclaredType } from "../../../cel/declared-type.js";
import { evaluate, outOfSteps, type StepBudget } from "../../../cel/evaluate.js";
import { Functions } from "../../../cel/functions.js";
import { showType, type CelType } from "../../../cel/types.js";
import { isError, type Value } from "../../../cel/values.js";
import { Patterns } from "../../../schema/patterns.js";
import { objectTypes, variableTypes, type VariableOptions } from "./variable-types.js";

export type ReadyExpression =
  | { readonly kind: "ok"; readonly text: string; readonly checked: Checked; readonly type: CelType }
  | { readonly kind: "fault"; readonly text: string; readonly message: string };

export type Evaluated =
  | { readonly kind: "value"; readonly value: Value }
  /** `cause`: what the evaluation alone says. */
  | { readonly kind: "fault"; readonly message: string; readonly cause: string }
  /** No more expressions are evaluated for this request. */
  | { readonly kind: "out-of-budget" };

export const outOfBudget =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/** Source: k8s.io/apiserver/pkg/apis/cel/config.go. */
const stepsOfOne = 1_000_000;

export class ExpressionCompiler {
  readonly #functions = new Functions();
  readonly #patterns = new Patterns();
  #objects: ReadonlyMap<string, DeclaredType> | undefined;
  /** By what they belong to: a part of a stored object, which never changes. */
  readonly #kept = new WeakMap<object, unknown>();

  /** What was made of a part of a stored object, once. */
  keep<Made>(owner: object, make: () => Made): Made {
    const known = this.#kept.get(owner);
    if (known !== undefined) return known as Made; // each owner is of one kind, and so is what is made of it
    const made = make();
    this.#kept.set(owner, made);
    return made;
  }

  /** `wanted`: the names of types that it may give; none: any. */
  compile(
    text: string,
    wanted: readonly string[],
    options: VariableOptions,
    variables?: DeclaredType,
  ): ReadyExpression {
    const compiled = this.#compile(text, options, variables);
    if (compiled.kind !== "ok") {
      const faults = compiled.faults.map(({ message }) => message).join("; ");
      return { kind: "fault", text, message: `compilation error: compilation failed: ERROR: ${faults}` };
    }
    const { checked, type } = compiled;
    const given = showType(type);
    if (wanted.length === 0 || wanted.includes(given)) return { kind: "ok", text, checked, type };
    const expected = wanted.length === 1 ? (wanted[0] ?? "") : `one of [${wanted.join(" ")}]`;
    return { kind: "fault", text, message: `compilation error: must evaluate to ${expected} but got ${given}` };
  }

  evaluate(expression: ReadyExpression, values: ReadonlyMap<string, Value>, budget: StepBudget): Evaluated {
    if (expression.kind === "fault") return { kind: "fault", message: expression.message, cause: expression.message };
    const own = Math.min(stepsOfOne, budget.left);
    const steps = { left: own };
    const value = evaluate(expression.checked, { patterns: this.#patterns, variables: values, steps });
    budget.left -= own - Math.max(0, steps.left);
    if (!isError(value)) return { kind: "value", value };
    if (value.message === outOfSteps && budget.left <= 0) return { kind: "out-of-budget" };
    const cause = value.message;
    return { kind: "fault", message: `expression '${expression.text}' resulted in error: ${cause}`, cause };
  }

  #compile(text: string, options: VariableOptions, declared: DeclaredType | undefined): CompiledExpression {
    this.#objects ??= objectTypes();
    const variables = variableTypes(options);
    const objects = new Map(this.#objects);
    if (declared?.type.kind === "object") {
      variables.set("variables", declared.type);
      objects.set(declared.type.name, declared);
    }
    return compileExpression(text, { functions: this.#functions, patterns: this.#patterns, variables, objects });
  }
}
