/** Finds the type of each node of an expression, and the overloads that its calls can reach, like cel-go's checker does. */
import { celName } from "../schema/cel-name.js";
import * as faults from "./check-faults.js";
import { checkMessage } from "./check-message.js";
import type { Checked, CheckOptions } from "./checked.js";
import type { CallExpression, Comprehension, Expression, ExpressionFault } from "./expression.js";
import type { ListExpression, MapExpression, SelectExpression } from "./expression.js";
import type { Overload } from "./functions.js";
import {
  areSame,
  heldBy,
  isDyn,
  isDynOrError,
  optionalOf,
  showType,
  simple,
  typeNames,
  type CelType,
} from "./types.js";
import { mostGeneral, Unifier } from "./unifier.js";

export function check(expression: Expression, options: CheckOptions): Checked {
  return new Checker(options).run(expression);
}

class Checker {
  readonly #options: CheckOptions;
  readonly #unifier = new Unifier();
  readonly #types = new Map<Expression, CelType>();
  readonly #overloads = new Map<Expression, readonly string[]>();
  readonly #names = new Map<Expression, string>();
  readonly #faults: ExpressionFault[] = [];
  readonly #locals: { readonly name: string; readonly type: CelType }[] = [];

  constructor(options: CheckOptions) {
    this.#options = options;
  }

  run(expression: Expression): Checked {
    this.#check(expression);
    const types = new Map<Expression, CelType>();
    for (const [node, type] of this.#types) types.set(node, this.#unifier.resolve(type, "dyn"));
    return { expression, types, overloads: this.#overloads, names: this.#names, faults: this.#faults };
  }

  #check(node: Expression): CelType {
    const type = this.#typeOf(node);
    this.#types.set(node, type);
    return type;
  }

  #typeOf(node: Expression): CelType {
    switch (node.kind) {
      case "literal":
        return simple(node.value.type);
      case "identifier":
        return this.#named(node, node.name) ?? this.#unknownName(node.at, node.name);
      case "select":
        return this.#select(node);
      case "call":
        return this.#call(node);
      case "list":
        return this.#list(node.elements);
      case "map":
        return this.#map(node.entries);
      case "message":
        return checkMessage(node, {
          fieldOf: this.#options.messages,
          given: (value, isOptional) => this.#given(value, isOptional),
          fits: (wanted, given) => this.#unifier.isAssignable([wanted], [given]),
          refuse: (fault) => this.#refuse(fault),
        });
      case "comprehension":
        return this.#comprehension(node);
    }
  }

