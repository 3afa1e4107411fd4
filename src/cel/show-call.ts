import type { Overload } from "./functions.js";
import { showType, type CelType } from "./types.js";

/** What to say of a call that no overload of its function fits. */
export function showCall(
  name: string,
  isMember: boolean,
  given: readonly CelType[],
  overloads: readonly Overload[],
): { readonly message: string; readonly hint?: string } {
  const types = given.map(showType);
  const [first = "", second = ""] = types;
  if (name === "_?_:_") {
    return first === "bool" || first === "dyn"
      ? { message: `both branches of a choice are of one type, not ${second} and ${types[2] ?? ""}` }
      : { message: `a choice is made by a bool, not by ${first}` };
  }
  if (name === "_[_]" || name === "_[?_]") return { message: `${first} has no element at an index of type ${second}` };
  if (name === "@in") return { message: `${first} cannot be in ${second}` };
  const operator = /^_?([^\w@]+)_$/.exec(name)?.[1];
  if (operator !== undefined) return operatorFault(operator, types);
  const own = overloads.filter((overload) => overload.isMember === isMember);
  const forms = (own.length === 0 ? overloads : own).slice(0, 4).map((overload) => showForm(name, overload));
  const call = isMember ? `${first}.${name}(${types.slice(1).join(", ")})` : `${name}(${types.join(", ")})`;
  return { message: `no function ${call}`, hint: `There is ${forms.join(", ")}.` };
}

function operatorFault(
  operator: string,
  types: readonly string[],
): { readonly message: string; readonly hint?: string } {
  const [left = "", right] = types;
  if (right === undefined) return { message: `${operator} does not take ${left}` };
  const message = `${operator} does not take ${left} and ${right}`;
  if (left === "null" || right === "null") return { message, hint: "Whether a field is set, has() tells." };
  const numbers = new Set(["int", "uint", "double"]);
  return numbers.has(left) && numbers.has(right) && left !== right
    ? { message, hint: `Convert one of them, as in ${right}(…).` }
    : { message };
}

function showForm(name: string, { isMember, takes }: Overload): string {
  const [target, ...rest] = takes.map(showVariables);
  if (target === undefined) return `${name}()`;
  return isMember ? `${target}.${name}(${rest.join(", ")})` : `${name}(${[target, ...rest].join(", ")})`;
}

function showVariables(type: CelType): string {
  return type.kind === "variable" ? type.name : showType(type);
}
