/** Computes what a checked expression gives. Errors are values, so that `&&`, `||` and the macros can leave them aside. */
import type { Patterns } from "../schema/patterns.js";
import type { Checked } from "./check.js";
import { isNumeric, sizeOf } from "./compare.js";
import { plainValue, rawOf } from "./data-value.js";
import type { CallExpression, Comprehension, Expression, SelectExpression } from "./expression.js";
import { conversions } from "./functions-conversions.js";
import { kubernetes } from "./functions-kubernetes.js";
import { keyOf, lists, mapOf } from "./functions-lists.js";
import { operators } from "./functions-operators.js";
import { optionals } from "./functions-optionals.js";
import { strings } from "./functions-strings.js";
import { times } from "./functions-times.js";
import type { Implementation } from "./implementation.js";
import { isNamedFormat } from "./named-formats.js";
import { printValue } from "./print-value.js";
import {
  errorOf,
  Foreign,
  is,
  isError,
  kindOf,
  listOf,
  none,
  noOverload,
  some,
  typeNameOf,
  uintOf,
  type OptionalValue,
  type Value,
} from "./values.js";

export interface EvaluateOptions {
  readonly patterns: Patterns;
  /** `self`, and `oldSelf` where there is one. */
  readonly variables: ReadonlyMap<string, Value>;
  /** Is counted down, and ends the evaluation at zero. Default: no end. */
  readonly steps?: StepBudget;
}

/** How many names, fields and calls may still be evaluated: about what the API server counts as cost. */
export interface StepBudget {
  left: number;
}

export const outOfSteps = "operation cancelled: actual cost limit exceeded";

export function evaluate(checked: Checked, options: EvaluateOptions): Value {
  return new Evaluator(checked, options).run();
}

const implementations: ReadonlyMap<string, Implementation> = new Map(
  [operators, conversions, strings, lists, times, optionals, kubernetes].flatMap((functions) =>
    Object.entries(functions),
  ),
);

/** Where `optional.none()` came about on the way through fields. */
type Reached = { readonly value: Value; readonly isOptional: boolean };

class Evaluator {
  readonly #checked: Checked;
  readonly #patterns: Patterns;
  readonly #variables: ReadonlyMap<string, Value>;
  readonly #steps: StepBudget | undefined;
  readonly #locals: { readonly name: string; value: Value }[] = [];

  constructor(checked: Checked, { patterns, variables, steps }: EvaluateOptions) {
    this.#checked = checked;
    this.#steps = steps;
    this.#patterns = patterns;
    this.#variables = variables;
  }

  run(): Value {
    return this.#evaluate(this.#checked.expression);
  }

  #evaluate(node: Expression): Value {
    if (this.#steps !== undefined && node.kind !== "literal" && --this.#steps.left < 0) return errorOf(outOfSteps);
    switch (node.kind) {
      case "literal":
        if (node.value.type === "null") return null;
        return node.value.type === "uint" ? uintOf(node.value.value) : node.value.value;
      case "identifier":
        return this.#named(node, this.#checked.names.get(node) ?? node.name);
      case "select":
        return this.#select(node);
      case "call":
        return this.#call(node);
      case "list":
        return this.#list(node.elements);
      case "map":
        return this.#map(node.entries);
      case "comprehension":
        return this.#comprehension(node);
      case "message":
        return errorOf(`unknown type: ${node.type}`);
    }
  }

