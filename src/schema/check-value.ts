/** Validates a value against a schema like the API server does. */
import { isDeepStrictEqual } from "node:util";
import { isInt64, isNumeric, printExactJson } from "../core/exact-json.js";
import { type ExactJsonValue, isJsonObject, isList } from "../core/json.js";
import { isValidFormat } from "./formats.js";
import type { Patterns } from "./patterns.js";
import { fieldOf, type Schema, innerSchemas } from "./schema.js";

/** Returns the first fault, with its path (`.replicas`, `[0].name`), or undefined if the value is valid. */
export function findFault(patterns: Patterns, value: ExactJsonValue, schema: Schema): string | undefined {
  return findInvalid(patterns, value, schema) ?? findRepeated(value, schema);
}

/**
 * Returns the first duplicate item of a set, or of a list of type map. The API server does not check defaults for duplicates.
 */
function findRepeated(value: ExactJsonValue, schema: Schema, path = ""): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!isList(value)) {
    return firstOf(Object.entries(value), ([name, member]) => {
      const inner = schemaOfMember(schema, name);
      return inner === undefined ? undefined : findRepeated(member ?? null, inner, `${path}.${name}`);
    });
  }
  const keys = schema["x-kubernetes-list-map-keys"];
  const mustDiffer = schema["x-kubernetes-list-type"] === "set" || schema["x-kubernetes-list-type"] === "map";
  const seen = new Set<string>();
  return firstOf([...value.entries()], ([index, item]) => {
    const identity = printExactJson(keys === undefined ? item : keys.map((key) => memberOf(item, key) ?? null));
    if (mustDiffer && seen.has(identity)) return say(`${path}[${index}]`, "occurs twice");
    seen.add(identity);
    return schema.items && findRepeated(item, schema.items, `${path}[${index}]`);
  });
}

/** Returns the first number that an int32 does not hold. Only typed clients check this, and not the API server. */
export function findOverflow(value: ExactJsonValue, schema: Schema, path = ""): string | undefined {
  if (isList(value)) {
    return firstOf([...value.entries()], ([index, item]) =>
      schema.items === undefined ? undefined : findOverflow(item, schema.items, `${path}[${index}]`),
    );
  }
  if (isJsonObject(value)) {
    return firstOf(Object.entries(value), ([name, member]) => {
      const inner = schemaOfMember(schema, name);
      return inner === undefined ? undefined : findOverflow(member ?? null, inner, `${path}.${name}`);
    });
  }
  const isTooLarge = schema.format === "int32" && isNumeric(value) && Math.abs(Number(value) + 0.5) > 2 ** 31;
  return isTooLarge ? say(path, `${value} does not fit into 32 bits`) : undefined;
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Works like {@link findFault}, but ignores duplicate items. */
export function findInvalid(patterns: Patterns, value: ExactJsonValue, schema: Schema, path = ""): string | undefined {
  if (value === null) {
    return schema.nullable === true || isAnything(schema)
      ? undefined
      : say(path, "null is not valid; the field is not nullable");
  }
  const wrongType = typeFault(value, schema);
  if (wrongType !== undefined) return say(path, wrongType);
  if (schema.enum !== undefined && !schema.enum.some((each) => isDeepStrictEqual(each, value))) {
    return say(path, `${printExactJson(value)} is not one of ${printExactJson(schema.enum)}`);
  }
  const unfit = findJunctorFault(patterns, value, schema, path);
  if (unfit !== undefined) return unfit;
  if (typeof value !== "object") {
    const fault = typeof value === "string" ? textFault(patterns, value, schema) : numberFault(value, schema);
    return fault && say(path, fault);
  }
  return isList(value) ? findListFault(patterns, value, schema, path) : findObjectFault(patterns, value, schema, path);
}

function findJunctorFault(patterns: Patterns, value: ExactJsonValue, schema: Schema, path: string): string | undefined {
  // A branch only restricts values; the enclosing schema defines the fields.
  const faultIn = (branch: Schema): string | undefined => findInvalid(patterns, value, opened(branch), path);
  for (const branch of schema.allOf ?? []) {
    const fault = faultIn(branch);
    if (fault !== undefined) return fault;
  }
  const { anyOf = [], oneOf = [], not } = schema;
  if (anyOf.length > 0 && anyOf.every((branch) => faultIn(branch) !== undefined)) {
    return say(path, `it matches none of the ${anyOf.length} alternatives: ${anyOf.map(faultIn).join("; ")}`);
  }
  const fitting = oneOf.filter((branch) => faultIn(branch) === undefined).length;
  if (oneOf.length > 0 && fitting !== 1) {
    const which =
      fitting === 0
        ? `none of the ${oneOf.length} alternatives: ${oneOf.map(faultIn).join("; ")}`
        : `${fitting} of the alternatives, and must match exactly one`;
    return say(path, `it matches ${which}`);
  }
  return not !== undefined && faultIn(not) === undefined
    ? say(path, "it matches a schema that it must not match")
    : undefined;
}

function opened(branch: Schema): Schema {
  const { properties, items, additionalProperties } = branch;
  return {
    ...branch,
    nullable: true,
    "x-kubernetes-preserve-unknown-fields": true,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, opened(inner)])) }),
    ...(items === undefined ? {} : { items: opened(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: opened(additionalProperties) }),
  };
}

