/** The values of a custom resource as rules see them: typed by the schema, and converted on access. */
import { isNumeric } from "../core/exact-json.js";
import { goTypeOf } from "../core/go-type.js";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject, isList } from "../core/json.js";
import { celName } from "../schema/cel-name.js";
import { fieldOf, type Schema } from "../schema/schema.js";
import { withResourceFields } from "./declared-type.js";
import { parseDate, parseFormatDateTime, parseFormatDuration } from "./times.js";
import {
  durationOf,
  errorOf,
  Foreign,
  kindOf,
  listOf,
  noOverload,
  type ListData,
  type ListValue,
  type MapValue,
  type Raw,
  type Value,
} from "./values.js";

/** Returns a value of this schema as rules see it, or an error if the value does not match the schema. */
export function dataValue(raw: Raw | undefined, schema: Schema): Value {
  if (raw === undefined || raw === null) {
    return schema.nullable === true ? null : errorOf("invalid data, got null for schema with nullable=false");
  }
  if (raw instanceof Foreign) return foreignValue(raw.value, schema);
  if (schema["x-kubernetes-int-or-string"] === true) {
    if (typeof raw === "string") return raw;
    if (typeof raw === "bigint" || (typeof raw === "number" && Number.isInteger(raw))) return BigInt(raw);
    return errorOf("invalid data, expected XIntOrString value to be either a string or integer");
  }
  switch (schema.type) {
    case "object":
      return isJsonObject(raw)
        ? objectValue(raw, schema)
        : errorOf("invalid data, expected a map for the provided schema with type=object");
    case "array":
      return isList(raw)
        ? arrayValue(raw, schema)
        : errorOf("invalid data, expected an array for the provided schema with type=array");
    case "string":
      return typeof raw === "string" ? textValue(raw, schema) : wrongType("string", raw);
    case "number":
      return isNumeric(raw) ? Number(raw) : wrongType("float", raw);
    case "integer":
      return isNumeric(raw) && (typeof raw === "bigint" || Number.isInteger(raw)) ? BigInt(raw) : wrongType("int", raw);
    case "boolean":
      return typeof raw === "boolean" ? raw : wrongType("bool", raw);
    case undefined:
      return { kind: "unknown", raw };
  }
  return errorOf(`invalid type, got ${String(schema.type satisfies never)}`);
}

/** Returns a value without a schema: rules see such values behind an optional variable. */
export function plainValue(raw: ExactJsonValue | undefined): Value {
  if (raw === undefined || raw === null) return null;
  if (typeof raw === "number") return Number.isInteger(raw) ? BigInt(raw) : raw;
  if (typeof raw !== "object") return raw;
  if (isList(raw)) return listOf(raw.map(plainValue));
  return {
    kind: "map",
    size: Object.keys(raw).length,
    keys: Object.keys(raw),
    find: (key: Value) => (typeof key === "string" && Object.hasOwn(raw, key) ? plainValue(raw[key]) : undefined),
  };
}

function wrongType(expected: string, raw: ExactJsonValue): Value {
  return errorOf(`invalid data, expected ${expected}, got ${goTypeOf(raw)}`);
}

/** Reads a value that a rule added to a list of the resource as if it came from the resource. */
function foreignValue(value: Value, schema: Schema): Value {
  if (kindOf(value) === "int" && (schema.type === "integer" || schema.type === "number")) {
    return schema.type === "integer" ? value : Number(value);
  }
  const goTypes: Readonly<Record<string, string>> = {
    timestamp: "time.Time",
    duration: "time.Duration",
    bytes: "[]uint8",
  };
  const expected = schema.type === "number" ? "float" : schema.type === "integer" ? "int" : (schema.type ?? "string");
  return errorOf(`invalid data, expected ${expected}, got ${goTypes[kindOf(value)] ?? kindOf(value)}`);
}

