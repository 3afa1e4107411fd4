import { allPairs, areSame, isDyn, isDynOrError, mapParameters, parameters, type CelType } from "./types.js";

export interface Signature {
  readonly takes: readonly CelType[];
  readonly gives: CelType;
}

/** The bindings of type variables, found like cel-go's checker does: a variable gets the most general of its types. */
export class Unifier {
  readonly #bound = new Map<string, CelType>();
  /** The bindings before the last call of isAssignable, in the order of its changes. */
  readonly #replaced: (readonly [name: string, before: CelType | undefined])[] = [];
  #count = 0;

  newVariable(): CelType {
    return { kind: "variable", name: `_${this.#count++}` };
  }

  /** Returns the overload with fresh variables. */
  instanceOf({ takes, gives }: Signature): Signature {
    const variables = new Map<string, CelType>();
    const replace = (type: CelType): CelType => {
      if (type.kind !== "variable") return mapParameters(type, replace);
      const known = variables.get(type.name) ?? this.newVariable();
      variables.set(type.name, known);
      return known;
    };
    return { takes: takes.map(replace), gives: replace(gives) };
  }

  /** Returns whether each type can be used where the other is expected, pairwise. Binds variables only if so. */
  isAssignable(from: readonly CelType[], to: readonly CelType[]): boolean {
    this.#replaced.length = 0;
    if (this.#allAssignable(from, to)) return true;
    for (const [name, type] of this.#replaced.reverse()) {
      if (type === undefined) this.#bound.delete(name);
      else this.#bound.set(name, type);
    }
    return false;
  }

  /** Replaces the variables in a type with their bindings; unbound variables remain, or become `dyn`. */
  resolve(type: CelType, unbound: "keep" | "dyn" = "keep"): CelType {
    if (type.kind !== "variable") return mapParameters(type, (inner) => this.resolve(inner, unbound));
    const bound = this.#bound.get(type.name);
    if (bound !== undefined) return this.resolve(bound, unbound);
    return unbound === "dyn" ? { kind: "dyn" } : type;
  }

  #allAssignable(from: readonly CelType[], to: readonly CelType[]): boolean {
    return allPairs(from, to, (type, other) => this.#assignable(type, other));
  }

  #assignable(from: CelType, to: CelType): boolean {
    if (to.kind === "variable") {
      const { isValid, isBound } = this.#substitute(from, to);
      if (isValid) return true;
      if (isBound) return false;
    }
    if (from.kind === "variable") return this.#substitute(to, from).isValid;
    if (isDynOrError(from) || isDynOrError(to)) return true;
    if (from.kind === "null") return isNullable(to);
    if (to.kind === "null") return isNullable(from);
    if (from.kind !== to.kind) return false;
    if (from.kind === "type") return true;
    if (from.kind === "opaque" && to.kind === "opaque" && from.name !== to.name) return false;
    if (from.kind === "object") return areSame(from, to);
    return this.#allAssignable(parameters(from), parameters(to));
  }

  /** Returns whether the variable can be bound to the type. */
  #substitute(type: CelType, variable: CelType & { kind: "variable" }): { isValid: boolean; isBound: boolean } {
    if (areSame(type, variable)) return { isValid: true, isBound: true };
    const bound = this.#bound.get(variable.name);
    if (bound !== undefined) {
      if (areSame(type, bound)) return { isValid: true, isBound: true };
      if (!this.#assignable(type, bound)) return { isValid: false, isBound: true };
      const general = mostGeneral(type, bound);
      if (!this.#occursIn(variable, general)) this.#bind(variable.name, general);
      return { isValid: true, isBound: true };
    }
    if (this.#occursIn(variable, type)) return { isValid: false, isBound: false };
    this.#bind(variable.name, type);
    return { isValid: true, isBound: false };
  }

  #bind(name: string, type: CelType): void {
    this.#replaced.push([name, this.#bound.get(name)]);
    this.#bound.set(name, type);
  }

  #occursIn(variable: CelType & { kind: "variable" }, type: CelType): boolean {
    if (type.kind === "variable") {
      if (type.name === variable.name) return true;
      const bound = this.#bound.get(type.name);
      return bound !== undefined && this.#occursIn(variable, bound);
    }
    return parameters(type).some((part) => this.#occursIn(variable, part));
  }
}

/** Returns the more general of two types that match. */
export function mostGeneral(left: CelType, right: CelType): CelType {
  return isAsGeneral(left, right) ? left : right;
}

function isAsGeneral(left: CelType, right: CelType): boolean {
  if (isDyn(left) || left.kind === "variable") return true;
  if (isDyn(right) || right.kind === "variable") return false;
  if (left.kind !== right.kind) return false;
  if (left.kind === "type") return true;
  if (left.kind !== "list" && left.kind !== "map" && left.kind !== "opaque") return areSame(left, right);
  if (left.kind === "opaque" && right.kind === "opaque" && left.name !== right.name) return false;
  return allPairs(parameters(left), parameters(right), isAsGeneral);
}

function isNullable(type: CelType): boolean {
  return ["null", "opaque", "object", "duration", "timestamp"].includes(type.kind);
}
