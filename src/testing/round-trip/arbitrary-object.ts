/**
 * Generates objects from a schema: objects that the schema allows, as far as the schema shows this without validation.
 */
import type * as FastCheck from "fast-check";
import { defined } from "../../core/defined.js";
import { TsopError } from "../../core/errors.js";
import { printExactJson } from "../../core/exact-json.js";
import { type ExactJsonValue, isJsonObject, type JsonValue } from "../../core/json.js";
import { formatExample } from "../../schema/formats.js";
import type { Schema } from "../../schema/schema.js";

type Arbitrary<T> = FastCheck.Arbitrary<T>;

export interface MadeUpFrom {
  readonly fc: typeof FastCheck;
  /** Values for fields whose valid values the schema does not determine, by path: `spec.schedule`. */
  readonly values: Readonly<Record<string, readonly JsonValue[]>>;
}

/** @throws TsopError `testing/invalid-schema` if no strings can be generated for a pattern */
export function arbitraryValue(source: MadeUpFrom, schema: Schema, path: string): Arbitrary<JsonValue> {
  const { fc, values } = source;
  const given = Object.hasOwn(values, path) ? values[path] : undefined;
  if (given !== undefined) return fc.constantFrom(...given);
  const value = arbitraryForm(source, schema, path);
  return schema.nullable === true ? fc.option(value, { nil: null, freq: 8 }) : value;
}

/** Generates one of the forms of a union, with the schemas around it. */
function arbitraryForm(source: MadeUpFrom, schema: Schema, path: string): Arbitrary<JsonValue> {
  const { oneOf, anyOf, allOf, ...rest } = schema;
  if (schema["x-kubernetes-int-or-string"] === true) return intOrText(source, schema, path);
  if (allOf !== undefined)
    return arbitraryForm(source, allOf.reduce(merge, { ...rest, ...defined({ oneOf, anyOf }) }), path);
  const branches = oneOf ?? anyOf;
  if (branches === undefined || branches.length === 0) return arbitraryPlain(source, rest, path);
  const around: Schema = { ...rest, ...(oneOf === undefined ? {} : defined({ anyOf })) };
  return source.fc.oneof(
    ...branches.map((branch) => {
      // A field that is required in another form, and not in this one, would make the value match two forms.
      const others = branches.filter((each) => each !== branch).flatMap(({ required = [] }) => required);
      const wanted = new Set([...(branch.required ?? []), ...(around.required ?? [])]);
      const unwanted = oneOf === undefined ? [] : others.filter((name) => !wanted.has(name));
      return arbitraryForm(source, without(merge(around, branch), unwanted), path);
    }),
  );
}

function arbitraryPlain(source: MadeUpFrom, schema: Schema, path: string): Arbitrary<JsonValue> {
  const { fc } = source;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(asParsed));
  switch (schema.type) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return number(source, schema, true);
    case "number":
      return number(source, schema, false);
    case "string":
      return text(source, schema, path);
    case "array":
      return list(source, schema, path);
    case "object":
      return object(source, schema, path);
    default:
      return fc.constantFrom<JsonValue>("anything", 1, { some: "thing" });
  }
}

/** Returns the value as an operator gets it: JSON.parse turns all numbers into doubles. */
function asParsed(value: ExactJsonValue): JsonValue {
  // Without bigints the value is JSON.
  return JSON.parse(printExactJson(value)) as JsonValue;
}

function intOrText(source: MadeUpFrom, schema: Schema, path: string): Arbitrary<JsonValue> {
  const texts = schema.pattern === undefined ? source.fc.constantFrom("10%", "http") : text(source, schema, path);
  return source.fc.oneof(number(source, { ...schema, type: "integer", minimum: schema.minimum ?? 0 }, true), texts);
}

function number({ fc }: MadeUpFrom, schema: Schema, isWhole: boolean): Arbitrary<JsonValue> {
  const [minimum, maximum, multipleOf] = [schema.minimum, schema.maximum, schema.multipleOf].map((each) =>
    each === undefined ? undefined : Number(each),
  );
  const [isAbove, isBelow] = [schema.exclusiveMinimum === true, schema.exclusiveMaximum === true];
  if (isWhole || multipleOf !== undefined) {
    const step = multipleOf ?? 1;
    const widest = schema.format === "int32" ? 2 ** 31 : Number.MAX_SAFE_INTEGER;
    const least = Math.ceil((minimum ?? -widest) / step);
    const most = Math.floor((maximum ?? widest - 1) / step);
    const min = isAbove && least * step === minimum ? least + 1 : least;
    const max = isBelow && most * step === maximum ? most - 1 : most;
    // JSON has no negative zero.
    return fc.integer({ min, max }).map((count) => count * step + 0);
  }
  const limits = {
    ...(minimum === undefined ? {} : { min: minimum, minExcluded: isAbove }),
    ...(maximum === undefined ? {} : { max: maximum, maxExcluded: isBelow }),
  };
  return fc.double({ noNaN: true, noDefaultInfinity: true, ...limits }).map((value) => value + 0);
}

