/** Rules about the combination of an object's fields. */
import * as fault from "../../../core/field-error.js";
import { ownOf } from "../../../core/own-members.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf } from "../../api-object.js";
import { immutable } from "../validation/immutable.js";
import { number, text } from "./fields.js";
import { beSet, notBeNegative } from "./must.js";
import * as base from "./rule.js";

type Condition<Context> = (object: JsonObject, place: base.Place<Context>) => boolean;

/** Applies the rules to objects that meet a condition. */
export function when<Type, Context>(
  isMet: Condition<Context>,
  ...rules: base.Table<Type, Context>
): base.Rule<Type, Context> {
  return (place) => (isMet(place.object, place) ? base.judgeAt(rules, place) : base.none);
}

/** Combines several rules into one. */
export function all<Type, Context>(...rules: base.Table<Type, Context>): base.Rule<Type, Context> {
  return (place) => base.judgeAt(rules, place);
}

/** Applies the rules until one reports an error. */
export function first<Type, Context>(...rules: base.Table<Type, Context>): base.Rule<Type, Context> {
  return (place) => {
    for (const rule of rules) {
      const faults = rule(place);
      if (faults.length > 0) return faults;
    }
    return base.none;
  };
}

/** Reports an item's errors at its list, as Kubernetes sometimes does. */
export function atList<Type, Context>(...rules: base.Table<Type, Context>): base.Rule<Type, Context> {
  return (place) => base.judgeAt(rules, { ...place, path: place.path.replace(/\[\d+\]$/, "") });
}

function refusal(refuse: (path: string, detail: string, object: JsonObject, name: string) => fault.FieldError) {
  return <Type, Context>(
    field: base.Shown<string>,
    detail: string | ((object: JsonObject, place: base.Place<Context>) => string),
    isMet: Condition<Context>,
  ): base.Rule<Type, Context> =>
    (place) => {
      const { object } = place;
      if (!isMet(object, place)) return base.none;
      const shown = typeof detail === "string" ? detail : detail(object, place);
      return [refuse(base.pathOf(field, place), shown, object, base.nameOf(field))];
    };
}

/** The message shows the field as the client sent it. */
export const invalidIf = refusal((path, detail, object, name) => fault.invalid(path, ownOf(object, name), detail));
export const forbiddenIf = refusal(fault.forbidden);
export const requiredIf = refusal(fault.required);

/** Rejects repeated items of a list. The error is at the later item. */
export function distinct<Type, Context>(
  keyOf: (object: JsonObject) => string,
  refuse: (path: string, object: JsonObject) => fault.FieldError,
): base.Rule<Type, Context> {
  const own = {};
  return ({ object, path, list }) => {
    const seen = base.seenBy(own, list);
    const key = keyOf(object);
    if (seen.has(key)) return [refuse(path, object)];
    seen.add(key);
    return base.none;
  };
}

/** Rejects updates that change the fields. */
export function unchanged<Type, Context>(
  ...fields: readonly base.Shown<keyof Type & string>[]
): base.Rule<Type, Context> {
  return (place) =>
    fields.flatMap((field) => {
      const name = base.nameOf(field);
      return immutable(base.pathOf(field, place), ownOf(place.object, name), ownOf(place.old ?? {}, name));
    });
}

/** Rejects negative numbers. */
export function nonnegative<Type, Context>(...fields: readonly base.FieldOf<Type, number>[]): base.Rule<Type, Context> {
  return all(...fields.map((field) => number<Type, Context>(field, notBeNegative)));
}

/** Rejects empty strings. */
export function required<Type, Context>(...fields: readonly base.FieldOf<Type, string>[]): base.Rule<Type, Context> {
  return all(...fields.map((field) => text<Type, Context>(field, beSet())));
}

/** Returns the fields that contain an object. */
export function given(object: JsonObject, fields: readonly string[]): string[] {
  return fields.filter((field) => objectOf(object, field) !== undefined);
}
