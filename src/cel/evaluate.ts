/** Evaluates a checked expression. Errors are values, so that `&&`, `||` and the macros can absorb them. */
import { isList } from "../core/json.js";
import type { Patterns } from "../schema/patterns.js";
import { Accumulators } from "./accumulators.js";
import { actualCost } from "./call-costs.js";
import { CostExceeded, CostMeter, perCall } from "./budgets.js";
import { callFunction, isHasty } from "./call-function.js";
import type { Prepared } from "./constants.js";
import { plainValue, rawOf } from "./data-value.js";
import type { CallExpression, Comprehension, Expression, SelectExpression } from "./expression.js";
import { find, findScope, isChoice, missing, type Reached, roundsOf, type Scope, settled, stepOf } from "./lookup.js";
import { literalValue, makeList, makeMap, makeRecord } from "./make-values.js";
import { isNamedFormat } from "./named-formats.js";
import { errorOf, Foreign, is, isError, isKey, none, noOverload, type OptionalValue, type Value } from "./values.js";

interface EvaluateOptions {
  readonly patterns: Patterns;
  /** `self`, and `oldSelf` if available. */
  readonly variables: ReadonlyMap<string, Value>;
}

export interface Evaluation {
  readonly value: Value;
  /** The cost by the rules of the API server, which ends an evaluation that costs too much with an error. */
  readonly cost: number;
}

export function evaluate(checked: Prepared, options: EvaluateOptions): Evaluation {
  const meter = new CostMeter(perCall);
  try {
    return { value: new Evaluator(checked, options, meter).run(), cost: meter.spent };
  } catch (error) {
    if (!(error instanceof CostExceeded)) throw error;
    return { value: errorOf(error.message), cost: meter.spent };
  }
}

/** The cost of a field, an index, a list or a map, without its contents. */
const step = 1;

/** The costs of a new list, map or object. */
const [newList, newMap, newRecord] = [10, 30, 40];

class Evaluator {
  readonly #checked: Prepared;
  readonly #patterns: Patterns;
  readonly #variables: ReadonlyMap<string, Value>;
  readonly #meter: CostMeter;
  readonly #constants = new Map<Expression, Value>();
  readonly #accumulators = new Accumulators();
  #scope: Scope | undefined;

  constructor(checked: Prepared, { patterns, variables }: EvaluateOptions, meter: CostMeter) {
    this.#checked = checked;
    this.#patterns = patterns;
    this.#variables = variables;
    this.#meter = meter;
  }

  run(): Value {
    return this.#evaluate(this.#checked.expression);
  }

  #evaluate(node: Expression): Value {
    if (node.kind === "literal") return literalValue(node.value);
    if (this.#checked.constants.has(node)) return this.#constant(node);
    switch (node.kind) {
      case "identifier":
        return this.#charged(step, this.#resolve(node));
      case "select":
        if (this.#checked.names.has(node)) return this.#charged(step, this.#resolve(node));
        return node.isTest ? this.#test(node) : this.#way(node);
      case "call":
        return this.#call(node);
      case "list":
        return this.#charged(
          newList,
          makeList(node.elements, (each) => this.#evaluate(each)),
        );
      case "map":
        return this.#charged(
          newMap,
          makeMap(node.entries, (each) => this.#evaluate(each)),
        );
      case "comprehension":
        return this.#comprehension(node);
      case "message":
        return this.#charged(
          newRecord,
          makeRecord(node, (each) => this.#evaluate(each)),
        );
    }
  }

  #charged(cost: number, value: Value): Value {
    this.#meter.charge(cost);
    return value;
  }

