/**
 * Converts the schema of a kind to JSON Schema (draft-07, the version that editors support). It accepts what the API server
 * accepts, as far as JSON Schema can express it. It cannot express CEL rules, or lists whose items differ by their keys.
 */
import { defined } from "../../core/defined.js";
import { toApiVersion } from "../../core/gvk.js";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../../core/json.js";
import { kindPattern } from "../../schema/check-value.js";
import { formatPattern } from "../../schema/formats.js";
import { fieldOf, type Schema } from "../../schema/schema.js";
import type { CrdVersion } from "../crd-version.js";
import { editorPattern } from "./editor-pattern.js";
import { anyMetadata, metadataSchema } from "./metadata-schema.js";
import path from "node:path";
import { printExactJson } from "../../core/exact-json.js";
import type { Artifact } from "../../core/artifact.js";
import type { Crd } from "../crd.js";
import { sampleName } from "../samples/sample.js";

type EditorSchema = Record<string, ExactJsonValue>;

function editorSchema({ model, schema, replicasPath }: CrdVersion, isNamespaced: boolean): EditorSchema {
  const { group, version, kind } = model;
  const root = convert(replicasPath === undefined ? schema : withBoundedReplicas(schema, replicasPath), false);
  const declared = fieldOf(schema, "metadata");
  const metadata = metadataSchema(
    isNamespaced,
    declared?.properties === undefined ? undefined : convert(declared, true),
  );
  const properties: ExactJsonObject = Object.fromEntries([
    ...Object.entries(isJsonObject(root["properties"]) ? root["properties"] : {}),
    ["apiVersion", { description: "The API group and the version.", const: toApiVersion(group, version) }],
    ["kind", { description: "The kind.", const: kind }],
    ["metadata", metadata],
  ]);
  const required = new Set(["apiVersion", "kind", "metadata", ...requiredOf(schema)]);
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: `${kind} (${toApiVersion(group, version)})`,
    ...root,
    properties,
    required: [...required],
  };
}

/** Limits the field that the scale subresource shows as `spec.replicas` to the numbers that the API server accepts. */
function withBoundedReplicas(schema: Schema, [name = "", ...rest]: readonly string[]): Schema {
  const field = fieldOf(schema, name);
  if (field === undefined) return schema;
  const { minimum = 0, maximum = int32.maximum } = field;
  const bounded =
    rest.length > 0
      ? withBoundedReplicas(field, rest)
      : { ...field, minimum: larger(0, minimum), maximum: smaller(int32.maximum, maximum) };
  return { ...schema, properties: { ...schema.properties, [name]: bounded } };
}

/**
 * Converts a schema. `isBranch`: a branch of a logical operator, which restricts values; the enclosing schema defines the
 * fields.
 */
function convert(schema: Schema, isBranch: boolean): EditorSchema {
  const value: EditorSchema = {
    ...typeOf(schema),
    ...(schema.enum === undefined ? {} : { enum: schema.enum }),
    ...numberKeywords(schema),
    ...textKeywords(schema),
    ...listKeywords(schema, isBranch),
    ...objectKeywords(schema, isBranch),
    ...junctors(schema),
  };
  const words = wordsOf(schema);
  if (schema.nullable !== true) return { ...words, ...value };
  const isSimple = typeof value["type"] === "string" && !Object.keys(value).some((key) => restrictsNull.has(key));
  if (isSimple) return { ...words, ...value, type: [value["type"] ?? "object", "null"] };
  return { ...words, anyOf: [{ type: "null" }, value] };
}

/** The other keywords do not apply to null. */
const restrictsNull: ReadonlySet<string> = new Set(["enum", "allOf", "anyOf", "oneOf", "not"]);

function wordsOf({ title, description, default: preset, example }: Schema): EditorSchema {
  return defined({ title, description, default: preset, examples: example === undefined ? undefined : [example] });
}

function typeOf(schema: Schema): EditorSchema {
  if (schema["x-kubernetes-int-or-string"] === true) return { type: ["integer", "string"] };
  return schema.type === undefined ? {} : { type: schema.type };
}

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

function numberKeywords(schema: Schema): EditorSchema {
  const { multipleOf, format, exclusiveMinimum, exclusiveMaximum } = schema;
  const bounds = format === "int32" ? int32 : undefined;
  const minimum = tighter(larger, schema.minimum, bounds?.minimum);
  const maximum = tighter(smaller, schema.maximum, bounds?.maximum);
  const isOpenBelow = exclusiveMinimum === true && minimum === schema.minimum;
  const isOpenAbove = exclusiveMaximum === true && maximum === schema.maximum;
  return {
    ...(minimum === undefined ? {} : { [isOpenBelow ? "exclusiveMinimum" : "minimum"]: minimum }),
    ...(maximum === undefined ? {} : { [isOpenAbove ? "exclusiveMaximum" : "maximum"]: maximum }),
    ...(multipleOf === undefined ? {} : { multipleOf }),
  };
}

type Bound = number | bigint;

function larger(one: Bound, other: Bound): Bound {
  return one < other ? other : one;
}

function smaller(one: Bound, other: Bound): Bound {
  return one < other ? one : other;
}

