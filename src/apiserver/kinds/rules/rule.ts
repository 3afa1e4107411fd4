/**
 * Tables of rules: what a kind's objects must be like, field by field, in the order in which the API server judges them. A rule
 * finds the faults of an object, wherever it stands; `judge` goes through a table.
 *
 * `Type` is the type of the objects (src/k8s), by which the compiler checks the names of fields; `Context` is what the rules need
 * to know besides the object, such as the pod that a container belongs to.
 */
import { type FieldError, invalid } from "../../../core/field-error.js";
import type { Json, JsonObject } from "../../../core/json.js";

/** An object under judgement, and where it stands. */
export interface Place<Context> {
  readonly object: JsonObject;
  /** Empty at the root. */
  readonly path: string;
  readonly context: Context;
  /** The same object before the update; undefined of a new one, and of the items of a list. */
  readonly old: JsonObject | undefined;
  /** Of an item of a list. */
  readonly list?: ItemList;
  readonly index?: number;
  /** The place of the object that has this one as a member. */
  readonly parent?: Place<Context>;
}

/** The values that rules have met in a list so far. */
export type ItemList = Map<object, Set<unknown>>;

export type Faults = readonly FieldError[];

export interface Rule<Type, Context> {
  (place: Place<Context>): Faults;
  /** Never set: it holds the type, for the compiler alone. */
  readonly of?: (object: Type) => void;
}

export type Table<Type = JsonObject, Context = unknown> = readonly Rule<Type, Context>[];

export type Judged = Json | Readonly<Record<string, string>>;

/** What is wrong with the value of a field; the first check that finds something ends the rule. */
export type Check<Value, Context = unknown> = (value: Value, path: string, place: Place<Context>) => Faults;

/** What must be so of the value, and what the API server says where it is not. */
export type Demand<Value, Context = unknown> = readonly [
  isFine: (value: Value, place: Place<Context>) => boolean,
  detail: string | ((value: Value, place: Place<Context>) => string),
];
export type Checks<Value, Context> = readonly (Check<Value, Context> | Demand<Value, Context>)[];

/** A check that looks at nothing else. */
export type PlainCheck<Value> = (value: Value, path: string) => Faults;

/** The fields of a type whose values are of another one. Of plain JSON: all. */
export type FieldOf<Type, Value> = string extends keyof Type
  ? string
  : { [Name in keyof Type]-?: NonNullable<Type[Name]> extends Value ? Name : never }[keyof Type] & string;

/** A field, and how its path names it where that differs; the empty name is the path of the object itself. */
export type Shown<Name extends string> = Name | readonly [name: Name, shownAs: string];

export const none: Faults = [];

/** All faults, in the order of the rules. */
export function judge<Type, Context>(
  rules: Table<Type, Context>,
  object: JsonObject,
  path: string,
  context: Context,
  old?: JsonObject,
): FieldError[] {
  return judgeAt(rules, { object, path, context, old });
}

/** As a strategy has it: of a new object, or of one that is changed. */
export function validator<Type>(rules: Table<Type>): (object: JsonObject, old?: JsonObject) => FieldError[] {
  return (object, old) => judge(rules, object, "", undefined, old);
}

export function judgeAt<Type, Context>(rules: Table<Type, Context>, place: Place<Context>): FieldError[] {
  const faults: FieldError[] = [];
  for (const rule of rules) for (const fault of rule(place)) faults.push(fault);
  return faults;
}

/** The faults that the first failing check finds. */
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

/** The values that a rule has met in the list so far. */
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
