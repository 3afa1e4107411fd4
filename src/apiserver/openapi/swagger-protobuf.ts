/**
 * A document of OpenAPI v2 in protobuf, the form that kubectl asks for.
 * Source: github.com/google/gnostic-models/openapiv2/OpenAPIv2.proto.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { fixed64, lengthDelimited, varint } from "../protobuf/wire-reader.js";
import { WireWriter } from "../protobuf/wire-writer.js";

export function encodeSwagger(document: JsonObject): Buffer {
  const writer = new WireWriter();
  writeFields(writer, documentFields, undefined, document);
  return writer.finish();
}

/** Writes a value as the field of a number; the end comes first, as the writer wants it. */
type Write = (writer: WireWriter, number: number, value: Json) => void;
/** By the name in JSON. */
type Fields = Readonly<Record<string, readonly [number: number, write: Write]>>;

const text: Write = (writer, number, value) => {
  writer.string(typeof value === "string" ? value : "");
  writer.tag(number, lengthDelimited);
};
const bool: Write = (writer, number, value) => {
  writer.bool(value === true);
  writer.tag(number, varint);
};
const double: Write = (writer, number, value) => {
  writer.double(Number(value));
  writer.tag(number, fixed64);
};
const int64: Write = (writer, number, value) => {
  writer.integer(Number(value));
  writer.tag(number, varint);
};

function nested(writer: WireWriter, number: number, write: () => void): void {
  const from = writer.length;
  write();
  writer.endMessage(from);
  writer.tag(number, lengthDelimited);
}

/** A message with one field: a variant of a union, or a list that has a name. */
function wrapped(inner: number, write: Write): Write {
  return (writer, number, value) => nested(writer, number, () => write(writer, inner, value));
}

function list(write: Write): Write {
  return (writer, number, values) => {
    for (const value of Array.isArray(values) ? values.toReversed() : []) write(writer, number, value);
  };
}

/** A message with a name and a value for each key. */
function named(write: Write): Write {
  return (writer, number, values) => {
    for (const [name, value] of Object.entries(isJsonObject(values) ? values : {}).toReversed()) {
      if (value === undefined) continue;
      nested(writer, number, () => {
        write(writer, 2, value);
        text(writer, 1, name);
      });
    }
  };
}

/** @param extensions - the number of the field of what begins with `x-` */
function message(fields: () => Fields, extensions?: number): Write {
  return (writer, number, value) => {
    if (isJsonObject(value)) nested(writer, number, () => writeFields(writer, fields(), extensions, value));
  };
}

function writeFields(writer: WireWriter, fields: Fields, extensions: number | undefined, object: JsonObject): void {
  if (extensions !== undefined) {
    const own = Object.entries(object).filter(([key]) => key.startsWith("x-"));
    named(any)(writer, extensions, Object.fromEntries(own));
  }
  for (const [name, [number, write]] of Object.entries(fields).toReversed()) {
    const value = object[name];
    if (value !== undefined) write(writer, number, value);
  }
}

/** Any value is kept as YAML, which JSON is. */
const any: Write = (writer, number, value) => nested(writer, number, () => text(writer, 2, JSON.stringify(value)));

const schema = message(() => schemaFields, 31);
const schemas = wrapped(1, named(schema));
const schemaOrBool: Write = (writer, number, value) =>
  (typeof value === "boolean" ? wrapped(2, bool) : wrapped(1, schema))(writer, number, value);

const schemaFields: Fields = {
  $ref: [1, text],
  format: [2, text],
  title: [3, text],
  description: [4, text],
  multipleOf: [6, double],
  maximum: [7, double],
  exclusiveMaximum: [8, bool],
  minimum: [9, double],
  exclusiveMinimum: [10, bool],
  maxLength: [11, int64],
  minLength: [12, int64],
  pattern: [13, text],
  maxItems: [14, int64],
  minItems: [15, int64],
  uniqueItems: [16, bool],
  maxProperties: [17, int64],
  minProperties: [18, int64],
  required: [19, list(text)],
  enum: [20, list(any)],
  additionalProperties: [21, schemaOrBool],
  type: [22, wrapped(1, text)],
  items: [23, wrapped(1, schema)],
  properties: [25, schemas],
};

const bodyParameter = message(() => ({ name: [2, text], in: [3, text], required: [4, bool], schema: [5, schema] }));
const pathParameter = message(() => ({
  required: [1, bool],
  in: [2, text],
  name: [4, text],
  type: [5, text],
  uniqueItems: [18, bool],
}));
const queryParameter = message(() => ({
  required: [1, bool],
  in: [2, text],
  name: [4, text],
  type: [6, text],
  uniqueItems: [20, bool],
}));
const parameter: Write = (writer, number, value) => {
  const place = isJsonObject(value) ? value["in"] : undefined;
  const variant = place === "path" ? wrapped(4, pathParameter) : wrapped(3, queryParameter);
  const write = place === "body" ? wrapped(1, bodyParameter) : wrapped(2, variant);
  wrapped(1, write)(writer, number, value);
};

const response = message(() => ({ description: [1, text], schema: [2, wrapped(1, schema)] }));
const operation = message(
  () => ({
    tags: [1, list(text)],
    produces: [6, list(text)],
    consumes: [7, list(text)],
    parameters: [8, list(parameter)],
    responses: [9, wrapped(1, named(wrapped(1, response)))],
    schemes: [10, list(text)],
  }),
  13,
);
const pathItem = message(() => ({
  get: [2, operation],
  put: [3, operation],
  post: [4, operation],
  delete: [5, operation],
  patch: [8, operation],
  parameters: [9, list(parameter)],
}));
const apiKey = message(() => ({ type: [1, text], name: [2, text], in: [3, text], description: [4, text] }));

const documentFields: Fields = {
  swagger: [1, text],
  info: [2, message(() => ({ title: [1, text], version: [2, text] }))],
  paths: [8, wrapped(2, named(pathItem))],
  definitions: [9, schemas],
  security: [12, list(wrapped(1, named(wrapped(1, list(text)))))],
  securityDefinitions: [13, wrapped(1, named(wrapped(2, apiKey)))],
};
