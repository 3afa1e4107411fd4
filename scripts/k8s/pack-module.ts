/**
 * Packs the schemas of Kubernetes' types in the form that CRDs can embed. OpenAPI nearly matches Go's types. Where they
 * differ, Go's version is used, because CRDs that are generated from Go contain it.
 */
import {
  atomicTypes,
  basicTypes,
  ownBounds,
  ownRequired,
  undescribedTypes,
  withoutDefault,
  withoutListKeys,
} from "./go-types.js";
import { placeOf, referenceOf, type Schema } from "./openapi.js";
import type { Modules } from "./render-module.js";

/** A schema without descriptions, which can refer to another by `{ "$ref": "core/v1.Container" }`. */
export type PackedSchema = Record<string, unknown>;

/** The descriptions of a type: its own under the empty name, and the descriptions of its fields. */
export type PackedTexts = Record<string, string>;

export interface PackedModule {
  /** The types by name, in the order of the names. */
  readonly types: Record<string, PackedSchema>;
  readonly texts: Record<string, PackedTexts>;
}

export function packModule(module: string, modules: Modules): PackedModule {
  const packed: PackedModule = { types: {}, texts: {} };
  for (const [fullName, schema] of Object.entries(modules.get(module)?.schemas ?? {})) {
    const place = placeOf(fullName);
    if (place?.module !== module) continue;
    packed.types[place.type] = packType(fullName, place.type, schema);
    if (!undescribedTypes.has(place.type)) {
      packed.texts[place.type] = textsOf(Object.hasOwn(basicTypes, fullName) ? { ...schema, properties: {} } : schema);
    }
  }
  return packed;
}

function packType(fullName: string, name: string, schema: Schema): PackedSchema {
  const packed = { ...(basicTypes[fullName] ?? packObject(name, schema)) };
  if (atomicTypes.has(name)) packed["x-kubernetes-map-type"] = "atomic";
  return packed;
}

function packObject(name: string, schema: Schema): PackedSchema {
  const packed = packNode(schema);
  const properties = Object.entries(schema.properties ?? {}).map(([field, inner]) => {
    const isRequired = schema.required?.includes(field) === true;
    return [field, packField(`${name}.${field}`, inner, isRequired)] as const;
  });
  if (properties.length > 0) packed["properties"] = Object.fromEntries(properties);
  const required = [...(schema.required ?? []), ...(ownRequired[name] ?? [])];
  if (required.length > 0) packed["required"] = required.toSorted();
  return packed;
}

function packField(place: string, schema: Schema, isRequired: boolean): PackedSchema {
  const node = { ...packNode(schema), ...ownBounds[place] };
  if (withoutListKeys.has(place)) {
    delete node["x-kubernetes-list-type"];
    delete node["x-kubernetes-list-map-keys"];
  }
  return isRequired || withoutDefault.has(place) ? node : { ...node, ...defaultOf(schema) };
}

function defaultOf(schema: Schema): PackedSchema {
  const given = schema.default;
  // OpenAPI gives each struct field the default {}, which the Go source does not declare.
  return given === undefined || JSON.stringify(given) === "{}" ? {} : { default: given };
}

const kept = ["type", "format", "x-kubernetes-map-type"] as const;
const keptOfLists = ["x-kubernetes-list-type", "x-kubernetes-list-map-keys"] as const;

function packNode(schema: Schema): PackedSchema {
  if (schema.format === "int-or-string") return packNode({ $ref: "io.k8s.apimachinery.pkg.util.intstr.IntOrString" });
  const node: PackedSchema = {};
  // In Go, bytes are declared as a list; on the wire they are a string.
  for (const keyword of schema.type === "array" ? [...kept, ...keptOfLists] : kept) {
    if (schema[keyword] !== undefined) node[keyword] = schema[keyword];
  }
  const reference = referenceOf(schema);
  if (reference !== undefined) {
    const place = placeOf(reference);
    const basic = basicTypes[reference];
    return basic === undefined && place !== undefined
      ? { $ref: `${place.module}.${place.type}`, ...node }
      : { ...basic, ...node };
  }
  if (schema.items !== undefined) node["items"] = packNode(schema.items);
  if (typeof schema.additionalProperties === "object") {
    node["additionalProperties"] = packNode(schema.additionalProperties);
  }
  return node;
}

function textsOf(schema: Schema): PackedTexts {
  const described: [string, Schema][] = [["", schema], ...Object.entries(schema.properties ?? {})];
  return Object.fromEntries(
    described.map(([name, each]) => [name, textOf(each)] as const).filter(([, text]) => text !== ""),
  );
}

/** Returns the description without the values of Go's constants, which the API server adds and CRDs do not restrict. */
function textOf({ description = "" }: Schema): string {
  return description.replace(/\n\nPossible enum values:\n[^]*$/, "");
}
