/** The faults that the checker finds in the names and calls of an expression. */
import { nearest } from "../core/suggest.js";
import { celName } from "../schema/cel-name.js";
import type { DeclaredType } from "./declared-type.js";
import type { CallExpression, Expression, ExpressionFault, MessageExpression, MessageField } from "./expression.js";
import type { Functions, Overload } from "./functions.js";
import { macroArities } from "./macros.js";
import { optionalOf, showType, type CelType } from "./types.js";

/** @param said - the API server's message about the node */
export function faultAt(at: number, message: string, hint?: string, said?: ExpressionFault["said"]): ExpressionFault {
  return { at, message, ...(hint !== undefined && { hint }), ...(said !== undefined && { said }) };
}

/** @param known - all declared names @param isField - whether `self` has a field of that name */
export function unknownName(at: number, name: string, known: readonly string[], isField: boolean): ExpressionFault {
  const [message, said] = [`unknown name "${name}"`, undeclared(name, at)];
  if (isField) return faultAt(at, message, `Write self.${name}.`, said);
  const near = nearest(name, known);
  const hint = near === undefined ? `Available names: ${known.join(", ")}.` : `Did you mean "${near}"?`;
  return faultAt(at, message, hint, said);
}

/** @param object - the type without the field; undefined if the type is unknown */
export function unknownField(
  node: Expression,
  field: string,
  owner: string,
  object: DeclaredType | undefined,
): ExpressionFault {
  const { at } = node;
  const message = `no field "${field}" in ${owner === "" ? "the object" : owner}`;
  if (object === undefined) {
    const text = `unexpected failed resolution of '${owner}'`;
    return faultAt(at, message, undefined, { at: pointAt(node), text });
  }
  const said = { at: pointAt(node), text: `undefined field '${field}'` };
  const fields = [...(object.fields?.keys() ?? [])];
  const escaped = celName(field);
  if (escaped !== field && fields.includes(escaped)) return faultAt(at, message, `Write ${escaped} in CEL.`, said);
  if (Object.hasOwn(object.schema.properties ?? {}, field)) {
    return faultAt(at, message, "Its schema has no type, so rules cannot access it.", said);
  }
  const near = nearest(field, fields);
  const known = fields.length === 0 ? "It has no fields that rules can access." : `It has ${fields.join(", ")}.`;
  return faultAt(at, message, near === undefined ? known : `Did you mean "${near}"?`, said);
}

/** A rule of a CRD and most expressions cannot construct objects; a mutation constructs those of its own types. */
export function unknownMessage({ at, signAt = at, type }: MessageExpression): ExpressionFault {
  const name = type.replace(/^\./, "");
  const hint = "Write a map with keys in quotes.";
  return faultAt(at, `a rule cannot create a message "${type}"`, hint, undeclared(name, signAt));
}

export function unknownMessageField({ at, name }: MessageField, type: string): ExpressionFault {
  return faultAt(at, `no field "${name}" in ${type}`, undefined, { at, text: `undefined field '${name}'` });
}

export function wrongField({ at, name }: MessageField, wanted: CelType, given: CelType): ExpressionFault {
  const [want, have] = [showType(wanted), showType(given)];
  const text = `expected type of field '${name}' is '${want}' but provided type is '${have}'`;
  return faultAt(at, `the field "${name}" takes ${want}, not ${have}`, undefined, { at, text });
}

export function mismatch(node: Expression, message: string, want: string, have: string): ExpressionFault {
  const text = `expected type '${want}' but found '${have}'`;
  return faultAt(node.at, message, undefined, { at: pointAt(node), text });
}

/** An element, an entry or a field after `?` of another type. */
export function notOptional(node: Expression, type: CelType): ExpressionFault {
  const message = `an element after ? must be an optional, not ${showType(type)}`;
  return mismatch(node, message, showType(optionalOf(type)), showType(type));
}