  /** Computes what the API server precomputes, once. */
  #constant(node: Expression): Value {
    const known = this.#constants.get(node);
    if (known !== undefined) return known;
    const free = new Evaluator(
      { ...this.#checked, constants: new Set() },
      { patterns: this.#patterns, variables: new Map() },
      new CostMeter(Number.POSITIVE_INFINITY),
    );
    const value = node.kind === "call" && node.name === "@in" ? false : free.#evaluate(node);
    this.#constants.set(node, value);
    return value;
  }

  /**
   * Evaluates what the API server resolves in one lookup: a variable, a chain of fields, or a choice between them. The cost
   * of the lookup counts only if the node is not part of another lookup.
   */
  #resolve(node: Expression): Value {
    if (node.kind === "identifier" || (node.kind === "select" && this.#checked.names.has(node))) {
      return this.#named(node, this.#checked.names.get(node) ?? (node.kind === "identifier" ? node.name : node.field));
    }
    if (stepOf(node, this.#checked.names) !== undefined) return settled(this.#reach(node));
    if (node.kind !== "call" || node.name !== "_?_:_") return this.#evaluate(node);
    const branch = this.#branch(node);
    return "kind" in branch ? this.#resolve(branch) : branch.fault;
  }

  /** Evaluates a variable or a type. */
  #named(node: Expression, name: string): Value {
    const scope = findScope(this.#scope, name);
    if (scope !== undefined) return this.#valueIn(scope);
    const variable = this.#variables.get(name);
    if (variable !== undefined) return variable;
    return this.#checked.types.get(node)?.kind === "type"
      ? { kind: "type", name }
      : errorOf(`no such attribute(s): ${name}`);
  }

  #valueIn(scope: Scope): Value {
    if (scope.value !== undefined || scope.initial === undefined) return scope.value ?? null;
    const inner = this.#scope;
    this.#scope = scope.outer;
    scope.value = this.#evaluate(scope.initial);
    this.#scope = inner;
    return scope.value;
  }

  #test(node: SelectExpression): Value {
    const { value, isOptional } = this.#reach(node.operand);
    if (isError(value)) return value;
    if (isOptional && is(value, "optional")) return false;
    const found = find(value, node.field);
    if (!isOptional || found !== undefined) this.#meter.charge(step);
    // The API server subtracts the cost of the lookup even if the lookup costs nothing.
    if (isChoice(node.operand, this.#checked.names)) this.#meter.charge(-step);
    return found !== undefined && isError(found) ? found : found !== undefined;
  }

  /** Evaluates fields and indices that are not part of another lookup. */
  #way(node: Expression): Value {
    return this.#charged(isChoice(node, this.#checked.names) ? 0 : step, this.#resolve(node));
  }

  /** Treats a chain of fields and indices as one lookup: after an optional step, all further steps are optional. */
  #reach(node: Expression): Reached {
    const way = stepOf(node, this.#checked.names);
    if (way === undefined) return this.#base(node);
    const from = this.#reach(way.operand);
    const isOptional = from.isOptional || way.isOptional;
    if (isError(from.value)) return from;
    if (from.isOptional && is(from.value, "optional")) return from;
    const key = typeof way.key === "string" ? way.key : this.#resolve(way.key);
    const found = isError(key) ? key : find(from.value, key);
    if (!isOptional || (found !== undefined && !isError(found))) this.#meter.charge(step);
    if (found !== undefined) return { value: found, isOptional };
    if (isOptional) return { value: none, isOptional };
    return { value: missing(from.value, key), isOptional };
  }

  /** Evaluates the start of a chain. A value that the API server finds in an optional there has no schema. */
  #base(node: Expression): Reached {
    if (node.kind === "call" && node.name === "_?_:_" && !this.#checked.constants.has(node)) {
      const branch = this.#branch(node);
      return "kind" in branch ? this.#reach(branch) : { value: branch.fault, isOptional: false };
    }
    const value = this.#resolve(node);
    if (!is(value, "optional")) return { value, isOptional: false };
    const { held }: OptionalValue = value;
    if (held === undefined) return { value: none, isOptional: true };
    const raw = rawOf(held);
    return { value: raw instanceof Foreign ? held : plainValue(raw), isOptional: true };
  }

  #call(node: CallExpression): Value {
    if (stepOf(node, this.#checked.names) !== undefined) return this.#way(node);
    switch (node.name) {
      case "_&&_":
        return this.#logical(node, false);
      case "_||_":
        return this.#logical(node, true);
      case "_?_:_":
        return this.#resolve(node);
      case "@not_strictly_false":
        return this.#charged(step, this.#evaluate(node.args[0] ?? node) !== false);
      case "or":
      case "orValue":
        return this.#otherwise(node);
      default:
        return this.#function(node);
    }
  }

  /** Errors and other values that are not booleans count only if no operand decides. */
  #logical(node: CallExpression, deciding: boolean): Value {
    let fault: Value | undefined;
    for (const arg of node.args) {
      const value = this.#evaluate(arg);
      if (value === deciding) return deciding;
      if (typeof value !== "boolean") fault ??= isError(value) ? value : noOverload;
    }
    return fault ?? !deciding;
  }

  /** Returns the branch that a condition selects. The selection itself costs nothing. */
  #branch({ args: [condition, ifTrue, ifFalse] }: CallExpression): Expression | { readonly fault: Value } {
    if (condition === undefined || ifTrue === undefined || ifFalse === undefined) return { fault: noOverload };
    const value = this.#evaluate(condition);
    if (typeof value !== "boolean") return { fault: isError(value) ? value : noOverload };
    return value ? ifTrue : ifFalse;
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
    if (format !== undefined && isNamedFormat(format)) return this.#charged(step, { kind: "format", name: format });
    const operands = node.target === undefined || qualified !== undefined ? node.args : [node.target, ...node.args];
    const args: Value[] = [];
    const endsAtError = isHasty(name, operands);
    for (const operand of operands) {
      const value = this.#evaluate(operand);
      if (endsAtError && isError(value)) return value;
      args.push(value);
    }
    const overloads = this.#checked.overloads.get(node) ?? [];
    const [overload = ""] = overloads.length === 1 ? overloads : [];
    const cost = this.#isKnownSet(node) ? 0 : actualCost(name, overload, args);
    if (typeof cost === "number") this.#meter.charge(cost);
    const result = args.find(isError) ?? this.#apply(name, args, overloads);
    if (typeof cost !== "number") this.#meter.charge(cost(result));
    return result;
  }