  /** A variable, or a type. */
  #named(node: Expression, name: string): Value {
    const local = this.#locals.findLast((each) => each.name === name);
    if (local !== undefined) return local.value;
    const variable = this.#variables.get(name);
    if (variable !== undefined) return variable;
    return this.#checked.types.get(node)?.kind === "type"
      ? { kind: "type", name }
      : errorOf(`no such attribute(s): ${name}`);
  }

  #select(node: SelectExpression): Value {
    const name = this.#checked.names.get(node);
    if (name !== undefined) return this.#named(node, name);
    if (!node.isTest) return this.#settled(this.#reach(node));
    const { value, isOptional } = this.#reach(node.operand);
    if (isError(value)) return value;
    if (isOptional && is(value, "optional")) return false;
    const found = find(value, node.field);
    return found !== undefined && isError(found) ? found : found !== undefined;
  }

  #settled({ value, isOptional }: Reached): Value {
    return !isOptional || isError(value) || is(value, "optional") ? value : some(value);
  }

  /** A chain of fields and indices is one way: once a step of it is optional, so are those that follow. */
  #reach(node: Expression): Reached {
    const step = this.#stepOf(node);
    if (step === undefined) return { value: this.#evaluate(node), isOptional: false };
    const from = this.#base(step.operand);
    const key = typeof step.key === "string" ? step.key : this.#evaluate(step.key);
    const isOptional = from.isOptional || step.isOptional;
    if (isError(from.value)) return from;
    if (from.isOptional && is(from.value, "optional")) return from;
    if (isError(key)) return { value: key, isOptional };
    const found = find(from.value, key);
    if (found !== undefined) return { value: found, isOptional };
    if (isOptional) return { value: none, isOptional };
    return { value: missing(from.value, key), isOptional };
  }

  /** What the API server finds in an optional at the head of a chain has lost its schema. */
  #base(node: Expression): Reached {
    const reached = this.#reach(node);
    if (this.#stepOf(node) !== undefined || !is(reached.value, "optional")) return reached;
    const { held }: OptionalValue = reached.value;
    if (held === undefined) return { value: none, isOptional: true };
    const raw = rawOf(held);
    return { value: raw instanceof Foreign ? held : plainValue(raw), isOptional: true };
  }

  #stepOf(
    node: Expression,
  ): { readonly operand: Expression; readonly key: Expression | string; readonly isOptional: boolean } | undefined {
    if (node.kind === "select") {
      const isStep = !node.isTest && !this.#checked.names.has(node);
      return isStep ? { operand: node.operand, key: node.field, isOptional: false } : undefined;
    }
    if (node.kind !== "call") return undefined;
    const [operand, key] = node.args;
    const isStep = node.name === "_[_]" || node.name === "_[?_]" || node.name === "_?._";
    if (!isStep || operand === undefined || key === undefined) return undefined;
    return { operand, key, isOptional: node.name !== "_[_]" };
  }

  #call(node: CallExpression): Value {
    if (this.#stepOf(node) !== undefined) return this.#settled(this.#reach(node));
    switch (node.name) {
      case "_&&_":
        return this.#logical(node, false);
      case "_||_":
        return this.#logical(node, true);
      case "_?_:_":
        return this.#conditional(node);
      case "@not_strictly_false":
        return this.#evaluate(node.args[0] ?? node) !== false;
      case "or":
      case "orValue":
        return this.#otherwise(node);
      default:
        return this.#function(node);
    }
  }

  /** Errors and others that are no booleans count only where no operand decides. */
  #logical(node: CallExpression, deciding: boolean): Value {
    let fault: Value | undefined;
    for (const arg of node.args) {
      const value = this.#evaluate(arg);
      if (value === deciding) return deciding;
      if (typeof value !== "boolean") fault ??= isError(value) ? value : noOverload;
    }
    return fault ?? !deciding;
  }

  #conditional({ args: [condition, ifTrue, ifFalse] }: CallExpression): Value {
    if (condition === undefined || ifTrue === undefined || ifFalse === undefined) return noOverload;
    const value = this.#evaluate(condition);
    if (typeof value !== "boolean") return isError(value) ? value : noOverload;
    return this.#evaluate(value ? ifTrue : ifFalse);
  }

  #otherwise({ name, target, args: [other] }: CallExpression): Value {
    if (target === undefined || other === undefined) return noOverload;
    const value = this.#evaluate(target);
    if (!is(value, "optional")) return value;
    if (value.held === undefined) return this.#evaluate(other);
    return name === "or" ? value : value.held;
  }

  #function(node: CallExpression): Value {
    const qualified = this.#checked.names.get(node);
    const name = qualified ?? node.name.replace(/^\./, "");
    const format = name.startsWith("format.") ? name.slice("format.".length) : undefined;
    if (format !== undefined && isNamedFormat(format)) return { kind: "format", name: format };
    const operands = node.target === undefined || qualified !== undefined ? node.args : [node.target, ...node.args];
    const values: Value[] = [];
    for (const operand of operands) values.push(this.#evaluate(operand));
    const fault = values.find(isError);
    if (fault !== undefined) return fault;
    const [first, ...others] = values;
    const overloads = this.#checked.overloads.get(node) ?? [];
    if (is(first, "host")) return first.call(name, others) ?? errorOf(overloadFault(name, values));
    const result = implementations.get(name)?.(values, { patterns: this.#patterns, overloads });
    return result === undefined ? errorOf(overloadFault(name, values)) : result;
  }

  #list(elements: readonly { readonly value: Expression; readonly isOptional: boolean }[]): Value {
    const items: Value[] = [];
    for (const { value: element, isOptional } of elements) {
      const value = this.#evaluate(element);
      if (isError(value)) return value;
      if (!isOptional) items.push(value);
      else if (!is(value, "optional"))
        return errorOf(`cannot initialize optional list element from non-optional value ${printValue(value)}`);
      else if (value.held !== undefined) items.push(value.held);
    }
    return listOf(items);
  }

  #map(
    entries: readonly { readonly key: Expression; readonly value: Expression; readonly isOptional: boolean }[],
  ): Value {
    const held: (readonly [Value, Value])[] = [];
    for (const entry of entries) {
      const key = this.#evaluate(entry.key);
      if (isError(key)) return key;
      const value = this.#evaluate(entry.value);
      if (isError(value)) return value;
      if (!entry.isOptional) held.push([key, value]);
      else if (!is(value, "optional")) {
        return errorOf(
          `cannot initialize optional entry '${printValue(key)}' from non-optional value ${printValue(value)}`,
        );
      } else if (value.held !== undefined) held.push([key, value.held]);
    }
    // What is written last stands, in the place of the first.
    const last = new Map(held.map((entry) => [keyOf(entry[0]), entry]));
    return mapOf([...last.values()]);
  }

  #comprehension(node: Comprehension): Value {
    const range = this.#evaluate(node.range);
    if (isError(range)) return range;
    const rounds = roundsOf(range, node.variable2 !== undefined);
    if (rounds === undefined) return errorOf(`got 'types.${goName(range)}', expected iterable type`);
    const depth = this.#locals.length;
    const accumulator = { name: node.accumulator, value: this.#evaluate(node.initial) };
    this.#locals.push(accumulator);
    const first = { name: node.variable, value: null as Value };
    const second = { name: node.variable2 ?? "", value: null as Value };
    this.#locals.push(first);
    if (node.variable2 !== undefined) this.#locals.push(second);
    for (const [key, value] of rounds) {
      if (this.#steps !== undefined && this.#steps.left < 0) return errorOf(outOfSteps);
      first.value = key;
      second.value = value;
      const condition = this.#evaluate(node.condition);
      if (typeof condition === "boolean" && !condition) break;
      accumulator.value = this.#evaluate(node.step);
    }
    this.#locals.length = depth + 1;
    const result = this.#evaluate(node.result);
    this.#locals.length = depth;
    return result;
  }
}