export function noFields(node: Expression, field: string, type: CelType): ExpressionFault {
  const text = `type '${showType(type)}' does not support field selection`;
  return faultAt(node.at, `${showType(type)} has no fields, so no "${field}"`, undefined, { at: pointAt(node), text });
}

export function notIterable(range: Expression, type: CelType): ExpressionFault {
  const shown = showType(type);
  const text = `expression of type '${shown}' cannot be range of a comprehension (must be list, map, or dynamic)`;
  return faultAt(range.at, `${shown} cannot be iterated; use a list or a map`, undefined, { at: pointAt(range), text });
}

export function unknownFunction(node: CallExpression, functions: Functions): ExpressionFault {
  const { at, name, target, args } = node;
  const said = undeclared(name.replace(/^\./, ""), pointAt(node));
  const arities = target === undefined ? [] : macroArities(name);
  if (arities.length > 0) {
    return faultAt(at, `${name} takes ${arities.join(" or ")} arguments, not ${args.length}`, undefined, said);
  }
  const near = nearest(name, functions.names());
  return faultAt(at, `unknown function "${name}"`, near === undefined ? undefined : `Did you mean "${near}"?`, said);
}

/** @param types - the types of the target of a member call, and of the arguments */
export function noOverload(
  node: CallExpression,
  name: string,
  isMember: boolean,
  types: readonly CelType[],
  overloads: readonly Overload[],
): ExpressionFault {
  const { message, hint } = showCall(name, isMember, types, overloads);
  const shown = types.map(showType);
  const [target = "", ...rest] = shown;
  const signature = isMember ? `${target}.(${rest.join(", ")})` : `(${shown.join(", ")})`;
  const text = `found no matching overload for '${name}' applied to '${signature}'`;
  return faultAt(node.at, message, hint, { at: pointAt(node), text });
}

/** Returns the position that the API server reports. */
export function pointAt({ at, signAt = at }: Expression): number {
  return signAt;
}

function undeclared(name: string, at: number): ExpressionFault["said"] {
  return { at, text: `undeclared reference to '${name}' (in container '')` };
}

/** Returns `a.b.c` as one name, if it can be one. */
export function qualifiedName(node: Expression): string | undefined {
  if (node.kind === "identifier") return node.name;
  if (node.kind !== "select" || node.isTest) return undefined;
  const prefix = qualifiedName(node.operand);
  return prefix === undefined ? undefined : `${prefix}.${node.field}`;
}

type Remark = Pick<ExpressionFault, "message" | "hint">;

/** Describes a call that matches no overload of its function. */
function showCall(name: string, isMember: boolean, given: readonly CelType[], overloads: readonly Overload[]): Remark {
  const types = given.map(showType);
  const [first = "", second = ""] = types;
  if (name === "_?_:_") {
    return first === "bool" || first === "dyn"
      ? { message: `both branches of ?: must have the same type, not ${second} and ${types[2] ?? ""}` }
      : { message: `the condition of ?: must be bool, not ${first}` };
  }
  if (name === "_[_]" || name === "_[?_]") return { message: `${first} has no element at an index of type ${second}` };
  if (name === "@in") return { message: `${first} cannot be in ${second}` };
  const operator = /^_?([^\w@]+)_$/.exec(name)?.[1];
  if (operator !== undefined) return operatorFault(operator, types);
  const own = overloads.filter((overload) => overload.isMember === isMember);
  const forms = (own.length === 0 ? overloads : own).slice(0, 4).map((overload) => showForm(name, overload));
  const call = isMember ? `${first}.${name}(${types.slice(1).join(", ")})` : `${name}(${types.join(", ")})`;
  return { message: `no function ${call}`, hint: `Available: ${forms.join(", ")}.` };
}

function operatorFault(operator: string, types: readonly string[]): Remark {
  const [left = "", right] = types;
  if (right === undefined) return { message: `${operator} does not accept ${left}` };
  const message = `${operator} does not accept ${left} and ${right}`;
  if (left === "null" || right === "null") return { message, hint: "Use has() to check whether a field is set." };
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
