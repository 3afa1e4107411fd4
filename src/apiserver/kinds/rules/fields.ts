/** The rules for single fields, and for their members. */
import { required } from "../../../core/field-error.js";
import { ownOf } from "../../../core/own-members.js";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.js";
import { listOf, numberOf, objectOf, textMapOf, textOf } from "../../api-object.js";
import * as base from "./rule.js";

type Items<Type> = NonNullable<Type> extends readonly (infer Item)[] ? Item : JsonObject;
/** The type of a member. The members of plain JSON can have any type, so the rules read them as plain JSON. */
type Member<Type, Name extends string> = string extends keyof Type
  ? JsonObject
  : Name extends keyof Type
    ? NonNullable<Type[Name]>
    : JsonObject;
type Read<Value> = (object: JsonObject, name: string) => Value | undefined;
/** `All`: the declared types of the fields that the rule can read. */
type FieldRule<All, Value> = <Type, Context>(
  field: base.Shown<base.FieldOf<Type, All>>,
  ...checks: base.Checks<Value, Context>
) => base.Rule<Type, Context>;

/** Validates a field that has a value. */
function read<All, Value extends base.Judged>(valueOf: Read<Value>): FieldRule<All, Value> {
  return (field, ...checks) =>
    (place) => {
      const value = valueOf(place.object, base.nameOf(field));
      return value === undefined ? base.none : base.check(checks, value, base.pathOf(field, place), place);
    };
}

/** A string. A missing string is empty. */
export const text = read<string, string>(textOf);
/** A string that is validated unless it is empty. */
export const optionalText = read<string, string>((object, name) => textOf(object, name) || undefined);
/** A string that may be missing: a pointer in Go. An empty string is validated. */
export const textPointer = read<string, string>((object, name) => {
  const value = ownOf(object, name);
  return typeof value === "string" ? value : undefined;
});
/** A number. A missing number is 0. */
export const number = read<number, number>((object, name) => numberOf(object, name) ?? 0);
/** A number that is validated unless it is 0. */
export const optionalNumber = read<number, number>((object, name) => numberOf(object, name) || undefined);
/** A number that may be missing: a pointer in Go. */
export const numberPointer = read<number, number>(numberOf);
/** Any value. A missing value is null. */
export const value = read<unknown, Json>((object, name) => ownOf(object, name) ?? null);
/** A list. A missing list is empty. */
export const list = read<readonly unknown[], Json[]>((object, name) => [...listOf(object, name)]);
/** A map of strings. */
export const textMap = read<unknown, Readonly<Record<string, string>>>(textMapOf);

/** An object. A missing object is empty. */
export function object<Type, Context, Name extends keyof Type & string>(
  field: base.Shown<Name>,
  rules: base.Table<Member<Type, Name>, Context>,
): base.Rule<Type, Context> {
  return (place) => base.judgeAt(rules, inside(place, field, objectOf(place.object, base.nameOf(field)) ?? {}));
}

/** An object that may be missing. */
export function optional<Type, Context, Name extends keyof Type & string>(
  field: base.Shown<Name>,
  rules: base.Table<Member<Type, Name>, Context>,
): base.Rule<Type, Context> {
  return (place) => {
    const member = objectOf(place.object, base.nameOf(field));
    return member === undefined ? base.none : base.judgeAt(rules, inside(place, field, member));
  };
}

/** A required object. */
export function requiredObject<Type, Context, Name extends keyof Type & string>(
  field: base.Shown<Name>,
  detail: string,
  rules: base.Table<Member<Type, Name>, Context>,
): base.Rule<Type, Context> {
  const judge = optional<Type, Context, Name>(field, rules);
  return (place) => {
    const isThere = objectOf(place.object, base.nameOf(field)) !== undefined;
    return isThere ? judge(place) : [required(base.pathOf(field, place), detail)];
  };
}

function inside<Context>(place: base.Place<Context>, field: base.Shown<string>, member: JsonObject) {
  const [path, old] = [base.pathOf(field, place), objectOf(place.old, base.nameOf(field))];
  return { object: member, path, context: place.context, old, parent: place };
}

/** The objects in a list. */
export function each<Type, Context, Name extends keyof Type & string>(
  field: base.Shown<Name>,
  rules: base.Table<Items<Member<Type, Name>>, Context>,
): base.Rule<Type, Context> {
  return (place) =>
    ofList(place, field, isJsonObject, (item, path, list, index) =>
      base.judgeAt(rules, { object: item, path, context: place.context, old: undefined, list, index, parent: place }),
    );
}

function readEach<Item extends Json>(isMeant: (item: Json) => item is Item): FieldRule<readonly unknown[], Item> {
  return (field, ...checks) =>
    (place) =>
      ofList(place, field, isMeant, (item, path, list) => base.check(checks, item, path, { ...place, list }));
}

/** The strings in a list. */
export const eachText = readEach((item) => typeof item === "string");
/** The numbers in a list. */
export const eachNumber = readEach((item) => typeof item === "number");

function ofList<Context, Item extends Json>(
  place: base.Place<Context>,
  field: base.Shown<string>,
  isMeant: (item: Json) => item is Item,
  judgeItem: (item: Item, path: string, list: base.ItemList, index: number) => base.Faults,
): base.Faults {
  const items = listOf(place.object, base.nameOf(field)).filter(isMeant);
  if (items.length === 0) return base.none;
  const path = base.pathOf(field, place);
  const list: base.ItemList = new Map();
  return items.flatMap((item, index) => judgeItem(item, `${path}[${index}]`, list, index));
}

/** The members of a map, by key: `limits[cpu]`. */
export function eachEntry<Type, Context>(
  field: base.Shown<keyof Type & string>,
  judgeEntry: (key: string, value: Json, path: string, place: base.Place<Context>) => base.Faults,
): base.Rule<Type, Context> {
  return (place) => {
    const path = base.pathOf(field, place);
    const entries = Object.entries(objectOf(place.object, base.nameOf(field)) ?? {});
    return entries.flatMap(([key, member]) => judgeEntry(key, member ?? null, `${path}[${key}]`, place));
  };
}
