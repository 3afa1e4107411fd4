/**
 * The options of a connection to a pod, a Service or a node, which admission sees as the object of the operation CONNECT.
 * Source: k8s.io/apiserver/pkg/endpoints/handlers/rest.go, k8s.io/api/core/v1/types.go.
 */
import { quoteText } from "../../core/go-text.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { textOf } from "../api-object.js";
import { flagField, textField } from "../http/query-fields.js";
import { badRequestError, internalError } from "../status-error.js";
import { wrongTypeFault } from "../types/go-fault.js";

/** The Go types of the fields. */
type FieldType = "bool" | "string" | "[]string" | "[]int32";

const streams = { stdin: "bool", stdout: "bool", stderr: "bool", tty: "bool", container: "string" } as const;
const proxied = { path: "string" } as const;
const fieldsByKind: Readonly<Record<string, Readonly<Record<string, FieldType>>>> = {
  PodAttachOptions: streams,
  PodExecOptions: { ...streams, command: "[]string" },
  PodPortForwardOptions: { ports: "[]int32" },
  PodProxyOptions: proxied,
  ServiceProxyOptions: proxied,
  NodeProxyOptions: proxied,
};

/**
 * Reads the options of a request.
 *
 * @param rest - the path after the subresource, which replaces a `path` in the query
 * @throws StatusError 400 for a port that is no number
 */
export function connectOptions(kind: string, query: URLSearchParams, rest: readonly string[]): JsonObject {
  const options: JsonObject = { kind, apiVersion: "v1" };
  for (const [name, type] of Object.entries(fieldsByKind[kind] ?? {})) {
    const value = name === "path" ? pathOf(rest) : readField(query, name, type);
    if (value !== undefined) options[name] = value;
  }
  return options;
}

function pathOf(rest: readonly string[]): string | undefined {
  return rest.length === 0 ? undefined : `/${rest.join("/")}`;
}

/** Returns undefined for a value that Go omits. */
function readField(query: URLSearchParams, name: string, type: FieldType): Json | undefined {
  switch (type) {
    case "bool":
      return flagField(query, name) === true ? true : undefined;
    case "string":
      return textField(query, name) || undefined;
    case "[]string":
      return query.has(name) ? query.getAll(name) : null;
    case "[]int32":
      return query.has(name) ? query.getAll(name).flatMap((text) => text.split(",").map(toPort)) : undefined;
  }
}

/** Source: Convert_Slice_string_To_Slice_int32 in k8s.io/apimachinery/pkg/runtime/converter.go. */
function toPort(text: string): number {
  const isNumber = /^[0-9]+$/.test(text);
  if (isNumber && Number(text) < 65_536) return Number(text);
  const why = isNumber ? "value out of range" : "invalid syntax";
  throw badRequestError(`cannot convert to []int32: strconv.ParseUint: parsing ${quoteText(text)}: ${why}`);
}

/** Checks options that a webhook has changed. @throws StatusError 500 for a field of a wrong type */
export function checkConnectOptions(options: JsonObject): void {
  const kind = textOf(options, "kind");
  for (const [name, type] of Object.entries(fieldsByKind[kind] ?? {})) {
    const value = options[name] ?? null;
    if (value !== null && !isOfType(value, type))
      throw internalError(wrongTypeFault(value, type, { struct: kind, path: [name] }));
  }
}

function isOfType(value: Json, type: FieldType): boolean {
  if (type === "bool") return typeof value === "boolean";
  if (type === "string") return typeof value === "string";
  return Array.isArray(value) && !value.some((each) => Array.isArray(each) || isJsonObject(each));
}
