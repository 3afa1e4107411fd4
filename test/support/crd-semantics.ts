/**
 * Reduces a CRD to its meaning, so that the output of two generators can be compared: without descriptions, without the API
 * server's defaults, and in one order where the order has no meaning.
 */
import { isJsonObject } from "../../src/core/json.js";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

export interface MeaningOptions {
  /** Whether descriptions count, except those of the fields that every object has. */
  readonly descriptions?: boolean;
}

export function crdMeaning(crd: unknown, { descriptions = false }: MeaningOptions = {}): Json {
  const { metadata, spec } = crd as { metadata: JsonObject; spec: JsonObject }; // the tests pass only CRDs
  const names = { ...(spec["names"] as JsonObject) };
  names["listKind"] ??= `${names["kind"] as string}List`;
  names["singular"] ??= (names["kind"] as string).toLowerCase();
  for (const key of ["shortNames", "categories"]) {
    if (Array.isArray(names[key])) names[key] = sorted(names[key]);
  }
  const annotations = Object.entries((metadata["annotations"] as JsonObject | undefined) ?? {});
  return {
    name: metadata["name"]!,
    labels: metadata["labels"] ?? {},
    annotations: Object.fromEntries(annotations.filter(([key]) => key !== "controller-gen.kubebuilder.io/version")),
    group: spec["group"]!,
    scope: spec["scope"]!,
    names,
    conversion: spec["conversion"] ?? { strategy: "None" },
    versions: Object.fromEntries(
      (spec["versions"] as JsonObject[]).map(
        (each) => [each["name"] as string, versionMeaning(each, descriptions)] as const,
      ),
    ),
  };
}

function versionMeaning(version: JsonObject, descriptions: boolean): Json {
  const { openAPIV3Schema } = version["schema"] as JsonObject;
  const columns = (version["additionalPrinterColumns"] ?? []) as JsonObject[];
  return {
    served: version["served"] ?? true,
    storage: version["storage"] ?? false,
    deprecated: version["deprecated"] ?? false,
    deprecationWarning: version["deprecationWarning"] ?? null,
    subresources: version["subresources"] ?? {},
    selectableFields: sorted((version["selectableFields"] ?? []) as Json[]),
    columns: columns.map((column) => ({ priority: 0, ...column, ...(descriptions ? {} : { description: null }) })),
    schema: rootMeaning(schemaMeaning(openAPIV3Schema as JsonObject, descriptions)),
  };
}

const unordered = new Set(["required", "enum", "x-kubernetes-list-map-keys", "x-kubernetes-validations"]);
const defaults: Readonly<Record<string, Json>> = {
  nullable: false,
  exclusiveMinimum: false,
  exclusiveMaximum: false,
  uniqueItems: false,
  "x-kubernetes-embedded-resource": false,
  "x-kubernetes-list-type": "atomic",
  "x-kubernetes-map-type": "granular",
};
const tighter: Readonly<Record<string, (a: number, b: number) => number>> = {
  minimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
  maximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
};

export function schemaMeaning(schema: JsonObject, descriptions = false): JsonObject {
  const inner = (value: JsonObject): JsonObject => schemaMeaning(value, descriptions);
  const folded = withoutUsualAnyOf(foldBounds(schema));
  const entries = Object.entries(folded).flatMap(([key, value]): [string, Json][] => {
    if ((key === "description" && !descriptions) || defaults[key] === value) return [];
    if (key === "properties") return [[key, mapValues(value as JsonObject, inner)]];
    if (key === "items" || key === "not" || (key === "additionalProperties" && value !== true)) {
      return [[key, inner(value as JsonObject)]];
    }
    if (["allOf", "anyOf", "oneOf"].includes(key)) return [[key, sorted((value as JsonObject[]).map(inner))]];
    return [[key, unordered.has(key) ? sorted(value as Json[]) : value]];
  });
  return Object.fromEntries(entries);
}

/** The API server requires apiVersion and kind of every object, whatever its schema contains. */
function rootMeaning(schema: JsonObject): JsonObject {
  const { properties = {}, required = [], ...rest } = schema;
  const { metadata = {}, ...others } = properties as JsonObject;
  const plain = {
    ...{ apiVersion: { type: "string" }, kind: { type: "string" } },
    // A CRD may restrict the name.
    metadata: { type: "object", ...(metadata as JsonObject) },
  };
  const own = (required as Json[]).filter((name) => name !== "apiVersion" && name !== "kind");
  return {
    ...rest,
    properties: { ...others, ...plain },
    ...(own.length > 0 ? { required: own } : {}),
  };
}

/** Drops the anyOf of an integer or a string, which its type already implies. */
function withoutUsualAnyOf({ anyOf, ...schema }: JsonObject): JsonObject {
  const isUsual =
    schema["x-kubernetes-int-or-string"] === true &&
    textOf(anyOf ?? null) === textOf([{ type: "integer" }, { type: "string" }]);
  return isUsual || anyOf === undefined ? schema : { ...schema, anyOf };
}

/** Folds an allOf that contains only bounds: the tightest ones apply. */
function foldBounds({ allOf, ...schema }: JsonObject): JsonObject {
  if (!Array.isArray(allOf)) return schema;
  const result: JsonObject = { ...schema };
  const rest: Json[] = [];
  for (const branch of allOf as JsonObject[]) {
    if (!Object.keys(branch).every((key) => key in tighter)) {
      rest.push(branch);
      continue;
    }
    for (const [key, value] of Object.entries(branch)) {
      const present = result[key];
      result[key] = present === undefined ? value : tighter[key]!(present as number, value as number);
    }
  }
  return rest.length === 0 ? result : { ...result, allOf: rest };
}

function mapValues(object: JsonObject, change: (value: JsonObject) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value as JsonObject)]));
}

function sorted(values: Json[]): Json[] {
  return values.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

/** Returns the same text for objects that differ only in the order of their members. */
function textOf(value: Json): string {
  return JSON.stringify(value, (_key, item: Json) =>
    isJsonObject(item) ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}
