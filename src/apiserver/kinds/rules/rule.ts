/**
 * Tables of rules that validate a kind's objects field by field, in the order of the API server. A rule returns the errors of
 * an object at any path; `judge` applies a table.
 *
 * `Type` is the type of the objects (src/k8s), with which the compiler checks the field names. `Context` is the data besides
 * the object that the rules need, such as the pod that a container belongs to.
 */
import { type FieldError, invalid } from "../../../core/field-error.js";
import type { Json, JsonObject } from "../../../core/json.js";

/** An object to validate, and its location. */
export interface Place<Context> {
  readonly object: JsonObject;
  /** Empty at the root. */
  readonly path: string;
  readonly context: Context;
  /** The object before the update; undefined for a new object and for list items. */
  readonly old: JsonObject | undefined;
  /** Only for list items. */
  readonly list?: ItemList;
  readonly index?: number;
  /** The location of the object that contains this one. */
  readonly parent?: Place<Context>;
}

/** The values that rules have seen in a list. */
export type ItemList = Map<object, Set<unknown>>;

export type Faults = readonly FieldError[];

export interface Rule<Type, Context> {
  (place: Place<Context>): Faults;
  /** Never set: only the compiler uses this type. */
  readonly of?: (object: Type) => void;
}

export type Table<Type = JsonObject, Context = unknown> = readonly Rule<Type, Context>[];

export type Judged = Json | Readonly<Record<string, string>>;

/** A function that returns the errors of a field's value. The first check that reports an error ends the rule. */
export type Check<Value, Context = unknown> = (value: Value, path: string, place: Place<Context>) => Faults;

/** A condition that the value must meet, and the API server's message if it does not. */
export type Demand<Value, Context = unknown> = readonly [
  isFine: (value: Value, place: Place<Context>) => boolean,
  detail: string | ((value: Value, place: Place<Context>) => string),
];
export type Checks<Value, Context> = readonly (Check<Value, Context> | Demand<Value, Context>)[];

/** A check that needs only the value and its path. */
export type PlainCheck<Value> = (value: Value, path: string) => Faults;

/** The fields of a type whose values have a given type. For plain JSON: all fields. */
export type FieldOf<Type, Value> = string extends keyof Type
  ? string
  : { [Name in keyof Type]-?: NonNullable<Type[Name]> extends Value ? Name : never }[keyof Type] & string;

/** A field, optionally with a different name for its path. An empty name means the path of the object itself. */
export type Shown<Name extends string> = Name | readonly [name: Name, shownAs: string];

export const none: Faults = [];

/** Returns all errors, in the order of the rules. */
export function judge<Type, Context>(
  rules: Table<Type, Context>,
  object: JsonObject,
  path: string,
  context: Context,
  old?: JsonObject,
): FieldError[] {
  return judgeAt(rules, { object, path, context, old });
}

/** Returns a validation function for a strategy, for new and for updated objects. */
export function validator<Type>(rules: Table<Type>): (object: JsonObject, old?: JsonObject) => FieldError[] {
  return (object, old) => judge(rules, object, "", undefined, old);
}

export function judgeAt<Type, Context>(rules: Table<Type, Context>, place: Place<Context>): FieldError[] {
  const faults: FieldError[] = [];
  for (const rule of rules) for (const fault of rule(place)) faults.push(fault);
  return faults;
}

/** Returns the errors of the first check that fails. */
export function check<Value extends Judged, Context>(
  checks: Checks<Value, Context>,
  value: Value,
  path: string,
  place: Place<Context>,
): Faults {
  for (const each of checks) {
    const faults = typeof each === "function" ? each(value, path, place) : faultsOf(each, value, path, place);
    if (faults.length > 0) return faults;
  }
  return none;
}

function faultsOf<Value extends Judged, Context>(
  [isFine, detail]: Demand<Value, Context>,
  value: Value,
  path: string,
  place: Place<Context>,
): Faults {
  if (isFine(value, place)) return none;
  return [invalid(path, value, typeof detail === "string" ? detail : detail(value, place))];
}

/** Returns the values that a rule has seen in the list. */
export function seenBy(owner: object, list: ItemList | undefined): Set<unknown> {
  const seen = list?.get(owner) ?? new Set();
  list?.set(owner, seen);
  return seen;
}

export function nameOf(field: Shown<string>): string {
  return typeof field === "string" ? field : field[0];
}

export function pathOf(field: Shown<string>, { path }: Place<unknown>): string {
  const shown = typeof field === "string" ? field : field[1];
  return shown === "" || path === "" ? path + shown : `${path}.${shown}`;
}
