/**
 * Resources inside a resource (`x-kubernetes-embedded-resource`) have their own apiVersion, kind, and metadata.
 * Sources: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta/{algorithm,validation}.go.
 */
import { atKey, child, type FieldError, invalid, required } from "../../core/field-error.js";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { ObjectMeta } from "../api-object.js";
import { checkDns1035Label, nameIsPathSegment } from "../kinds/validation/names.js";
import { validateObjectMeta } from "../objects/validate-metadata.js";
import { itemsOf, propertyOf, valuesOf, type JsonSchema } from "./json-schema.js";
import { readMetadata, repairMetadata } from "./object-metadata.js";

export interface EmbeddedResources {
  /** Decodes the metadata of embedded resources and returns the paths of the fields that it dropped. Stops at the first error. */
  coerce(value: Json): { readonly unknownFields: readonly string[]; readonly fault?: FieldError };
  /** Decodes the metadata of embedded resources in a stored object, which no schema may have checked: drops invalid fields. */
  repair(value: Json): void;
  validate(value: Json, path: string): FieldError[];
}

/** Returns undefined for a schema without embedded resources. */
export function compileEmbeddedResources(
  schema: JsonSchema,
  version: KubernetesVersion,
): EmbeddedResources | undefined {
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
    repair: (value) => {
      for (const each of resourcesIn(value, places, { path: "", dottedPath: "" })) repairResource(each.value);
    },
    validate: (value, path) =>
      [...resourcesIn(value, places, { path, dottedPath: path })].flatMap((each) =>
        validateResource(each.value, each.path, version),
      ),
  };
}

/** The parts of a schema that lead to embedded resources. */
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
  /** The same path with map keys after dots, as messages show unknown fields. */
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
      yield* resourcesIn(item, places.items, { path: atKey(path, index), dottedPath: atKey(dottedPath, index) });
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
  const [wrong] = wrongTypeMeta(resource);
  if (wrong !== undefined) return invalid(child(path, wrong), resource[wrong] ?? null, "must be a string");
  const given = resource["metadata"];
  if (given === undefined) return undefined;
  const read = readMetadata(given);
  const metadataPath = child(path, "metadata");
  if ("fault" in read) return invalid(metadataPath, given, read.fault);
  resource["metadata"] = read.metadata;
  unknownFields.push(...read.unknownFields.map((each) => `${child(dottedPath, "metadata")}.${each}`));
  return undefined;
}

function repairResource(resource: JsonObject): void {
  for (const name of wrongTypeMeta(resource)) Reflect.deleteProperty(resource, name);
  const given = resource["metadata"];
  if (given !== undefined) resource["metadata"] = repairMetadata(given);
}

function wrongTypeMeta(resource: JsonObject): readonly string[] {
  return ["apiVersion", "kind"].filter((name) => Object.hasOwn(resource, name) && typeof resource[name] !== "string");
}

function validateResource(resource: JsonObject, path: string, version: KubernetesVersion): FieldError[] {
  const missing = ["apiVersion", "kind"].filter((name) => !Object.hasOwn(resource, name));
  return [
    ...missing.map((name) => required(child(path, name))),
    ...Object.entries(resource).flatMap(([name, value = null]) => {
      if (name === "apiVersion") return validateText(value, child(path, name), validateApiVersion);
      if (name === "kind") return validateText(value, child(path, name), validateKind);
      return name === "metadata" ? validateEmbeddedMetadata(value, child(path, name), version) : [];
    }),
  ];
}

/** `faultOf` returns the error in a string, or undefined. */
function validateText(value: Json, path: string, faultOf: (text: string) => string | undefined): FieldError[] {
  if (typeof value !== "string") return [invalid(path, value, "must be a string")];
  const fault = value === "" ? "must not be empty" : faultOf(value);
  return fault === undefined ? [] : [invalid(path, value, fault)];
}

function validateApiVersion(text: string): string | undefined {
  return text.split("/").length > 2 ? `unexpected GroupVersion string: ${text}` : undefined;
}

function validateKind(text: string): string | undefined {
  const wrong = checkDns1035Label(text.toLowerCase());
  return wrong.length > 0 ? `may have mixed case, but should otherwise match: ${wrong.join(",")}` : undefined;
}

/** An embedded resource needs no name. It is in a namespace only if its metadata sets one. */
function validateEmbeddedMetadata(value: Json, path: string, version: KubernetesVersion): FieldError[] {
  const read = readMetadata(value);
  if ("fault" in read) return [invalid(path, value, read.fault)];
  const metadata: ObjectMeta = { name: "fakename", ...read.metadata };
  const namespaced = (metadata.namespace ?? "") !== "";
  return validateObjectMeta(metadata, { namespaced, validateName: nameIsPathSegment, version }, path);
}