function text(source: MadeUpFrom, schema: Schema, path: string): Arbitrary<JsonValue> {
  const { fc } = source;
  const { pattern, format, minLength = 0, maxLength } = schema;
  if (pattern !== undefined) {
    let expression: RegExp;
    try {
      expression = new RegExp(pattern, "u");
    } catch (error) {
      throw cannotMakeUp(path, `strings that match the pattern ${JSON.stringify(pattern)}`, error);
    }
    const isFit = (value: string): boolean => value.length >= minLength && value.length <= (maxLength ?? Infinity);
    return fc.stringMatching(expression, { size: "small" }).filter(isFit);
  }
  if (format === "date-time") {
    const [min, max] = [new Date("2000-01-01T00:00:00Z"), new Date("2100-01-01T00:00:00Z")];
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString().replace(/\.\d+Z$/, "Z"));
  }
  if (format === "byte") return fc.base64String({ minLength: 4, maxLength: 16 });
  const example = format === undefined ? undefined : formatExample(format);
  if (example !== undefined) return fc.constant(example);
  return fc.string({ minLength, maxLength: Math.min(maxLength ?? Infinity, Math.max(minLength, 12)) });
}

const letters = Array.from("abcdefghijklmnopqrstuvwxyz");
const lettersAndDigits = [...letters, ...Array.from("0123456789")];

/** Generates texts of up to six letters and digits. To create fast-check's generator for a regular expression takes milliseconds. */
export function anyWord(fc: typeof FastCheck, maxLength = 6): Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...lettersAndDigits), maxLength });
}

/** Generates words that begin with a letter. */
export function anyName(fc: typeof FastCheck): Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...letters), anyWord(fc, 5)).map((parts) => parts.join(""));
}

function list(source: MadeUpFrom, schema: Schema, path: string): Arbitrary<JsonValue> {
  const { fc } = source;
  const { minItems = 0, maxItems, items = {} } = schema;
  const item = arbitraryValue(source, items, `${path}[]`);
  const size = { minLength: minItems, maxLength: Math.min(maxItems ?? Infinity, Math.max(minItems, 3)) };
  const keys = schema["x-kubernetes-list-map-keys"];
  switch (schema["x-kubernetes-list-type"]) {
    case "set":
      return fc.uniqueArray(item, { ...size, selector: (value) => JSON.stringify(value) });
    case "map":
      return fc.uniqueArray(item, { ...size, selector: (value) => keyOf(value, items, keys ?? []) });
    default:
      return fc.array(item, size);
  }
}

function keyOf(value: JsonValue, { properties = {} }: Schema, keys: readonly string[]): string {
  const map = isJsonObject(value) ? value : {};
  return JSON.stringify(keys.map((key) => map[key] ?? properties[key]?.default));
}

function object(source: MadeUpFrom, schema: Schema, path: string): Arbitrary<JsonValue> {
  const { fc } = source;
  const { properties, additionalProperties, minProperties = 0, maxProperties } = schema;
  if (schema["x-kubernetes-embedded-resource"] === true) {
    const embedded = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "embedded" }, data: { some: "thing" } };
    return fc.constant(embedded);
  }
  if (properties !== undefined) {
    const { required = [] } = schema;
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, arbitraryValue(source, field, join(path, name))]),
    );
    return fc.record(fields, { requiredKeys: required.filter((name) => Object.hasOwn(properties, name)) });
  }
  const keeps = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (additionalProperties === undefined && !keeps) return fc.constant({});
  const value = additionalProperties ?? {};
  const limits = { minKeys: minProperties, maxKeys: Math.min(maxProperties ?? Infinity, Math.max(minProperties, 3)) };
  return fc.dictionary(anyName(fc), arbitraryValue(source, value, `${path}.*`), limits);
}

/** Returns a schema with the constraints of both. */
function merge(left: Schema, right: Schema): Schema {
  const { properties = {}, required = [], not, ...rest } = right;
  const fields = Object.entries(properties).map(([name, field]): [string, Schema] => {
    const other = left.properties?.[name];
    return [name, other === undefined ? field : merge(other, field)];
  });
  const merged: Schema = {
    ...left,
    ...rest,
    ...(fields.length === 0 ? {} : { properties: { ...left.properties, ...Object.fromEntries(fields) } }),
    ...(required.length === 0 ? {} : { required: [...new Set([...(left.required ?? []), ...required])] }),
  };
  return without(merged, [...(not?.required ?? []), ...(not?.anyOf ?? []).flatMap((each) => each.required ?? [])]);
}

function without(schema: Schema, names: readonly string[]): Schema {
  if (names.length === 0 || schema.properties === undefined) return schema;
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => !names.includes(name)));
  return { ...schema, properties };
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function cannotMakeUp(path: string, what: string, cause: unknown): TsopError {
  return new TsopError("testing/invalid-schema", `${path}: cannot generate ${what}`, {
    hint: `Pass values: roundTrip(…, { values: { ${JSON.stringify(path)}: ["…", "…"] } })`,
    cause,
  });
}