function textValue(text: string, schema: Schema): Value {
  switch (schema.format) {
    case "duration": {
      const nanoseconds = parseFormatDuration(text);
      return nanoseconds === undefined
        ? errorOf(`Invalid duration ${text}: unable to parse ${text} as duration`)
        : durationOf(nanoseconds);
    }
    case "date":
      return parseDate(text) ?? errorOf(`Invalid date formatted string ${text}`);
    case "date-time":
      return parseFormatDateTime(text) ?? errorOf(`Invalid date-time formatted string ${text}`);
    case "byte":
      return bytesValue(text);
    default:
      return text;
  }
}

/**
 * Decodes base64 like the API server, which validates the format with one alphabet, but decodes it for rules with the other.
 */
function bytesValue(text: string): Value {
  const wrong = text.search(/[^A-Za-z0-9_\-=]/);
  if (wrong !== -1) {
    return errorOf(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${wrong}`);
  }
  return Uint8Array.from(Buffer.from(text, "base64url"));
}

function objectValue(raw: ExactJsonObject, given: Schema): MapValue {
  const schema = given["x-kubernetes-embedded-resource"] === true ? withResourceFields(given) : given;
  const { properties, additionalProperties } = schema;
  if (properties === undefined) {
    return mapValue(raw, (key) => (Object.hasOwn(raw, key) ? additionalProperties : undefined));
  }
  const schemaOf = (name: string): Schema | undefined => fieldOf(schema, name);
  // Rules use escaped names, and only names from the schema.
  const names = new Map(Object.keys(properties).map((name) => [celName(name), name]));
  return {
    kind: "map",
    size: Object.keys(raw).length,
    keys: Object.keys(raw)
      .filter((name) => schemaOf(name) !== undefined)
      .map(celName),
    find: (key) => {
      if (typeof key !== "string") return noOverload;
      const name = names.get(key) ?? names.get(celName(key));
      const inner = name === undefined ? undefined : schemaOf(name);
      if (name === undefined || inner === undefined || !Object.hasOwn(raw, name) || raw[name] === null)
        return undefined;
      return dataValue(raw[name], inner);
    },
    data: { raw, schemaOf },
  };
}

function mapValue(raw: ExactJsonObject, schemaOf: (key: string) => Schema | undefined): MapValue {
  const keys = Object.keys(raw);
  return {
    kind: "map",
    size: keys.length,
    keys: keys.filter((key) => schemaOf(key) !== undefined),
    find: (key: Value) => {
      if (typeof key !== "string") return noOverload;
      const inner = schemaOf(key);
      return inner === undefined ? undefined : dataValue(raw[key], inner);
    },
    data: { raw, schemaOf },
  };
}

function arrayValue(raw: readonly Raw[], schema: Schema): Value {
  if (schema.items === undefined) return errorOf("invalid array type, expected Items with a non-empty Schema");
  const keys = (schema["x-kubernetes-list-map-keys"] ?? []).map(celName);
  return dataList({ raw, item: schema.items, keys, type: schema["x-kubernetes-list-type"] ?? "atomic" });
}

export function dataList(data: ListData): ListValue {
  let items: readonly Value[] | undefined;
  return {
    kind: "list",
    get items() {
      items ??= data.raw.map((raw) => dataValue(raw, data.item));
      return items;
    },
    data,
  };
}

/** Returns the representation of a value in a list of the resource. */
export function rawOf(value: Value): Raw {
  if (value === null || typeof value === "string" || typeof value === "boolean" || typeof value === "number")
    return value;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Uint8Array) return new Foreign(value);
  if (value.kind === "map" && value.data !== undefined) return value.data.raw;
  if (value.kind === "list" && value.data !== undefined && value.data.raw.every(isJson)) return value.data.raw;
  return value.kind === "unknown" ? value.raw : new Foreign(value);
}

function isJson(raw: Raw): raw is ExactJsonValue {
  return !(raw instanceof Foreign);
}
