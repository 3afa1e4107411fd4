/**
 * The metadata as Go reads it into its ObjectMeta: unknown and empty fields are dropped, and a value of another type is an
 * error.
 * Sources: k8s.io/apimachinery/pkg/apis/meta/v1/types.go,
 * k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/coerce.go.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { noPlace, type Place, wrongTypeFault } from "../types/go-fault.js";
import { readTime } from "../types/time-text.js";

export type ReadMetadata =
  | { readonly metadata: JsonObject; readonly unknownFields: readonly string[] }
  | { readonly fault: string };

export function readMetadata(value: Json): ReadMetadata {
  const reader = new MetadataReader();
  const metadata = reader.read(value ?? {}, "v1.ObjectMeta", noPlace, "");
  const { unknownFields, fault } = reader;
  // The value has the struct's type unless there is an error.
  return fault === undefined ? { metadata: metadata as JsonObject, unknownFields } : { fault };
}

/** Drops each field that Go cannot read. A value that is not an object stays as it is. */
export function repairMetadata(value: Json): Json {
  const read = readMetadata(value);
  if (!("fault" in read)) return read.metadata;
  if (!isJsonObject(value)) return value;
  const readable = Object.entries(value).flatMap(([name, member]) => {
    const field = readMetadata({ [name]: member ?? null });
    return "fault" in field ? [] : Object.entries(field.metadata);
  });
  return Object.fromEntries(readable);
}

/** The fields of each struct, with their Go types. */
const structs: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    "v1.ObjectMeta",
    typesOf({
      string: ["name", "generateName", "namespace", "selfLink", "resourceVersion"],
      "types.UID": ["uid"],
      int64: ["generation", "deletionGracePeriodSeconds"],
      "v1.Time": ["creationTimestamp", "deletionTimestamp"],
      "map[string]string": ["labels", "annotations"],
      "[]v1.OwnerReference": ["ownerReferences"],
      "[]string": ["finalizers"],
      "[]v1.ManagedFieldsEntry": ["managedFields"],
    }),
  ],
  [
    "v1.OwnerReference",
    typesOf({
      string: ["apiVersion", "kind", "name"],
      "types.UID": ["uid"],
      bool: ["controller", "blockOwnerDeletion"],
    }),
  ],
  [
    "v1.ManagedFieldsEntry",
    typesOf({
      string: ["manager", "apiVersion", "fieldsType", "subresource"],
      "v1.ManagedFieldsOperationType": ["operation"],
      "v1.Time": ["time"],
      "v1.FieldsV1": ["fieldsV1"],
    }),
  ],
]);

function typesOf(fields: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(fields).flatMap(([type, names]) => names.map((name) => [name, type] as const)));
}

const scalarTypes: Readonly<Record<string, string>> = {
  ...{ string: "string", "types.UID": "string", "v1.ManagedFieldsOperationType": "string" },
  ...{ int64: "number", bool: "boolean" },
};

class MetadataReader {
  readonly unknownFields: string[] = [];
  /** The first error. */
  fault: string | undefined;

  /** `at`: the location of the value with the indices of items, as messages show unknown fields. */
  read(value: Json, goType: string, place: Place, at: string): Json {
    const fields = structs.get(goType);
    if (fields !== undefined && isJsonObject(value)) return this.#readStruct(value, goType, fields, place.path, at);
    if (goType.startsWith("[]") && Array.isArray(value)) {
      const type = goType.slice(2);
      const zero = structs.has(type) ? {} : "";
      return value.map((item, index) => this.read(item ?? zero, type, place, `${at}[${index}]`));
    }
    if (goType === "map[string]string" && isJsonObject(value)) {
      const entries = Object.entries(value);
      return Object.fromEntries(entries.map(([key, member]) => [key, this.read(member ?? "", "string", place, at)]));
    }
    if (goType === "v1.FieldsV1") return value;
    return goType === "v1.Time" ? this.#readTime(value, place) : this.#readScalar(value, goType, place);
  }

  #readStruct(
    value: JsonObject,
    goType: string,
    fields: ReadonlyMap<string, string>,
    path: Place["path"],
    at: string,
  ): JsonObject {
    const result: JsonObject = {};
    const struct = goType.slice("v1.".length);
    for (const name of Object.keys(value).sort()) {
      const [type, member = null] = [fields.get(name), value[name]];
      const fieldAt = at === "" ? name : `${at}.${name}`;
      if (type === undefined) this.unknownFields.push(fieldAt);
      else if (member !== null) {
        const read = this.read(member, type, { struct, path: [...path, name] }, fieldAt);
        // Owner references keep empty fields.
        const isKept = struct === "OwnerReference" || type === "v1.FieldsV1" || !isEmpty(read);
        if (isKept) result[name] = read;
      }
    }
    return result;
  }

  #readScalar(value: Json, goType: string, place: Place): Json {
    const isFraction = goType === "int64" && typeof value === "number" && !Number.isInteger(value);
    if (typeof value === scalarTypes[goType] && !isFraction) return value;
    return this.#fail(wrongTypeFault(value, goType, place, isFraction ? String(value) : undefined));
  }

  #readTime(value: Json, place: Place): Json {
    if (typeof value !== "string") return this.#fail(wrongTypeFault(value, "string", place));
    const read = readTime(value);
    return "fault" in read ? this.#fail(read.fault) : read.text;
  }

  #fail(fault: string): null {
    this.fault ??= fault;
    return null;
  }
}

function isEmpty(value: Json): boolean {
  return value === "" || value === 0 || (typeof value === "object" && Object.keys(value ?? {}).length === 0);
}
