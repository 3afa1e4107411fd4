/** Derives from a schema what rules see: the type of `self` and the maximum size of its parts. */
import { fieldOf, type Schema } from "../schema/schema.js";
import { celName } from "../schema/cel-name.js";
import { fieldPath, itemPath, valuePath } from "./schema-path.js";
import { simple, type CelType } from "./types.js";

export interface DeclaredType {
  readonly type: CelType;
  readonly schema: Schema;
  /** The maximum number of bytes of a text, or of elements of a list or map. */
  readonly maxElements: number;
  /** The minimum number of bytes in JSON. */
  readonly minSize: number;
  readonly fields?: ReadonlyMap<string, DeclaredType>;
  readonly item?: DeclaredType;
  readonly key?: DeclaredType;
}

/** Bounds that replace the bounds of a schema, to test their effect. */
export type Bounds = ReadonlyMap<Schema, number>;

export interface DeclareOptions {
  /**
   * Whether this is the root of a custom resource, which has a name, a kind and an API version even if its schema has none.
   */
  readonly isResource: boolean;
  /** The path in the schema, which identifies objects. */
  readonly path: string;
  /** The most characters of the name of a resource. Default: no limit. */
  readonly nameLength?: number | undefined;
}

/** The maximum request size of the API server. */
export const maxRequestSize = 3 * 1024 * 1024;

/** Returns the maximum number of elements, using bounds that replace those of the schema. */
export function mostElements({ schema, type, maxElements }: DeclaredType, bounds: Bounds): number {
  const bound = bounds.get(schema);
  return bound === undefined
    ? maxElements
    : bound * (type.kind === "string" || type.kind === "dyn" ? bytesOfCharacter : 1);
}

/** The most bytes of a character; maxLength counts characters. */
const bytesOfCharacter = 4;

/** Returns undefined for a value that rules cannot see: it has no type, or is a list or map of such values. */
export function declareType(schema: Schema, options: DeclareOptions): DeclaredType | undefined {
  if (schema["x-kubernetes-int-or-string"] === true) {
    return { type: simple("dyn"), schema, maxElements: textElements({ ...schema, enum: [] }), minSize: 1 };
  }
  switch (schema.type) {
    case "array":
      return declareList(schema, options);
    case "object":
      return schema.additionalProperties === undefined
        ? declareObject(schema, options)
        : declareMap(schema, schema.additionalProperties, options);
    case "string":
      return declareText(schema);
    case "boolean":
      return { type: simple("bool"), schema, maxElements: 0, minSize: 4 };
    case "number":
      return { type: simple("double"), schema, maxElements: 0, minSize: 1 };
    case "integer":
      return { type: simple("int"), schema, maxElements: 0, minSize: 1 };
    case undefined:
      return undefined;
  }
}

function declareNested(schema: Schema, path: string, { nameLength }: DeclareOptions): DeclaredType | undefined {
  const isResource = schema["x-kubernetes-embedded-resource"] === true;
  return declareType(schema, { isResource, path, nameLength });
}

function declareList(schema: Schema, options: DeclareOptions): DeclaredType | undefined {
  if (schema.items === undefined) return undefined;
  const item = declareNested(schema.items, itemPath(options.path), options);
  if (item === undefined) return undefined;
  // "[" and "]" are not items; each item has a comma.
  const maxElements = atLeastZero(schema.maxItems ?? Math.floor((maxRequestSize - 2) / (item.minSize + 1)));
  return { type: { kind: "list", item: item.type }, schema, maxElements, minSize: 2, item };
}

function declareMap(schema: Schema, values: Schema, options: DeclareOptions): DeclaredType | undefined {
  const item = declareNested(values, valuePath(options.path), options);
  if (item === undefined) return undefined;
  // A key has at least two characters and its quotes; a colon and a comma add to it.
  const maxElements = atLeastZero(schema.maxProperties ?? Math.floor((maxRequestSize - 2) / (item.minSize + 6)));
  const key: DeclaredType = { type: simple("string"), schema: {}, maxElements: 0, minSize: 2 };
  return { type: { kind: "map", key: key.type, value: item.type }, schema, maxElements, minSize: 2, key, item };
}

function declareObject(schema: Schema, options: DeclareOptions): DeclaredType {
  const { isResource, path, nameLength } = options;
  const whole = isResource ? withResourceFields(schema, nameLength) : schema;
  const properties = new Map(Object.entries(whole.properties ?? {}));
  const required = new Set(schema.required);
  const fields = new Map<string, DeclaredType>();
  let minSize = 2;
  for (const [key, property] of properties) {
    const field = declareNested(property, fieldPath(path, key), options);
    if (field === undefined) continue;
    if (isCelName(key)) fields.set(celName(key), field);
    // Quotes, a colon and a comma. A field with a default can be omitted.
    if (required.has(key) && (property.default === undefined || property.default === null)) {
      minSize += byteLength(key) + field.minSize + 4;
    }
  }
  return { type: { kind: "object", name: path }, schema, maxElements: 0, minSize, fields };
}

/** Returns the schema of a resource with the fields that rules see in every resource: kind, API version and name. */
export function withResourceFields(schema: Schema, nameLength?: number): Schema {
  if (namesItself(schema)) return schema;
  const text: Schema = { type: "string" };
  const given = fieldOf(schema, "metadata");
  const upTo = (name: string, most: number): Schema => ({
    ...text,
    maxLength: Math.min(fieldOf(given, name)?.maxLength ?? most, most),
  });
  const names =
    nameLength === undefined
      ? { name: text, generateName: text }
      : // The server adds a character at least.
        { name: upTo("name", nameLength), generateName: upTo("generateName", nameLength - 1) };
  const metadata: Schema = { type: "object", properties: names };
  return { ...schema, properties: { ...schema.properties, apiVersion: text, kind: text, metadata } };
}

function namesItself(schema: Schema): boolean {
  const metadata = fieldOf(schema, "metadata");
  const texts = [
    fieldOf(schema, "kind"),
    fieldOf(schema, "apiVersion"),
    fieldOf(metadata, "name"),
    fieldOf(metadata, "generateName"),
  ];
  return metadata?.type === "object" && texts.every((text) => text?.type === "string");
}

function declareText(schema: Schema): DeclaredType {
  switch (schema.format) {
    case "byte":
      return {
        type: simple("bytes"),
        schema,
        maxElements: atLeastZero(schema.maxLength ?? maxRequestSize - 2),
        minSize: 2,
      };
    case "duration":
      return { type: simple("duration"), schema, maxElements: 32, minSize: 3 };
    case "date":
      return { type: simple("timestamp"), schema, maxElements: 12, minSize: 12 };
    case "date-time":
      return { type: simple("timestamp"), schema, maxElements: 32, minSize: 21 };
    default:
      return { type: simple("string"), schema, maxElements: textElements(schema), minSize: 2 };
  }
}

function textElements({ enum: values, maxLength }: Schema): number {
  if (maxLength !== undefined) return atLeastZero(maxLength) * bytesOfCharacter;
  if (values === undefined || values.length === 0) return maxRequestSize - 2;
  return Math.max(0, ...values.map((value) => (typeof value === "string" ? byteLength(value) : 0)));
}

/** Returns whether a name can be escaped to a CEL name; rules cannot see other fields. */
export function isCelName(name: string): boolean {
  return /^[A-Za-z_.\-/][\w.\-/]*$/.test(name);
}

function atLeastZero(bound: number): number {
  return Math.max(0, bound);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
