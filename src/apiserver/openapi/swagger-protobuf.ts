/**
 * The OpenAPI v2 document in protobuf, the form that kubectl requests.
 * Source: github.com/google/gnostic-models/openapiv2/OpenAPIv2.proto.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { BasicForm } from "../protobuf/basic-messages.js";
import { MessageTable } from "../protobuf/message-table.js";
import { WireWriter } from "../protobuf/wire-writer.js";
import { writeMessage } from "../protobuf/write-message.js";

const wrappers: readonly (readonly [name: string, field: string, number: number, type: string])[] = [
  ["ParameterItem", "parameter", 1, "Parameter"],
  ["PathVariant", "path", 4, "PathParameter"],
  ["QueryVariant", "query", 3, "QueryParameter"],
  ["ResponseValue", "response", 1, "Response"],
  ["SchemaItem", "schema", 1, "Schema"],
  ["SecurityDefinition", "apiKey", 2, "ApiKeySecurity"],
];

/** The messages, in the notation of message-table.ts. Fields that the documents never contain are omitted. */
const messages = [
  "Any yaml:2*string",
  "ApiKeySecurity type:1*string name:2*string in:3*string description:4*string",
  "BodyParameter name:2*string in:3*string required:4*bool schema:5*Schema",
  "Document swagger:1*string info:2*Info paths:8*Paths definitions:9*Definitions security:12[]SecurityRequirement securityDefinitions:13*SecurityDefinitions",
  "Info title:1*string version:2*string",
  "Operation tags:1[]string produces:6[]string consumes:7[]string parameters:8[]ParameterItem responses:9*Responses schemes:10[]string extensions:13[]NamedAny",
  "Parameter body:1*BodyParameter path:2*PathVariant query:2*QueryVariant",
  "PathItem get:2*Operation put:3*Operation post:4*Operation delete:5*Operation patch:8*Operation parameters:9[]ParameterItem",
  "PathParameter required:1*bool in:2*string name:4*string type:5*string uniqueItems:18*bool",
  "QueryParameter required:1*bool in:2*string name:4*string type:6*string uniqueItems:20*bool",
  "Response description:1*string schema:2*SchemaItem",
  "Schema $ref:1*string format:2*string title:3*string description:4*string multipleOf:6*double maximum:7*double exclusiveMaximum:8*bool minimum:9*double exclusiveMinimum:10*bool maxLength:11*int64 minLength:12*int64 pattern:13*string maxItems:14*int64 minItems:15*int64 uniqueItems:16*bool maxProperties:17*int64 minProperties:18*int64 required:19[]string enum:20[]Any additionalProperties:21*SchemaOrBool type:22*Texts items:23*SchemaItem properties:25*Definitions extensions:31[]NamedAny",
  "SchemaOrBool schema:1*Schema boolean:2*bool",
  "Texts value:1[]string",
  // Messages with a single field whose JSON is the value of that field.
  ...wrappers.map(([name, field, number, type]) => `${name} ${field}:${number}*${type}`),
];
/** The messages that list named entries, with the number of the field that contains the entries, and their type. */
const lists: readonly (readonly [list: string, number: number, type: string])[] = [
  ["Definitions", 1, "Schema"],
  ["Paths", 2, "PathItem"],
  ["Responses", 1, "ResponseValue"],
  ["SecurityDefinitions", 1, "SecurityDefinition"],
  ["SecurityRequirement", 1, "Texts"],
];
const table = new MessageTable(
  {
    v2: [
      ...messages,
      ...lists.map(([list, number, type]) => `${list} named:${number}[]Named${type}`),
      ...["Any", ...lists.map(([, , type]) => type)].map((type) => `Named${type} name:1*string value:2*${type}`),
    ],
  },
  {
    Any: written((value) => ({ yaml: JSON.stringify(value) })),
    Operation: written(withExtensions),
    Parameter: written((parameter) => ({ [variantOf(parameter)]: parameter })),
    Schema: written(withExtensions),
    SchemaOrBool: written((value) => ({ [typeof value === "boolean" ? "boolean" : "schema"]: value })),
    Texts: written((value) => ({ value: Array.isArray(value) ? value : [value] })),
    ...Object.fromEntries(lists.map(([list]) => [list, written((values) => ({ named: namedIn(values) }))])),
    ...Object.fromEntries(wrappers.map(([name, field]) => [name, written((value) => ({ [field]: value }))])),
  },
);

export function encodeSwagger(document: JsonObject): Buffer {
  const writer = new WireWriter();
  writeMessage(table.get("v2", "Document"), document, writer);
  return writer.finish();
}

/** The server only writes these documents, and never reads them. */
function written(fromJson: BasicForm["fromJson"]): BasicForm {
  return { fromJson, toJson: (message) => message };
}

function withExtensions(value: Json): JsonObject {
  const object = isJsonObject(value) ? value : {};
  const extensions = Object.entries(object).filter(([key]) => key.startsWith("x-"));
  return { ...object, extensions: namedIn(Object.fromEntries(extensions)) };
}

function namedIn(values: Json): Json[] {
  const entries = Object.entries(isJsonObject(values) ? values : {}).filter(([, value]) => value !== undefined);
  return entries.map(([name, value]) => ({ name, value }));
}

function variantOf(parameter: Json): "body" | "path" | "query" {
  const place = isJsonObject(parameter) ? parameter["in"] : undefined;
  return place === "body" || place === "path" ? place : "query";
}
