/** Writes the TypeScript expressions that convert values. */
import type { FieldMappings, Mapping } from "../../conversion/mapping.js";
import { printExactJson } from "../../core/exact-json.js";
import { type Place, placeOfItem, placeOfValue } from "./place.js";

/** What the expressions call, and what they report. */
export interface Functions {
  /** Returns the call of a function that converts an object. @param from - the expression of the object */
  readonly forObject: (fields: FieldMappings, place: Place, from: string) => string;
  /** Returns the name of a function that reads a text. */
  readonly forText: (type: "integer" | "number" | "boolean") => string;
  /** Notes a list whose items the code converts. */
  readonly convertsList: (place: Place) => void;
}

/** Returns an expression for a value that may be undefined or null. @param from - the expression of the source value */
export function valueCode(mapping: Mapping, from: string, place: Place, functions: Functions): string {
  switch (mapping.kind) {
    case "copy":
      return mapping.isNullDropped ? `${from} ?? undefined` : from;
    case "fields":
      return `${from} && ${functions.forObject(mapping.fields, place, from)}`;
    case "items": {
      functions.convertsList(place);
      return `${from}?.map((item) => ${valueCode(mapping.item, "item", placeOfItem(place), functions)})`;
    }
    case "values": {
      const value = valueCode(mapping.value, "value", placeOfValue(place), functions);
      return `${from} && Object.fromEntries(Object.entries(${from}).map(([key, value]) => [key, ${value}]))`;
    }
    case "to-text":
      return `${from}?.toString()`;
    case "from-text":
      return `${functions.forText(mapping.type)}(${from})`;
    case "to-list":
      return `${condition(from, mapping.isObject)} ? [${from}] : undefined`;
    case "first-item":
      return `${from}?.[0]`;
    case "to-field": {
      const others = mapping.others.map((name) => `, ${propertyOf(name)}: undefined`).join("");
      const object = `{ ${propertyOf(mapping.field)}: ${from}${others} }`;
      return `${condition(from, mapping.isObject)} ? ${object} : undefined`;
    }
    case "from-field":
      return isIdentifier(mapping.field) ? `${from}?.${mapping.field}` : `${from}?.${access(mapping.field)}`;
    case "only": {
      const values = mapping.values.map((value) => printExactJson(value)).join(", ");
      return `([${values}] as const).find((value) => value === ${from})`;
    }
    case "only-type":
      return mapping.type === "integer"
        ? `typeof ${from} === "number" && Number.isInteger(${from}) ? ${from} : undefined`
        : `typeof ${from} === "string" ? ${from} : undefined`;
    case "open":
      return "undefined";
  }
}

function condition(value: string, isObject: boolean): string {
  return isObject ? value : `${value} !== undefined`;
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

export function propertyOf(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

export function access(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
