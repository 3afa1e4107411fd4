/**
 * Reads objects by a table of their fields, like Go reads JSON into a struct: a missing field stays missing, null counts as
 * missing, and the name of a field may differ in case. A value of a wrong type is a fault, and counts as missing.
 */
import { isJsonObject, isList, type Json, type JsonObject } from "../../core/json.js";
import { ownOf } from "../../core/own-members.js";
import type { ValuePath } from "../../apiserver/yaml/located-document.js";

/** How a value is read. */
export interface Shape<Value> {
  readonly read: (value: Exclude<Json, null>, spot: Spot) => Value | undefined;
  /** The value of a null in a list. */
  readonly empty: Value;
}

/** The type of the values that a shape reads. */
export type Shaped<S> = S extends Shape<infer Value> ? Value : never;

/** Where a value is, and where its faults go. */
interface Spot {
  readonly path: ValuePath;
  readonly faults: ShapeFault[];
}

export interface ShapeFault {
  readonly path: ValuePath;
  readonly message: string;
}

export function readShape<Value>(
  value: Json,
  shape: Shape<Value>,
): { readonly value: Value | undefined; readonly faults: readonly ShapeFault[] } {
  const faults: ShapeFault[] = [];
  return { value: readMember(value, shape, { path: [], faults }), faults };
}

/** Also reads numbers, true and false, which Go's YAML library converts. */
export const convertedText: Shape<string> = {
  read: (value, spot) => (typeof value === "object" ? mismatch(value, "a text", spot) : String(value)),
  empty: "",
};

/** Reads texts only. */
export const text: Shape<string> = {
  read: (value, spot) => (typeof value === "string" ? value : mismatch(value, "a text", spot)),
  empty: "",
};

export const boolean: Shape<boolean> = {
  read: (value, spot) => (typeof value === "boolean" ? value : mismatch(value, "true or false", spot)),
  empty: false,
};

export const whole: Shape<number> = {
  read: (value, spot) =>
    typeof value === "number" && Number.isSafeInteger(value) ? value : mismatch(value, "a whole number", spot),
  empty: 0,
};

/** Keeps the value as it is. */
export const anything: Shape<Json> = { read: (value) => value, empty: null };

export function list<Item>(item: Shape<Item>): Shape<readonly Item[]> {
  return {
    read: (value, spot) =>
      isList(value)
        ? value.map((each, index) => readMember(each, item, inside(spot, index)) ?? item.empty)
        : mismatch(value, "a list", spot),
    empty: [],
  };
}

/**
 * Reads an object with any keys.
 *
 * @param isChecked - whether a wrong type is a fault. Default: for all keys
 */
export function map<Value>(
  values: Shape<Value>,
  isChecked: (key: string) => boolean = () => true,
): Shape<Readonly<Record<string, Value>>> {
  const readEntries = (object: JsonObject, spot: Spot): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, member]): [string, Value][] => {
        const inner = inside(spot, name);
        if (member === null) return [[name, values.empty]];
        const value = readMember(member ?? null, values, isChecked(name) ? inner : { ...inner, faults: [] });
        return value === undefined ? [] : [[name, value]];
      }),
    );
  return {
    read: (value, spot) => (isJsonObject(value) ? readEntries(value, spot) : mismatch(value, "an object", spot)),
    empty: {},
  };
}

type Fields<F> = { readonly [Name in keyof F]?: Shaped<F[Name]> };

/** Reads the known fields of an object. */
export function fields<const F extends Readonly<Record<string, Shape<unknown>>>>(known: F): Shape<Fields<F>> {
  const names = new Map(Object.keys(known).map((name) => [name.toLowerCase(), name]));
  const readFields = (object: JsonObject, spot: Spot): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(object).flatMap(([name, member]): [string, unknown][] => {
        const field = Object.hasOwn(known, name) ? name : (names.get(name.toLowerCase()) ?? "");
        const shape = ownOf(known, field);
        const value = shape && readMember(member ?? null, shape, inside(spot, name));
        return value === undefined ? [] : [[field, value]];
      }),
    );
  return {
    read: (value, spot) =>
      // Each entry has the type that its shape reads.
      isJsonObject(value) ? (readFields(value, spot) as Fields<F>) : mismatch(value, "an object", spot),
    empty: {},
  };
}

function readMember<Value>(value: Json, shape: Shape<Value>, spot: Spot): Value | undefined {
  return value === null ? undefined : shape.read(value, spot);
}

function inside({ path, faults }: Spot, step: string | number): Spot {
  return { path: [...path, step], faults };
}

function mismatch(found: Json, wanted: string, { path, faults }: Spot): undefined {
  const place = path.length === 0 ? "the document" : showPath(path);
  faults.push({ path, message: `${place} is ${describe(found)}, but must be ${wanted}` });
}

function describe(value: Json): string {
  if (isList(value)) return "a list";
  if (typeof value === "object") return "an object";
  const shown = JSON.stringify(value);
  const short = shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
  return typeof value === "string" ? `the text ${short}` : `the ${typeof value} ${short}`;
}

/** Formats `spec.install.spec.deployments[0].name`. */
export function showPath(path: ValuePath): string {
  const steps = path.map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`));
  return steps.join("");
}