  #apply(name: string, args: readonly Value[], overloads: readonly string[]): Value {
    const grown = this.#accumulators.grow(name, args);
    if (grown !== undefined) return grown;
    return callFunction(name, args, { patterns: this.#patterns, overloads });
  }

  /** Returns whether the API server has precomputed a lookup table, as for `value in [1, 2]`. */
  #isKnownSet(node: CallExpression): boolean {
    const [, range] = node.args;
    if (node.name !== "@in" || range === undefined || !this.#checked.constants.has(range)) return false;
    const list = this.#constant(range);
    return is(list, "list") && list.items.every(isKey);
  }

  #comprehension(node: Comprehension): Value {
    const range = this.#evaluate(node.range);
    if (isError(range)) return range;
    const rounds = roundsOf(range, node.variable2 !== undefined);
    if (!isList(rounds)) return rounds;
    const outer = this.#scope;
    const growing = this.#accumulators.begin(node.initial);
    const gathered: Scope = { name: node.accumulator, value: growing, initial: node.initial, outer };
    const first: Scope = { name: node.variable, value: undefined, outer: gathered };
    const second: Scope = { name: node.variable2 ?? "", value: undefined, outer: first };
    for (const [key, value] of rounds) {
      this.#scope = node.variable2 === undefined ? first : second;
      first.value = key;
      second.value = value;
      if (this.#evaluate(node.condition) === false) break;
      gathered.value = this.#evaluate(node.step);
    }
    this.#scope = gathered;
    const result = this.#evaluate(node.result);
    this.#accumulators.end(growing);
    this.#scope = outer;
    return result;
  }
}