function isAnything(schema: Schema): boolean {
  return schema.type === undefined && schema["x-kubernetes-int-or-string"] !== true;
}

function say(path: string, message: string): string {
  return path === "" ? message : `${path.replace(/^\./, "")}: ${message}`;
}

function typeFault(value: ExactJsonValue, schema: Schema): string | undefined {
  const found = isList(value) ? "array" : typeof value;
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (schema["x-kubernetes-int-or-string"] === true) {
    if (isWhole || found === "string") return undefined;
    return `expected an integer or a string, found ${printExactJson(value)}`;
  }
  const expected = schema.type;
  if (expected === undefined || expected === found) return undefined;
  if (expected === "integer" && isInt64(value)) return undefined;
  if (expected === "integer" && isWhole) return `${printExactJson(value)} does not fit into 64 bits`;
  if (expected === "number" && isNumeric(value)) return undefined;
  return `expected ${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}, found ${printExactJson(value)}`;
}

function textFault(patterns: Patterns, value: string, schema: Schema): string | undefined {
  const { minLength, maxLength, pattern, format } = schema;
  const quoting = (what: string): string => `${printExactJson(value)} ${what}`;
  const length = Array.from(value).length;
  if (minLength !== undefined && length < minLength) return quoting(`is shorter than ${minLength} characters`);
  if (maxLength !== undefined && length > maxLength) return quoting(`is longer than ${maxLength} characters`);
  const matches = pattern === undefined ? undefined : patterns.compile(pattern);
  if (typeof matches === "function" && !matches(value)) return quoting(`does not match the pattern ${pattern}`);
  return format === undefined || isValidFormat(value, format) ? undefined : quoting(`is not of the format ${format}`);
}

function numberFault(value: number | bigint | boolean, schema: Schema): string | undefined {
  if (typeof value === "boolean") return undefined;
  // The API server converts bounds to doubles.
  const [minimum, maximum, multipleOf] = [schema.minimum, schema.maximum, schema.multipleOf].map((each) =>
    each === undefined ? undefined : Number(each),
  );
  const [isAbove, isBelow] = [schema.exclusiveMinimum === true, schema.exclusiveMaximum === true];
  if (minimum !== undefined && (value < minimum || (isAbove && value === minimum))) {
    return `${value} is less than the minimum ${minimum}${isAbove ? " (exclusive)" : ""}`;
  }
  if (maximum !== undefined && (value > maximum || (isBelow && value === maximum))) {
    return `${value} is greater than the maximum ${maximum}${isBelow ? " (exclusive)" : ""}`;
  }
  if (schema.type === "integer" && maximum !== undefined && maximum >= 2 ** 63) return overflow;
  const isMissed = multipleOf !== undefined && !isMultiple(value, multipleOf);
  return isMissed ? `${value} is not a multiple of ${multipleOf}` : undefined;
}

