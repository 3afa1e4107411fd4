/**
 * Resources within a resource (`x-kubernetes-embedded-resource`) have an apiVersion, a kind and metadata of their own.
 * Sources: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/{algorithm,validation}.go.
 */
import { invalid, required, type FieldError } from "../../core/field-error.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { ObjectMeta } from "../api-object.js";
import { checkDns1035Label, nameIsPathSegment } from "../kinds/validation/names.js";
import { validateObjectMeta } from "../objects/validate-metadata.js";
import { atIndex, atKey, child } from "./field-path.js";
import { itemsOf, propertyOf, valuesOf, type JsonSchema } from "./json-schema.js";
import { readMetadata } from "./object-metadata.js";

export interface EmbeddedResources {
  /** Brings the metadata of embedded resources into form; gives the paths of what it dropped. Stops at the first fault. */
  coerce(value: Json): { readonly unknownFields: readonly string[]; readonly fault?: FieldError };
  validate(value: Json, path: string): FieldError[];
}

/** Undefined for a schema that has none. */
export function compileEmbeddedResources(schema: JsonSchema): EmbeddedResources | undefined {
  const places = findPlaces(schema);
  if (places === undefined) return undefined;
  return {
    coerce: (value) => {
      const unknownFields: string[] = [];
      for (const { value: resource, path, dottedPath } of resourcesIn(value, places, { path: "", dottedPath: "" })) {
        const fault = coerceResource(resource, path, dottedPath, unknownFields);
        if (fault !== undefined) return { unknownFields, fault };
      }
      return { unknownFields: unknownFields.sort() };
    },
    validate: (value, path) =>
      [...resourcesIn(value, places, { path, dottedPath: path })].flatMap((each) =>
        validateResource(each.value, each.path),
      ),
  };
}

/** The parts of a schema on the way to embedded resources. */
interface Places {
  readonly isEmbedded: boolean;
  readonly schema: JsonSchema;
  readonly properties: ReadonlyMap<string, Places>;
  readonly values: Places | undefined;
  readonly items: Places | undefined;
}

function findPlaces(schema: JsonSchema): Places | undefined {
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const properties = new Map<string, Places>();
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const places = findPlaces(inner);
    if (places !== undefined) properties.set(name, places);
  }
  const [valueSchema, itemSchema] = [valuesOf(schema), itemsOf(schema)];
  const values = valueSchema && findPlaces(valueSchema);
  const items = itemSchema && findPlaces(itemSchema);
  const hasAny = isEmbedded || properties.size > 0 || values !== undefined || items !== undefined;
  return hasAny ? { isEmbedded, schema, properties, values, items } : undefined;
}

interface Where {
  readonly path: string;
  /** The same, with the keys of maps behind dots, as unknown fields are told. */
  readonly dottedPath: string;
}

function* resourcesIn(
  value: Json,
  places: Places,
  { path, dottedPath }: Where,
): Generator<Where & { readonly value: JsonObject }> {
  if (Array.isArray(value)) {
    if (places.items === undefined) return;
    for (const [index, item] of value.entries()) {
      yield* resourcesIn(item, places.items, { path: atIndex(path, index), dottedPath: atIndex(dottedPath, index) });
    }
    return;
  }
  if (!isJsonObject(value)) return;
  if (places.isEmbedded) yield { path, dottedPath, value };
  for (const name of Object.keys(value)) {
    const member = value[name] ?? null;
    const inner = places.properties.get(name);
    if (inner !== undefined) {
      yield* resourcesIn(member, inner, { path: child(path, name), dottedPath: child(dottedPath, name) });
    } else if (places.values !== undefined && propertyOf(places.schema, name) === undefined) {
      yield* resourcesIn(member, places.values, { path: atKey(path, name), dottedPath: child(dottedPath, name) });
    }
  }
}

function coerceResource(
  resource: JsonObject,
  path: string,
  dottedPath: string,
  unknownFields: string[],
): FieldError | undefined {
  for (const name of ["apiVersion", "kind"]) {
    const value = resource[name];
    if (value === undefined || typeof value === "string") continue;
    return invalid(child(path, name), value, "must be a string");
  }
  const given = resource["metadata"];
  if (given === undefined) return undefined;
  const read = readMetadata(given);
  const metadataPath = child(path, "metadata");
  if ("fault" in read) return invalid(metadataPath, given, read.fault);
  resource["metadata"] = read.metadata;
  unknownFields.push(...read.unknownFields.map((each) => `${child(dottedPath, "metadata")}.${each}`));
  return undefined;
}

function validateResource(resource: JsonObject, path: string): FieldError[] {
  const faults: FieldError[] = [];
  for (const name of ["apiVersion", "kind"]) {
    if (!Object.hasOwn(resource, name)) faults.push(required(child(path, name)));
  }
  for (const name of Object.keys(resource)) {
    const value = resource[name] ?? null;
    if (name === "apiVersion") faults.push(...validateApiVersion(value, child(path, name)));
    if (name === "kind") faults.push(...validateKind(value, child(path, name)));
    if (name === "metadata") faults.push(...validateEmbeddedMetadata(value, child(path, name)));
  }
  return faults;
}

function validateApiVersion(value: Json, path: string): FieldError[] {
  if (typeof value !== "string") return [invalid(path, value, "must be a string")];
  if (value === "") return [invalid(path, value, "must not be empty")];
  return value.split("/").length > 2 ? [invalid(path, value, `unexpected GroupVersion string: ${value}`)] : [];
}

function validateKind(value: Json, path: string): FieldError[] {
  if (typeof value !== "string") return [invalid(path, value, "must be a string")];
  if (value === "") return [invalid(path, value, "must not be empty")];
  const wrong = checkDns1035Label(value.toLowerCase());
  const why = `may have mixed case, but should otherwise match: ${wrong.join(",")}`;
  return wrong.length > 0 ? [invalid(path, value, why)] : [];
}

/** It needs no name, and is in a namespace if it says so. */
function validateEmbeddedMetadata(value: Json, path: string): FieldError[] {
  const read = readMetadata(value);
  if ("fault" in read) return [invalid(path, value, read.fault)];
  const metadata: ObjectMeta = { name: "fakename", ...read.metadata };
  const namespaced = (metadata.namespace ?? "") !== "";
  return validateObjectMeta(metadata, { namespaced, validateName: nameIsPathSegment }, path);
}
