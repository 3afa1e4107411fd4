/** Restrictions on values that are written as schemas: `@oneOf`, `@anyOf`, `@allOf`, `@not`. */
import { isNumeric, printExactJson } from "../../core/exact-json.js";
import { type ExactJsonValue, isJsonObject, isList } from "../../core/json.js";
import type { Schema } from "../../schema/schema.js";
import { conflict, set, type TagUse } from "./context.js";

type Junctor = "allOf" | "anyOf" | "oneOf" | "not";

export function applyJunctor(use: TagUse, keyword: Junctor): void {
  const { schema, tag } = use;
  const value = tag.argument.kind === "value" ? tag.argument.value : undefined;
  const fault =
    value === undefined ? "its schemas are missing" : keyword === "not" ? faultOf(value, "") : faultOfList(value, "");
  if (fault !== undefined) {
    conflict(use, fault, `For example: ${tag.record.example}`);
  } else if (schema["x-kubernetes-int-or-string"] === true && keyword === "anyOf") {
    conflict(use, "an integer or string already has an anyOf", 'Write @allOf [{"anyOf": […]}] instead.');
  } else if (keyword === "not") {
    set(use, "not", value as Schema); // its form is already checked
  } else {
    set(use, keyword, [...(schema[keyword] ?? []), ...(value as unknown as Schema[])]);
  }
}

/** Returns the fault in the form of a schema. The check of the whole schema decides whether its keywords are allowed here. */
function faultOf(value: ExactJsonValue, path: string): string | undefined {
  if (!isJsonObject(value)) return `expected a schema${inside(path)}, found ${printExactJson(value)}`;
  for (const [keyword, inner] of Object.entries(value)) {
    const place = path === "" ? keyword : `${path}.${keyword}`;
    const expected = Object.hasOwn(forms, keyword) ? forms[keyword] : undefined;
    const fault = inner === undefined || expected === undefined ? undefined : expected(inner, place);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

type Form = (value: ExactJsonValue, path: string) => string | undefined;

function faultOfList(value: ExactJsonValue, path: string): string | undefined {
  if (!isList(value) || value.length === 0)
    return `expected a list of schemas in JSON${inside(path)}, found ${printExactJson(value)}`;
  return value.map((each, index) => faultOf(each, `${path}[${index}]`)).find((fault) => fault !== undefined);
}

const number: Form = (value, path) => (isNumeric(value) ? undefined : `expected a number${inside(path)}`);
const text: Form = (value, path) => (typeof value === "string" ? undefined : `expected a string${inside(path)}`);
const flag: Form = (value, path) => (value === true ? undefined : `expected true${inside(path)}`);
const list: Form = (value, path) =>
  isList(value) && value.length > 0 ? undefined : `expected a list of values${inside(path)}`;
const names: Form = (value, path) =>
  isList(value) && value.length > 0 && value.every((name) => typeof name === "string")
    ? undefined
    : `expected a list of names${inside(path)}`;
const fields: Form = (value, path) =>
  isJsonObject(value)
    ? Object.entries(value)
        .map(([name, inner]) => (inner === undefined ? undefined : faultOf(inner, `${path}.${name}`)))
        .find((fault) => fault !== undefined)
    : `expected schemas by field${inside(path)}`;

const forms: Readonly<Record<string, Form>> = {
  ...Object.fromEntries(
    ["minimum", "maximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "minProperties"].map(
      (keyword) => [keyword, number],
    ),
  ),
  maxProperties: number,
  pattern: text,
  format: text,
  exclusiveMinimum: flag,
  exclusiveMaximum: flag,
  enum: list,
  required: names,
  properties: fields,
  items: faultOf,
  not: faultOf,
  allOf: faultOfList,
  anyOf: faultOfList,
  oneOf: faultOfList,
};

function inside(path: string): string {
  return path === "" ? "" : ` at ${path}`;
}
