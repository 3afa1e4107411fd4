/** Estimates the maximum cost of an expression, in the units and by the rules of the API server. */
import type { Checked } from "./checked.js";
import { type Bounds, type DeclaredType, mostElements } from "./declared-type.js";
import type { CallExpression, Comprehension, Expression, ListExpression, MapExpression } from "./expression.js";
import { FieldPath } from "./field-path.js";
import { callCost } from "./call-costs.js";
import type { Operand } from "./operands.js";
import { accumulatorName } from "./macros.js";
import { add, fixedSize, isScalar, literalSize, none, times, uniteEntries, uniteSizes, unknownSize } from "./sizes.js";
import type { EntrySize, Size } from "./sizes.js";
import type { CelType } from "./types.js";

export function estimateCost(checked: Checked, self: DeclaredType, bounds: Bounds = new Map()): number {
  return new CostEstimator(checked, self, bounds).cost(checked.expression);
}

interface Local {
  readonly name: string;
  readonly path: FieldPath | undefined;
  readonly size: Size | undefined;
  readonly entrySize: EntrySize | undefined;
}

interface OverloadCall {
  readonly name: string;
  readonly overload: string;
  /** The target comes first, if there is one. */
  readonly operands: readonly Operand[];
}

class CostEstimator {
  readonly #checked: Checked;
  readonly #self: DeclaredType;
  readonly #bounds: Bounds;
  readonly #paths = new Map<Expression, FieldPath | undefined>();
  readonly #sizes = new Map<Expression, Size>();
  readonly #entrySizes = new Map<Expression, EntrySize>();
  readonly #locals: Local[] = [];

  constructor(checked: Checked, self: DeclaredType, bounds: Bounds) {
    this.#checked = checked;
    this.#self = self;
    this.#bounds = bounds;
  }

  cost(node: Expression): number {
    switch (node.kind) {
      case "literal":
        return 0;
      case "message":
        // Only mutations construct objects, and the server limits them at run time.
        return node.fields.reduce((sum, { value }) => add(sum, this.cost(value)), 0);
      case "identifier":
        return this.#identifier(node, this.#checked.names.get(node) ?? node.name);
      case "select": {
        const name = this.#checked.names.get(node);
        return name === undefined ? this.#select(node) : this.#identifier(node, name);
      }
      case "call":
        return this.#call(node);
      case "list":
        return this.#list(node);
      case "map":
        return this.#map(node);
      case "comprehension":
        return isBinding(node) ? this.#binding(node) : this.#comprehension(node);
    }
  }