function tighter(choose: (a: Bound, b: Bound) => Bound, one?: Bound, other?: Bound): Bound | undefined {
  return one === undefined || other === undefined ? (one ?? other) : choose(one, other);
}

/** The formats that mean the same in JSON Schema and in the API server. A duration differs. */
const sharedFormats: ReadonlySet<string> = new Set(["ipv4", "ipv6", "email", "hostname"]);

function textKeywords({ minLength, maxLength, pattern, format }: Schema): EditorSchema {
  const own = pattern === undefined ? undefined : editorPattern(pattern);
  const ofFormat = format === undefined ? undefined : formatPattern(format);
  return defined({
    minLength,
    maxLength,
    format: sharedFormats.has(format ?? "") ? format : undefined,
    pattern: joined(own, ofFormat),
  });
}

/** Combines two patterns, because JSON Schema has only one `pattern`. */
function joined(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || other === undefined ? (one ?? other) : `^(?=[^]*?(?:${one}))(?=${other})`;
}

function listKeywords(schema: Schema, isBranch: boolean): EditorSchema {
  const { minItems, maxItems, items } = schema;
  return {
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(schema["x-kubernetes-list-type"] === "set" ? { uniqueItems: true } : {}),
    ...(items === undefined ? {} : { items: convert(items, isBranch) }),
  };
}

function objectKeywords(schema: Schema, isBranch: boolean): EditorSchema {
  const { minProperties, maxProperties, properties, additionalProperties: values } = schema;
  const fields = Object.entries(properties ?? {}).map(([name, inner]) => [name, convert(inner, isBranch)] as const);
  const required = requiredOf(schema);
  const isResource = schema["x-kubernetes-embedded-resource"] === true;
  const keepsUnknown =
    schema["x-kubernetes-preserve-unknown-fields"] === true || (schema.type ?? "object") !== "object";
  const isClosed = !isBranch && schema.type === "object" && !keepsUnknown;
  const declared = new Map<string, EditorSchema>(fields);
  const resource = isResource
    ? resourceFields.map(([name, field]) => [name, both(declared.get(name), field)] as const)
    : [];
  const needed = isResource ? [...new Set([...required, "apiVersion", "kind"])] : required;
  const rest = values === undefined ? (isClosed ? false : undefined) : convert(values, isBranch);
  return {
    ...(minProperties === undefined ? {} : { minProperties }),
    ...(maxProperties === undefined ? {} : { maxProperties }),
    ...(properties === undefined && !isResource ? {} : { properties: Object.fromEntries([...fields, ...resource]) }),
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(rest === undefined ? {} : { additionalProperties: rest }),
  };
}

/** The fields of every API object; the API server requires the first two in an embedded object. */
const resourceFields: readonly (readonly [string, EditorSchema])[] = [
  ["apiVersion", { type: "string", minLength: 1, pattern: "^[^/]*/?[^/]*$" }],
  ["kind", { type: "string", maxLength: 63, pattern: kindPattern.source }],
  ["metadata", anyMetadata(true)],
];

function both(own: EditorSchema | undefined, other: EditorSchema): EditorSchema {
  if (own === undefined) return other;
  const { allOf = [], ...rest } = own;
  return {
    ...rest,
    allOf: [...(Array.isArray(allOf) ? (allOf as ExactJsonValue[]) : []), other],
  };
}

/** Returns the required fields without a default, because the API server sets defaults before it checks required fields. */
function requiredOf(schema: Schema): string[] {
  return (schema.required ?? []).filter((name) => fieldOf(schema, name)?.default === undefined);
}

function junctors({ allOf, anyOf, oneOf, not, ...schema }: Schema): EditorSchema {
  const isPlainChoice = schema["x-kubernetes-int-or-string"] === true && isIntegerOrText(anyOf);
  const branches = (list: readonly Schema[]): ExactJsonValue => list.map((branch) => convert(branch, true));
  return {
    ...(allOf === undefined ? {} : { allOf: branches(allOf) }),
    ...(anyOf === undefined || isPlainChoice ? {} : { anyOf: branches(anyOf) }),
    ...(oneOf === undefined ? {} : { oneOf: branches(oneOf) }),
    ...(not === undefined ? {} : { not: convert(not, true) }),
  };
}

/** Returns whether it is `anyOf: [{ type: integer }, { type: string }]`, which adds nothing to the type. */
function isIntegerOrText(anyOf: readonly Schema[] | undefined): boolean {
  return anyOf?.length === 2 && anyOf.every((branch) => branch.type !== undefined && Object.keys(branch).length === 1);
}

/** Generates an editor schema for each served version, named like its sample. */
export function generateEditorSchemas(crds: readonly Crd[], domain: string, folder: string): Artifact[] {
  return crds.flatMap(({ versions, names }) =>
    versions
      .filter(({ isServed }) => isServed)
      .map((version) => ({
        path: editorSchemaFile(folder, sampleName(version.model, domain)),
        content: `${printExactJson(editorSchema(version, names.scope === "Namespaced"), 2)}\n`,
      })),
  );
}

/** Returns the path of the editor schema for a sample. */
export function editorSchemaFile(folder: string, name: string): string {
  return path.posix.join(folder, `${name}.json`);
}