  #refuse(fault: ExpressionFault): CelType {
    this.#faults.push(fault);
    return simple("error");
  }

  #variable(name: string): CelType | undefined {
    const local = this.#locals.findLast((each) => each.name === name);
    const known = local?.type ?? this.#options.variables.get(name);
    if (known !== undefined) return known;
    const named = typeNames.get(name);
    return named === undefined ? undefined : { kind: "type", ...(name !== "type" && { of: named }) };
  }

  #named(node: Expression, name: string): CelType | undefined {
    const plain = name.replace(/^\./, "");
    const type = this.#variable(plain);
    if (type !== undefined) this.#names.set(node, plain);
    return type;
  }

  #unknownName(at: number, name: string): CelType {
    const locals = this.#locals.map((local) => local.name).filter((local) => /^[a-zA-Z]/.test(local));
    const self = this.#options.variables.get("self");
    const fields = self?.kind === "object" ? this.#options.objects.get(self.name)?.fields : undefined;
    return this.#refuse(
      faults.unknownName(at, name, [...locals, ...this.#options.variables.keys()], fields?.has(name) === true),
    );
  }

  #select(node: SelectExpression): CelType {
    const qualified = node.isTest ? undefined : faults.qualifiedName(node);
    const named = qualified === undefined ? undefined : this.#named(node, qualified);
    if (named !== undefined) return named;
    const type = this.#field(node, node.operand, node.field, false);
    return node.isTest ? simple("bool") : this.#unifier.resolve(type);
  }

  #field(node: Expression, operand: Expression, field: string, isOptional: boolean): CelType {
    const whole = this.#unifier.resolve(this.#check(operand));
    const held = heldBy(whole);
    const type = this.#fieldOf(node, held ?? whole, field);
    return isOptional || held !== undefined ? optionalOf(type) : type;
  }

  #fieldOf(node: Expression, type: CelType, field: string): CelType {
    switch (type.kind) {
      case "map":
        return type.value;
      case "object": {
        const fields = this.#options.objects.get(type.name)?.fields;
        // A reserved word can stand for the name that it is escaped to.
        const word = celName(field) === `__${field}__` ? fields?.get(celName(field)) : undefined;
        return (
          this.#options.messages?.(type.name, field) ??
          (fields?.get(field) ?? word)?.type ??
          this.#refuse(faults.unknownField(node, field, type.name, this.#options.objects.get(type.name)))
        );
      }
      case "variable":
        this.#unifier.isAssignable([simple("dyn")], [type]);
        return simple("dyn");
      case "dyn":
      case "error":
        return simple("dyn");
      default:
        this.#refuse(faults.noFields(node, field, type));
        return simple("dyn");
    }
  }

  #call(node: CallExpression): CelType {
    const { name, target, args } = node;
    if (name === "_?._") return this.#optionalSelect(node);
    const given = args.map((argument) => this.#check(argument));
    if (target === undefined) {
      const plain = name.replace(/^\./, "");
      const overloads = this.#options.functions.find(plain);
      if (overloads === undefined) return this.#refuse(faults.unknownFunction(node, this.#options.functions));
      this.#names.set(node, plain);
      return this.#resolve(node, plain, overloads, false, given);
    }
    const prefix = faults.qualifiedName(target);
    const qualified = prefix === undefined ? undefined : `${prefix.replace(/^\./, "")}.${name}`;
    const global = qualified === undefined ? undefined : this.#options.functions.find(qualified);
    if (qualified !== undefined && global !== undefined) {
      this.#names.set(node, qualified);
      return this.#resolve(node, qualified, global, false, given);
    }
    const targetType = this.#check(target);
    const overloads = this.#options.functions.find(name);
    if (overloads === undefined) return this.#refuse(faults.unknownFunction(node, this.#options.functions));
    return this.#resolve(node, name, overloads, true, [targetType, ...given]);
  }

  #optionalSelect(node: CallExpression): CelType {
    const [operand, field] = node.args;
    if (operand === undefined || field?.kind !== "literal" || field.value.type !== "string") {
      throw new Error("the parser gives .? an operand and a name");
    }
    this.#types.set(field, simple("string"));
    const type = this.#field(node, operand, field.value.value, true);
    this.#overloads.set(node, ["select_optional_field"]);
    return this.#unifier.resolve(type);
  }

  #resolve(
    node: CallExpression,
    name: string,
    overloads: readonly Overload[],
    isMember: boolean,
    given: readonly CelType[],
  ): CelType {
    if (name === "_&&_" || name === "_||_") return this.#logical(node, name, overloads, given);
    const ids: string[] = [];
    let result: CelType | undefined;
    for (const overload of overloads) {
      if (overload.isMember !== isMember) continue;
      const { takes, gives } = this.#unifier.instanceOf(overload);
      if (!this.#unifier.isAssignable(given, takes)) continue;
      ids.push(overload.id);
      const type = this.#unifier.resolve(gives);
      if (result === undefined) result = type;
      else if (!isDyn(result) && !areSame(result, type)) result = simple("dyn");
    }
    if (result !== undefined) {
      this.#overloads.set(node, ids);
      return result;
    }
    const types = given.map((type) => this.#unifier.resolve(type, "dyn"));
    return this.#refuse(faults.noOverload(node, name, isMember, types, overloads));
  }

  #logical(node: CallExpression, name: string, overloads: readonly Overload[], given: readonly CelType[]): CelType {
    const bool = simple("bool");
    const wrong = given.findIndex((type) => !this.#unifier.isAssignable([type], [bool]));
    const type = given[wrong];
    if (type !== undefined) {
      const shown = showType(this.#unifier.resolve(type, "dyn"));
      const operand = node.args[wrong] ?? node;
      return this.#refuse(faults.mismatch(operand, `${name.slice(1, -1)} takes bool, not ${shown}`, "bool", shown));
    }
    const ids = overloads.map(({ id }) => id);
    this.#overloads.set(node, ids);
    return bool;
  }

  #list(elements: ListExpression["elements"]): CelType {
    let item: CelType | undefined;
    for (const { value, isOptional } of elements) {
      item = this.#join(item, this.#given(value, isOptional));
    }
    return { kind: "list", item: item ?? this.#unifier.newVariable() };
  }

  #map(entries: MapExpression["entries"]): CelType {
    let keys: CelType | undefined;
    let values: CelType | undefined;
    for (const { key, value, isOptional } of entries) {
      keys = this.#join(keys, this.#check(key));
      values = this.#join(values, this.#given(value, isOptional));
    }
    const key = keys ?? this.#unifier.newVariable();
    return { kind: "map", key, value: values ?? this.#unifier.newVariable() };
  }

  /** Returns the type of an element; for an optional element, the type of the value it contains. */
  #given(value: Expression, isOptional: boolean): CelType {
    const type = this.#check(value);
    if (!isOptional) return type;
    const held = heldBy(type);
    if (held !== undefined) return held;
    if (!isDyn(type)) this.#refuse(faults.notOptional(value, this.#unifier.resolve(type, "dyn")));
    return type;
  }

  /** Elements of different types make a list of `dyn`. checkLiterals reports the lists that the API server rejects. */
  #join(before: CelType | undefined, type: CelType): CelType {
    if (before === undefined) return type;
    return this.#unifier.isAssignable([before], [type]) ? mostGeneral(before, type) : simple("dyn");
  }

  #comprehension(node: Comprehension): CelType {
    const range = this.#unifier.resolve(this.#check(node.range), "keep");
    const accumulated = this.#check(node.initial);
    const [first, second] = this.#iterated(node, range);
    const depth = this.#locals.length;
    this.#locals.push({ name: node.accumulator, type: accumulated });
    this.#locals.push({ name: node.variable, type: first });
    if (node.variable2 !== undefined) this.#locals.push({ name: node.variable2, type: second });
    this.#assert(node.condition, simple("bool"), this.#check(node.condition));
    this.#assert(node.step, accumulated, this.#check(node.step));
    this.#locals.length = depth + 1;
    const result = this.#check(node.result);
    this.#locals.length = depth;
    return this.#unifier.resolve(result);
  }

  #iterated(node: Comprehension, range: CelType): readonly [CelType, CelType] {
    switch (range.kind) {
      case "list":
        return node.variable2 === undefined ? [range.item, range.item] : [simple("int"), range.item];
      case "map":
        return [range.key, range.value];
      default:
        if (isDynOrError(range) || range.kind === "variable") {
          this.#unifier.isAssignable([simple("dyn")], [range]);
          return [simple("dyn"), simple("dyn")];
        }
        this.#refuse(faults.notIterable(node.range, range));
        return [simple("error"), simple("error")];
    }
  }

  #assert(node: Expression, wanted: CelType, found: CelType): void {
    if (this.#unifier.isAssignable([wanted], [found])) return;
    const [want = "", have = ""] = [wanted, found].map((type) => showType(this.#unifier.resolve(type, "dyn")));
    this.#refuse(faults.mismatch(node, `expected ${want}, found ${have}`, want, have));
  }
}