/** The values of the one or two variables, round by round. */
function roundsOf(range: Value, hasTwo: boolean): readonly (readonly [Value, Value])[] | undefined {
  if (is(range, "list")) {
    return range.items.map((item, index) => (hasTwo ? [BigInt(index), item] : [item, item]));
  }
  return is(range, "map") ? range.keys.map((key) => [key, range.find(key) ?? null]) : undefined;
}

/** A field, an entry or an element; undefined where there is none. */
function find(value: Value, key: Value): Value | undefined {
  if (is(value, "map")) return value.find(key);
  if (!is(value, "list")) return undefined;
  const index = indexOf(key);
  if (typeof index === "string") return errorOf(index);
  return index >= 0 && index < sizeOf(value) ? value.items[index] : undefined;
}

function indexOf(key: Value): number | string {
  if (!isNumeric(key)) return `unsupported index type '${typeNameOf(key)}' in list`;
  const number = Number(typeof key === "object" ? key.value : key);
  return Number.isInteger(number) ? number : `unsupported index value ${printValue(key)} in list`;
}

function missing(value: Value, key: Value): Value {
  return errorOf(is(value, "list") ? `index out of bounds: ${printValue(key)}` : `no such key: ${printValue(key)}`);
}

/** Functions of values that cel-go knows itself say less of what they were given than those of libraries. */
function overloadFault(name: string, values: readonly Value[]): string {
  if (/^[_!@-]/.test(name) || briefFunctions.has(name)) return "no such overload";
  if (name === "size") return "no such overload: size";
  return `no such overload: ${name}(${values.map(typeNameOf).join(", ")})`;
}

const briefFunctions: ReadonlySet<string> = new Set(["contains", "endsWith", "matches", "startsWith"]);

function goName(value: Value): string {
  const kind = kindOf(value);
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
