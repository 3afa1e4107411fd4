/**
 * Messages whose JSON is not an object of their fields, but a string, a number, a list, or the value of a field. In the
 * notation of message-table.ts, with the conversion to and from JSON.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { ProtobufFault } from "./protobuf-fault.js";
import { textOf } from "./scalar-types.js";

const schema = "apiextensions.k8s.io/v1.JSONSchemaProps";

export const basicMessages = [
  "FieldsV1 raw?:1*json",
  "IntOrString type:1int64 intVal:2int32 strVal:3string",
  "JSON raw?:1*json",
  `JSONSchemaPropsOrArray schema?:1*${schema} jSONSchemas?:2[]${schema}`,
  `JSONSchemaPropsOrBool allows:1bool schema?:2*${schema}`,
  `JSONSchemaPropsOrStringArray schema?:1*${schema} property?:2[]string`,
  "MicroTime seconds?:1*int64 nanos?:2*int32",
  "Quantity string?:1*string",
  "RawExtension raw?:1*json",
  "Strings items?:1[]string",
  "Time seconds?:1*int64 nanos?:2*int32",
];

export interface BasicForm {
  toJson(message: JsonObject): Json;
  fromJson(json: Json): JsonObject;
}

const raw: BasicForm = {
  toJson: ({ raw = null }) => raw,
  fromJson: (json) => (json === null ? {} : { raw: json }),
};

export const basicForms: Readonly<Record<string, BasicForm>> = {
  FieldsV1: raw,
  JSON: raw,
  RawExtension: raw,
  IntOrString: {
    toJson: ({ type = 0, intVal = 0, strVal = "" }) => (type === 1 ? strVal : intVal),
    fromJson: (json) => (typeof json === "string" ? { type: 1, intVal: 0, strVal: json } : { intVal: json }),
  },
  JSONSchemaPropsOrArray: {
    toJson: ({ schema = null, jSONSchemas = schema }) => jSONSchemas,
    fromJson: (json) => (Array.isArray(json) ? { jSONSchemas: json } : { schema: json }),
  },
  JSONSchemaPropsOrBool: {
    toJson: ({ allows = false, schema = allows }) => schema,
    fromJson: (json) => (isJsonObject(json) ? { allows: true, schema: json } : { allows: json }),
  },
  JSONSchemaPropsOrStringArray: {
    toJson: ({ schema = null, property = schema }) => property,
    fromJson: (json) => (Array.isArray(json) ? { property: json } : { schema: json }),
  },
  Quantity: {
    toJson: ({ string = "0" }) => string,
    fromJson: (json) => ({ string: textOf(json ?? 0) }),
  },
  Strings: {
    toJson: ({ items = [] }) => items,
    fromJson: (json) => ({ items: json }),
  },
  // Go neither writes nor reads fractions of a second (time_proto.go).
  Time: {
    toJson: ({ seconds, nanos }) => showTime(seconds, nanos, (time) => time.replace(/\.\d+/, "")),
    fromJson: (json) => {
      const seconds = secondsOf(json);
      return seconds === undefined ? {} : { seconds, nanos: 0 };
    },
  },
  MicroTime: {
    toJson: ({ seconds, nanos }) => showTime(seconds, nanos, (time) => time.replace(/\.\d+/, `.${microsOf(nanos)}`)),
    fromJson: (json) => {
      const seconds = secondsOf(json);
      const [, digits = ""] = /\.(\d+)/.exec(textOf(json)) ?? [];
      return seconds === undefined ? {} : { seconds, nanos: Number(digits.slice(0, 6).padEnd(6, "0")) * 1000 };
    },
  },
};

/** Go's zero time, 0001-01-01T00:00:00Z. It is null in JSON and empty in protobuf. */
const zeroSeconds = -62_135_596_800;
const lastSeconds = 253_402_300_799;

function showTime(seconds: Json | undefined, nanos: Json | undefined, show: (time: string) => string): Json {
  if (seconds === undefined && nanos === undefined) return null;
  const time = Number(seconds ?? 0);
  if (time === zeroSeconds) return null;
  if (time < zeroSeconds || time > lastSeconds)
    throw new ProtobufFault(`${time} s are outside of the years of RFC 3339`);
  return show(new Date(time * 1000).toISOString());
}

function microsOf(nanos: Json | undefined): string {
  return String(Math.floor(Number(nanos ?? 0) / 1000)).padStart(6, "0");
}

/** Returns undefined for null and for the zero time. */
function secondsOf(json: Json): number | undefined {
  const seconds = typeof json === "string" ? Math.floor(Date.parse(json) / 1000) : zeroSeconds;
  return seconds === zeroSeconds ? undefined : seconds;
}