const overflow = "the maximum does not fit into 64 bits, so the API server reads a negative number";

function isMultiple(value: number | bigint, of: number): boolean {
  if (typeof value === "bigint" && Number.isInteger(of) && of !== 0) return value % BigInt(of) === 0n;
  return Number.isInteger(Number((Number(value) / of).toPrecision(12)));
}

function findListFault(
  patterns: Patterns,
  value: readonly ExactJsonValue[],
  schema: Schema,
  path: string,
): string | undefined {
  if (schema.minItems !== undefined && value.length < schema.minItems)
    return say(path, `has fewer than ${schema.minItems} items`);
  if (schema.maxItems !== undefined && value.length > schema.maxItems)
    return say(path, `has more than ${schema.maxItems} items`);
  const { items } = schema;
  for (const [index, item] of items === undefined ? [] : value.entries()) {
    const fault = items && findInvalid(patterns, item, items, `${path}[${index}]`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function memberOf(value: ExactJsonValue, key: string): ExactJsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The required form of an embedded resource's kind: a DNS label of RFC 1035, except for capitals. */
export const kindPattern = /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;

function findObjectFault(
  patterns: Patterns,
  value: { readonly [key: string]: ExactJsonValue | undefined },
  schema: Schema,
  path: string,
): string | undefined {
  const names = Object.keys(value);
  if (schema.minProperties !== undefined && names.length < schema.minProperties)
    return say(path, `has fewer than ${schema.minProperties} fields`);
  if (schema.maxProperties !== undefined && names.length > schema.maxProperties)
    return say(path, `has more than ${schema.maxProperties} fields`);
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const required = [...(schema.required ?? []), ...(isEmbedded ? ["apiVersion", "kind"] : [])];
  const absent = required.find((name) => !Object.hasOwn(value, name));
  if (absent !== undefined) return say(path, `the required field ${absent} is missing`);
  if (isEmbedded && !(typeof value["kind"] === "string" && kindPattern.test(value["kind"]))) {
    return say(`${path}.kind`, `${JSON.stringify(value["kind"])} is not the name of a kind`);
  }
  for (const name of names) {
    const inner = schemaOfMember(schema, name);
    if (inner === undefined) {
      if (schema["x-kubernetes-preserve-unknown-fields"] === true || isAnything(schema)) continue;
      if (isEmbedded && /^(?:apiVersion|kind|metadata)$/.test(name)) continue;
      return say(path, `there is no field ${name}`);
    }
    const fault = findInvalid(patterns, value[name] ?? null, inner, `${path}.${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function schemaOfMember(schema: Schema, name: string): Schema | undefined {
  return fieldOf(schema, name) ?? schema.additionalProperties;
}

/** Returns the value with the defaults of its fields, which the API server sets before it validates. */
export function fillDefaults(value: ExactJsonValue, schema: Schema): ExactJsonValue {
  if (typeof value !== "object" || value === null || innerSchemas(schema).length === 0) return value;
  if (isList(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => fillDefaults(item, items));
  }
  const filled = new Map(Object.entries(value));
  for (const [name, { default: preset, nullable }] of Object.entries(schema.properties ?? {})) {
    const present = filled.get(name);
    const isAbsent = present === undefined || (present === null && nullable !== true);
    if (preset !== undefined && isAbsent) filled.set(name, preset);
  }
  for (const [name, member] of filled) {
    const inner = fieldOf(schema, name) ?? schema.additionalProperties;
    if (member !== undefined && inner !== undefined) filled.set(name, fillDefaults(member, inner));
  }
  return Object.fromEntries(filled);
}