  #identifier(node: Expression, name: string): number {
    const local = this.#local(name);
    this.#paths.set(node, local === undefined ? FieldPath.of(name) : local.path);
    return 1;
  }

  #select(node: Expression & { kind: "select" }): number {
    const operand = this.cost(node.operand);
    if (node.isTest) return operand;
    const { kind } = this.#type(node.operand);
    this.#paths.set(node, FieldPath.append(this.#path(node.operand), node.field));
    return kind === "map" || kind === "object" ? add(operand, 1) : operand;
  }

  #call(node: CallExpression): number {
    const name = this.#checked.names.get(node) ?? node.name;
    const [argument] = node.args;
    if (name === "dyn" && argument !== undefined) {
      const cost = add(this.cost(argument), 1);
      this.#copySizes(node, argument);
      return cost;
    }
    const costs: number[] = [];
    const args = node.args.map((each) => {
      costs.push(this.cost(each));
      return this.#operand(each);
    });
    // If the function has dots in its name, the apparent target is a part of the name.
    const target = this.#checked.names.has(node) ? undefined : node.target;
    const targetCost = target === undefined ? 0 : this.cost(target);
    const operands = target === undefined ? args : [this.#operand(target), ...args];
    const overloads = this.#checked.overloads.get(node) ?? [];
    let most = 0;
    let size: Size | undefined;
    for (const overload of overloads) {
      const call = this.#overload(node, { name, overload, operands }, costs);
      most = Math.max(most, call.cost);
      if (call.size !== undefined) size = size === undefined ? call.size : uniteSizes(size, call.size);
      const [indexed] = node.args;
      if (indexed !== undefined && (overload === "index_list" || overload === "index_map")) {
        size = this.#entrySize(indexed)?.value;
        const step = overload === "index_list" ? "@items" : "@values";
        this.#paths.set(node, FieldPath.append(this.#path(indexed), step));
      }
      size ??= this.#size(node);
    }
    if (size !== undefined) this.#sizes.set(node, size);
    return add(targetCost, most);
  }

  #overload(
    node: CallExpression,
    { name, overload, operands }: OverloadCall,
    costs: readonly number[],
  ): { readonly cost: number; readonly size?: Size } {
    const [first, second, third] = operands;
    if (overload === "conditional" && second !== undefined && third !== undefined) {
      const entrySize = uniteEntries(this.#entrySize(second.node), this.#entrySize(third.node));
      if (entrySize !== undefined) this.#entrySizes.set(node, entrySize);
      const [condition = 0, ifTrue = 0, ifFalse = 0] = costs;
      return { cost: add(condition, Math.max(ifTrue, ifFalse)), size: uniteSizes(second.size, third.size) };
    }
    if (overload.startsWith("add_") && name === "_+_" && first !== undefined && second !== undefined) {
      const entrySize = uniteEntries(this.#entrySize(first.node), this.#entrySize(second.node));
      const isJoined = ["add_string", "add_bytes", "add_list"].includes(overload);
      if (isJoined && entrySize !== undefined) this.#entrySizes.set(node, entrySize);
    }
    const own = callCost(name, overload, operands);
    return { ...own, cost: add(own.cost, ...costs) };
  }

  #list(node: ListExpression): number {
    let cost = 10;
    let value = node.elements.length === 0 ? fixedSize(0) : none;
    for (const element of node.elements) {
      cost = add(cost, this.cost(element.value));
      value = uniteSizes(value, this.#sizeOrUnknown(element.value));
    }
    this.#entrySizes.set(node, { kind: "list", key: fixedSize(1), value });
    return cost;
  }

  #map(node: MapExpression): number {
    let cost = 30;
    let key = node.entries.length === 0 ? fixedSize(0) : none;
    let value = key;
    for (const entry of node.entries) {
      cost = add(cost, this.cost(entry.key), this.cost(entry.value));
      key = uniteSizes(key, this.#sizeOrUnknown(entry.key));
      value = uniteSizes(value, this.#sizeOrUnknown(entry.value));
    }
    this.#entrySizes.set(node, { kind: "map", key, value });
    return cost;
  }

  #comprehension(node: Comprehension): number {
    const before = add(this.cost(node.range), this.cost(node.initial));
    const depth = this.#locals.length;
    this.#locals.push(this.#bound(node.accumulator, node.initial));
    this.#pushVariables(node);
    const perElement = add(this.cost(node.condition), this.cost(node.step));
    this.#locals.length = depth + 1;
    const result = this.cost(node.result);
    this.#locals.length = depth;
    const count = this.#sizeOrUnknown(node.range);
    if (node.initial.kind === "literal") {
      const size = this.#size(node.initial);
      if (size !== undefined) this.#sizes.set(node, size);
    } else if (node.initial.kind === "list" || node.initial.kind === "map") {
      this.#sizes.set(node, count);
      const entrySize = this.#entrySize(node.step);
      if (entrySize !== undefined) this.#entrySizes.set(node, entrySize);
    }
    return add(before, result, times(count.max, perElement));
  }

  #pushVariables({ range, variable, variable2 }: Comprehension): void {
    const entrySize = this.#entrySize(range);
    const isList = (entrySize?.kind ?? this.#type(range).kind) === "list";
    const local = (name: string, step: string, size: Size | undefined): Local => ({
      name,
      path: FieldPath.append(this.#path(range), step),
      size,
      entrySize: undefined,
    });
    if (variable2 === undefined) {
      const size = isList ? entrySize?.value : entrySize?.key;
      this.#locals.push(local(variable, isList ? "@items" : "@keys", size));
    } else {
      this.#locals.push(local(variable, isList ? "@indices" : "@keys", entrySize?.key));
      this.#locals.push(local(variable2, isList ? "@items" : "@values", entrySize?.value));
    }
  }

  /**
   * Returns the cost of a variable with a value, which optMap and sortBy create: unused parts cost only as much as the value.
   */
  #binding(node: Comprehension): number {
    const before = add(this.cost(node.range), this.cost(node.initial));
    this.#locals.push(this.#bound(node.accumulator, node.initial));
    const result = this.cost(node.result);
    this.#locals.pop();
    this.#copySizes(node, node.result);
    return add(before, result);
  }

  #bound(name: string, value: Expression): Local {
    return { name, path: this.#path(value), size: this.#size(value), entrySize: this.#entrySize(value) };
  }

  #local(name: string): Local | undefined {
    return this.#locals.findLast((local) => local.name === name);
  }

  #localOf(node: Expression): Local | undefined {
    const name = this.#checked.names.get(node);
    return name === undefined || node.kind === "call" ? undefined : this.#local(name);
  }

  #type(node: Expression): CelType {
    return this.#checked.types.get(node) ?? { kind: "error" };
  }

  #path(node: Expression): FieldPath | undefined {
    const local = this.#localOf(node);
    return local === undefined ? this.#paths.get(node) : local.path;
  }

  #operand(node: Expression): Operand {
    const type = this.#type(node);
    const path = this.#path(node);
    const [start] = path?.names ?? [];
    const shown = start === accumulatorName ? undefined : path;
    const size = this.#size(node);
    return {
      node,
      type,
      path: shown,
      size: size ?? unknownSize,
      isSized: size !== undefined,
      itemSize: () => (shown === undefined ? undefined : this.#declaredSize([...shown.names, "@items"])) ?? unknownSize,
    };
  }

  #copySizes(to: Expression, from: Expression): void {
    const size = this.#size(from);
    if (size !== undefined) this.#sizes.set(to, size);
    const entrySize = this.#entrySize(from);
    if (entrySize !== undefined) this.#entrySizes.set(to, entrySize);
  }

  #sizeOrUnknown(node: Expression): Size {
    return this.#size(node) ?? unknownSize;
  }

  #size(node: Expression): Size | undefined {
    const known = this.#sizes.get(node) ?? literalSize(node);
    if (known !== undefined) return known;
    const declared = this.#declaredSize(this.#path(node)?.names ?? []);
    if (declared !== undefined) {
      this.#sizes.set(node, declared);
      return declared;
    }
    return isScalar(this.#type(node)) ? fixedSize(1) : this.#localOf(node)?.size;
  }

  #entrySize(node: Expression): EntrySize | undefined {
    return this.#entrySizes.get(node) ?? this.#localOf(node)?.entrySize;
  }

  /** Returns the size from the schema. Like the API server, takes the first name for `self`, whatever it is. */
  #declaredSize([variable, ...steps]: readonly string[]): Size | undefined {
    if (variable === undefined) return undefined;
    let declared: DeclaredType | undefined = this.#self;
    for (const step of steps) {
      if (step === "@items" || step === "@values") declared = declared.item;
      else if (step === "@keys") declared = declared.key;
      else declared = declared.fields?.get(step);
      if (declared === undefined) return undefined;
    }
    return { min: 0, max: mostElements(declared, this.#bounds) };
  }
}

function isBinding({ range, condition, accumulator }: Comprehension): boolean {
  const isEmpty = range.kind === "list" && range.elements.length === 0;
  const isNever = condition.kind === "literal" && condition.value.type === "bool" && !condition.value.value;
  return isEmpty && isNever && accumulator !== accumulatorName;
}
