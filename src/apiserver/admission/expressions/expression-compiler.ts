/** Compiles the expressions of webhooks and policies, once per object, and evaluates them. */
import { compileExpression, type CompiledExpression } from "../../../cel/compile.js";
import type { Prepared } from "../../../cel/constants.js";
import type { DeclaredType } from "../../../cel/declared-type.js";
import { evaluate } from "../../../cel/evaluate.js";
import { Functions } from "../../../cel/functions.js";
import { showFaults } from "../../../cel/show-faults.js";
import { patchFunctions, patchTypes } from "../../../cel/messages.js";
import { nameType, type CelType } from "../../../cel/types.js";
import { isError, type Value } from "../../../cel/values.js";
import { Patterns } from "../../../schema/patterns.js";
import { objectTypes, variableTypes, type VariableOptions } from "../../../cel/admission-variables.js";

export type ReadyExpression =
  | { readonly kind: "ok"; readonly text: string; readonly checked: Prepared; readonly type: CelType }
  | FaultyExpression;

export interface FaultyExpression {
  readonly kind: "fault";
  readonly message: string;
  /** The compiler's message alone. */
  readonly cause: string;
  /** The expression compiles, but cannot be prepared. */
  readonly isInternal?: true;
}

export interface Evaluation {
  readonly value: Value;
  readonly cost: number;
  /** The error message, and the evaluation's message alone. Absent if there is no error. */
  readonly fault?: string;
  readonly cause?: string;
}

export class ExpressionCompiler {
  readonly #functions = new Functions();
  readonly #patchFunctions = new Functions(patchFunctions);
  readonly #patterns = new Patterns();
  #objects: ReadonlyMap<string, DeclaredType> | undefined;
  /** By their owner: a part of a stored object, which never changes. */
  readonly #kept = new WeakMap<object, unknown>();

  /** Returns the cached value for a part of a stored object; creates it on the first call. */
  keep<Made>(owner: object, make: () => Made): Made {
    const known = this.#kept.get(owner);
    if (known !== undefined) return known as Made; // each owner is of one type, and so is its value
    const made = make();
    this.#kept.set(owner, made);
    return made;
  }

  /** Compiles an expression. `wanted`: the names of the types that it may return; empty for any. */
  compile(
    text: string,
    wanted: readonly string[],
    options: VariableOptions,
    variables?: DeclaredType,
  ): ReadyExpression {
    const compiled = this.#compile(text, options, variables);
    if (compiled.kind !== "ok") {
      const why = compiled.faults.find(({ instantiation }) => instantiation !== undefined)?.instantiation;
      return why === undefined
        ? faultOf(`compilation failed: ${showFaults(text, compiled.faults)}`)
        : { ...faultOf(`program instantiation failed: ${why}`), isInternal: true };
    }
    const { checked, type } = compiled;
    const given = nameType(type);
    if (wanted.length === 0 || wanted.includes(given)) return { kind: "ok", text, checked, type };
    const expected = wanted.length === 1 ? (wanted[0] ?? "") : `one of [${wanted.join(" ")}]`;
    return faultOf(`must evaluate to ${expected} but got ${given}`);
  }

  evaluate({ text, checked }: ReadyExpression & { kind: "ok" }, variables: ReadonlyMap<string, Value>): Evaluation {
    const { value, cost } = evaluate(checked, { patterns: this.#patterns, variables });
    if (!isError(value)) return { value, cost };
    const cause = value.message;
    return { value, cost, cause, fault: `expression '${text}' resulted in error: ${cause}` };
  }

  #compile(text: string, options: VariableOptions, declared: DeclaredType | undefined): CompiledExpression {
    this.#objects ??= objectTypes();
    const variables = variableTypes(options);
    const objects = new Map(this.#objects);
    if (declared?.type.kind === "object") {
      variables.set("variables", declared.type);
      objects.set(declared.type.name, declared);
    }
    const [functions, messages] =
      options.constructs === true ? [this.#patchFunctions, patchTypes] : [this.#functions, undefined];
    return compileExpression(text, {
      ...{ functions, patterns: this.#patterns, variables, objects, messages },
    });
  }
}

function faultOf(cause: string): FaultyExpression {
  return { kind: "fault", message: `compilation error: ${cause}`, cause };
}
