/**
 * Combines the messages in generated.proto (numbers and types) with the JSON tags of the Go structs (names, omitted
 * fields, fields that may be nil). Fails if the two do not match.
 */
import type { GoField, GoStruct } from "./read-go-structs.js";
import type { ProtoField, ProtoFile, ProtoMessage } from "./read-proto.js";

export interface GoPackage {
  /** The module as in data/openapi: `apps/v1`. */
  readonly module: string;
  /** The apiVersion: `rbac.authorization.k8s.io/v1`. */
  readonly apiVersion: string;
  readonly proto: ProtoFile;
  readonly structs: readonly GoStruct[];
  readonly stringLists: readonly string[];
}

/** Messages whose JSON is not an object of their fields: src/apiserver/protobuf/basic-messages.ts implements them. */
const basicTypes: Readonly<Record<string, string>> = {
  "k8s.io.apimachinery.pkg.api.resource.Quantity": "basic.Quantity",
  "k8s.io.apimachinery.pkg.apis.meta.v1.FieldsV1": "basic.FieldsV1",
  "k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime": "basic.MicroTime",
  "k8s.io.apimachinery.pkg.apis.meta.v1.Time": "basic.Time",
  "k8s.io.apimachinery.pkg.runtime.RawExtension": "basic.RawExtension",
  "k8s.io.apimachinery.pkg.util.intstr.IntOrString": "basic.IntOrString",
  "k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.JSON": "basic.JSON",
  "k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray": "basic.JSONSchemaPropsOrArray",
  "k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool": "basic.JSONSchemaPropsOrBool",
  "k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray":
    "basic.JSONSchemaPropsOrStringArray",
};
/**
 * Messages that no endpoint accepts or returns: a stand-in for Time in generated code, times in configurations, and
 * lists of any type.
 */
const unused: ReadonlySet<string> = new Set([
  "k8s.io.apimachinery.pkg.apis.meta.v1.Duration",
  "k8s.io.apimachinery.pkg.apis.meta.v1.Timestamp",
  "k8s.io.api.core.v1.List",
  "k8s.io.apimachinery.pkg.apis.meta.v1.List",
  "k8s.io.apimachinery.pkg.apis.meta.v1.ApplyOptions",
]);

/** `type Verbs []string`: like a pointer, it may be nil. */
const stringList = "basic.Strings";

const scalars: ReadonlySet<string> = new Set(["bool", "bytes", "double", "int32", "int64", "string"]);

/**
 * Returns one line per message, by apiVersion. src/apiserver/protobuf/message-table.ts describes the format. A name
 * with a plus is a kind.
 */
export function packMessages(packages: readonly GoPackage[]): Map<string, string[]> {
  const apiVersions = new Map(packages.map(({ proto, apiVersion }) => [proto.packageName, apiVersion]));
  const lists = new Set(
    packages.flatMap(({ proto, stringLists }) => stringLists.map((each) => `${proto.packageName}.${each}`)),
  );
  const typeOf = (type: string, home: string): string => {
    if (scalars.has(type)) return type;
    const full = type.startsWith(".") ? type.slice(1) : `${home}.${type}`;
    const basic = basicTypes[full] ?? (lists.has(full) ? stringList : undefined);
    if (basic !== undefined) return basic;
    const [, from = "", name = ""] = /^(.*)\.(\w+)$/.exec(full) ?? [];
    const apiVersion = apiVersions.get(from);
    if (apiVersion === undefined) throw new Error(`${home} refers to ${full}, which is not read`);
    return from === home ? name : `${apiVersion}.${name}`;
  };
  return new Map(
    packages.map(({ apiVersion, proto, structs }) => {
      const home = proto.packageName;
      const messages = proto.messages.filter(({ name }) => !isApart(`${home}.${name}`, lists));
      return [apiVersion, messages.map((message) => packMessage(message, structs, (type) => typeOf(type, home)))];
    }),
  );
}

function isApart(full: string, lists: ReadonlySet<string>): boolean {
  return Object.hasOwn(basicTypes, full) || unused.has(full) || lists.has(full);
}

function packMessage(message: ProtoMessage, structs: readonly GoStruct[], typeOf: (type: string) => string): string {
  const struct = structs.find(({ name }) => name === message.name);
  if (struct === undefined) throw new Error(`no struct for the message ${message.name}`);
  const isKind = struct.fields.some((field) => isTypeMeta(field));
  const fields = struct.fields.filter((field) => !isTypeMeta(field) && field.number !== undefined);
  const loose = struct.fields.filter(
    (field) => !isTypeMeta(field) && field.number === undefined && field.jsonName !== "-",
  );
  if (loose.length > 0) throw new Error(`${message.name}.${loose[0]?.name} has no number`);
  if (fields.length !== message.fields.length) throw new Error(`${message.name}: other fields in Go`);
  const packed = fields.map((field) => {
    const own = message.fields.find(({ number }) => number === field.number);
    if (own === undefined) throw new Error(`${message.name}.${field.name}: no such number`);
    return packField(field, own, typeOf(own.type));
  });
  return [`${message.name}${isKind ? "+" : ""}`, ...packed].join(" ");
}

function isTypeMeta({ name, number }: GoField): boolean {
  return name === "TypeMeta" && number === undefined;
}

function packField(field: GoField, { name, number, shape }: ProtoField, type: string): string {
  const { jsonName, jsonOptions, isEmbedded } = field;
  // encoding/json inlines an embedded struct whose tag has no name.
  const isInline = jsonOptions.includes("inline") || (isEmbedded && jsonName === "");
  if ((jsonName === "" || jsonName === "-") && !isInline)
    throw new Error(`${field.name} (${name}) has no name in JSON`);
  const isPointer = field.type.startsWith("*");
  if (isPointer && (shape !== "one" || isInline)) throw new Error(`${field.name}: an unsupported pointer`);
  if (/^\[\]\*/.test(field.type)) throw new Error(`${field.name}: a list of pointers`);
  const isOmitted = jsonOptions.includes("omitempty");
  const isOmittedZero = jsonOptions.includes("omitzero");
  const goName = field.name === capitalized(jsonName) ? "" : `/${field.name}`;
  const shown = { one: isPointer || type === stringList ? "*" : "", list: "[]", map: "{}" }[shape];
  return `${isInline ? "..." : jsonName}${goName}${isOmittedZero ? "??" : isOmitted ? "?" : ""}:${number}${shown}${type}`;
}

function capitalized(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
