/**
 * metadata as Go reads it into its ObjectMeta: unknown fields fall away, empty ones too, and what is of another type cannot
 * be read. Sources: k8s.io/apimachinery/pkg/apis/meta/v1/types.go,
 * k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/coerce.go.
 */
import { quoteText } from "../../core/go-text.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";

export type ReadMetadata =
  { readonly metadata: JsonObject; readonly unknownFields: readonly string[] } | { readonly fault: string };

export function readMetadata(value: Json): ReadMetadata {
  if (value === null) return { metadata: {}, unknownFields: [] };
  if (!isJsonObject(value)) return { fault: cannotUnmarshal(value, "Go value of type v1.ObjectMeta") };
  const reading: Reading = { unknownFields: [], faults: [] };
  const metadata = readStruct(value, objectMeta, "", reading);
  const [fault] = reading.faults;
  return fault === undefined ? { metadata, unknownFields: reading.unknownFields } : { fault };
}

type FieldType =
  | { readonly kind: "text" | "number" | "boolean"; readonly goType: string }
  | { readonly kind: "time" | "raw" | "textMap" | "textList" }
  | { readonly kind: "structs"; readonly struct: Struct };

interface Struct {
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldType>;
}

const text: FieldType = { kind: "text", goType: "string" };
const whole: FieldType = { kind: "number", goType: "int64" };
const flag: FieldType = { kind: "boolean", goType: "bool" };
const time: FieldType = { kind: "time" };

const ownerReference: Struct = {
  name: "OwnerReference",
  fields: new Map<string, FieldType>([
    ["apiVersion", text],
    ["kind", text],
    ["name", text],
    ["uid", { kind: "text", goType: "types.UID" }],
    ["controller", flag],
    ["blockOwnerDeletion", flag],
  ]),
};

const managedFieldsEntry: Struct = {
  name: "ManagedFieldsEntry",
  fields: new Map<string, FieldType>([
    ["manager", text],
    ["operation", { kind: "text", goType: "v1.ManagedFieldsOperationType" }],
    ["apiVersion", text],
    ["time", time],
    ["fieldsType", text],
    ["fieldsV1", { kind: "raw" }],
    ["subresource", text],
  ]),
};

const objectMeta: Struct = {
  name: "ObjectMeta",
  fields: new Map<string, FieldType>([
    ["name", text],
    ["generateName", text],
    ["namespace", text],
    ["selfLink", text],
    ["uid", { kind: "text", goType: "types.UID" }],
    ["resourceVersion", text],
    ["generation", whole],
    ["creationTimestamp", time],
    ["deletionTimestamp", time],
    ["deletionGracePeriodSeconds", whole],
    ["labels", { kind: "textMap" }],
    ["annotations", { kind: "textMap" }],
    ["ownerReferences", { kind: "structs", struct: ownerReference }],
    ["finalizers", { kind: "textList" }],
    ["managedFields", { kind: "structs", struct: managedFieldsEntry }],
  ]),
};

interface Reading {
  readonly unknownFields: string[];
  readonly faults: string[];
}

function readStruct(value: JsonObject, struct: Struct, path: string, reading: Reading): JsonObject {
  const result: JsonObject = {};
  for (const name of Object.keys(value).sort()) {
    const type = struct.fields.get(name);
    const fieldPath = `${path}${name}`;
    const member = value[name] ?? null;
    if (type === undefined) reading.unknownFields.push(fieldPath);
    else if (member !== null) {
      const read = readField(member, type, { struct: struct.name, path: fieldPath }, reading);
      if (read !== undefined && !isEmpty(read, type, struct)) result[name] = read;
    }
  }
  return result;
}

/** The fields of an owner are there even when they are empty. */
function isEmpty(value: Json, { kind }: FieldType, struct: Struct): boolean {
  if (kind === "boolean" || struct === ownerReference) return false;
  if (kind === "text") return value === "";
  if (kind === "number") return value === 0;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0 && kind !== "raw";
}

interface Place {
  readonly struct: string;
  readonly path: string;
}

function readField(value: Exclude<Json, null>, type: FieldType, place: Place, reading: Reading): Json | undefined {
  const refuse = (found: Json, goType: string): Json | undefined => {
    reading.faults.push(cannotUnmarshal(found, `Go struct field ${place.struct}.${place.path} of type ${goType}`));
    return undefined;
  };
  switch (type.kind) {
    case "text":
    case "boolean":
      return typeof value === (type.kind === "text" ? "string" : "boolean") ? value : refuse(value, type.goType);
    case "number":
      return typeof value === "number" && Number.isInteger(value) ? value : refuse(value, type.goType);
    case "raw":
      return value;
    case "time":
      return readTime(value, reading);
    case "textMap": {
      if (!isJsonObject(value)) return refuse(value, "map[string]string");
      const entries = Object.entries(value).map(([key, member]) => [key, member ?? ""] as const);
      const wrong = entries.find(([, member]) => typeof member !== "string");
      return wrong === undefined ? Object.fromEntries(entries) : refuse(wrong[1], "string");
    }
    case "textList": {
      if (!Array.isArray(value)) return refuse(value, "[]string");
      const wrong = value.find((item) => item !== null && typeof item !== "string");
      return wrong === undefined ? value.map((item) => item ?? "") : refuse(wrong, "string");
    }
    case "structs": {
      const { struct } = type;
      if (!Array.isArray(value)) return refuse(value, `[]v1.${struct.name}`);
      const wrong = value.find((item) => item !== null && !isJsonObject(item));
      if (wrong !== undefined) return refuse(wrong, `v1.${struct.name}`);
      return value.map((item, index) => readItem(isJsonObject(item) ? item : {}, struct, place.path, index, reading));
    }
  }
}

/** Unknown fields are told with the index of their item, faults of types without. */
function readItem(value: JsonObject, struct: Struct, path: string, index: number, reading: Reading): JsonObject {
  const own: Reading = { unknownFields: [], faults: reading.faults };
  const item = readStruct(value, struct, `${path}.`, own);
  const prefix = `${path}.`;
  reading.unknownFields.push(...own.unknownFields.map((each) => `${path}[${index}].${each.slice(prefix.length)}`));
  return item;
}

function readTime(value: Exclude<Json, null>, reading: Reading): Json | undefined {
  if (typeof value !== "string") {
    reading.faults.push(cannotUnmarshal(value, "Go value of type string"));
    return undefined;
  }
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.exec(value);
  const milliseconds = parts === null ? Number.NaN : Date.parse(value);
  if (!Number.isNaN(milliseconds)) return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
  const layout = '"2006-01-02T15:04:05Z07:00"';
  const shown = quoteText(value);
  reading.faults.push(`parsing time ${shown} as ${layout}: cannot parse ${shown} as "2006"`);
  return undefined;
}

function cannotUnmarshal(value: Json, into: string): string {
  const found = Array.isArray(value)
    ? "array"
    : isJsonObject(value)
      ? "object"
      : typeof value === "number" && !Number.isInteger(value) && into.endsWith("int64")
        ? `number ${value}`
        : typeof value === "boolean"
          ? "bool"
          : typeof value;
  return `json: cannot unmarshal ${found} into ${into}`;
}
