/** Converts the rest of a schema besides its type to tags, in their usual order. */
import type { ExactJsonValue } from "../core/json.js";
import { type Schema, schemaJson, type SchemaType, type ValidationRule } from "../schema/schema.js";
import { isNumeric } from "../core/exact-json.js";
import { withoutKeywords } from "./keywords.js";
import { isTaggedText, jsonText, recordText, restText, tag, type TagText, valueText, wordText } from "./tag-text.js";

/** The keywords that the TypeScript type already expresses. */
export type Said = ReadonlySet<keyof Schema>;

/** @param node - the schema, with the type that the generator reads */
export function schemaTags(node: Schema, said: Said): TagText[] {
  const rest = withoutKeywords(node, said);
  const { fit, unfit } = withoutUnfit(rest, node);
  return [
    ...(fit.title === undefined ? [] : [tag("title", restText(fit.title))]),
    ...(fit.externalDocs === undefined ? [] : [tag("externalDocs", recordText({ ...fit.externalDocs }))]),
    ...boundTags(fit),
    ...(fit.pattern === undefined ? [] : [tag("pattern", restText(fit.pattern))]),
    ...(fit.format === undefined ? [] : [tag("format", wordText(fit.format))]),
    ...(fit.enum === undefined ? [] : [tag("enum", jsonText(fit.enum))]),
    ...shapeTags(fit),
    ...junctorTags(fit),
    ...(fit["x-kubernetes-validations"] ?? []).map(ruleTag),
    ...(Object.keys(unfit).length === 0 ? [] : [tag("schemaKeywords", jsonText(schemaJson(unfit)))]),
  ];
}

/** Returns the tags for the use of a type, not for the type itself. */
export function useTags({ default: value, example }: Schema): TagText[] {
  return [
    ...(value === undefined ? [] : [tag("default", valueText(value))]),
    ...(example === undefined ? [] : [tag("example", valueText(example))]),
  ];
}

const bounds = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
  ["multipleOf"],
  ["minLength"],
  ["maxLength"],
  ["minItems"],
  ["maxItems"],
  ["minProperties"],
  ["maxProperties"],
] as const;

function boundTags(node: Schema): TagText[] {
  return bounds.flatMap(([keyword, exclusive]) => {
    const value = node[keyword];
    if (value === undefined) return [];
    return [
      tag(keyword, String(value)),
      ...(exclusive !== undefined && node[exclusive] === true ? [tag(exclusive)] : []),
    ];
  });
}

function shapeTags(node: Schema): TagText[] {
  return [
    ...(node["x-kubernetes-list-type"] === undefined ? [] : [tag("listType", node["x-kubernetes-list-type"])]),
    ...(node["x-kubernetes-list-map-keys"] ?? []).map((key) => tag("listMapKey", wordText(key))),
    ...(node["x-kubernetes-map-type"] === undefined ? [] : [tag("mapType", node["x-kubernetes-map-type"])]),
    ...(node["x-kubernetes-preserve-unknown-fields"] === true ? [tag("preserveUnknownFields")] : []),
    ...(node["x-kubernetes-embedded-resource"] === true ? [tag("embeddedResource")] : []),
  ];
}

function junctorTags({ allOf, anyOf, oneOf, not }: Schema): TagText[] {
  return [
    ...(allOf === undefined ? [] : [tag("allOf", schemaText(allOf))]),
    ...(anyOf === undefined ? [] : [tag("anyOf", schemaText(anyOf))]),
    ...(oneOf === undefined ? [] : [tag("oneOf", schemaText(oneOf))]),
    ...(not === undefined ? [] : [tag("not", schemaText(not))]),
  ];
}

function schemaText(schema: Schema | readonly Schema[]): string {
  return jsonText(schemaJson(schema));
}

/** Prints a rule alone or before its message, as is usual; as a record if that form would be ambiguous. */
function ruleTag(rule: ValidationRule): TagText {
  const { rule: text, message, ...rest } = rule;
  const isPlain = /^[A-Za-z_!(][^\p{C}\p{Zl}\p{Zp}]*[\w)\]]$/u.test(text) && !/\bin$/.test(text);
  const isAmbiguous = /^(?:rule|message|messageExpression|reason|fieldPath|optionalOldSelf)\s*=[^=]/.test(text);
  if (!isPlain || isAmbiguous || isTaggedText(text) || Object.keys(rest).length > 0)
    return tag("cel", jsonText({ ...rule }));
  return tag("cel", message === undefined ? text : `${text} ${jsonText(message)}`);
}

const subjects: Partial<Readonly<Record<keyof Schema, readonly (SchemaType | undefined)[]>>> = {
  minimum: ["integer", "number"],
  maximum: ["integer", "number"],
  multipleOf: ["integer", "number"],
  minLength: ["string"],
  maxLength: ["string"],
  pattern: ["string"],
  minItems: ["array"],
  maxItems: ["array"],
  minProperties: ["object"],
  maxProperties: ["object"],
};

/** The parts that no tag can express for any type: among others, the parts of a type that the value does not have. */
const untold = ["items", "properties", "additionalProperties", "otherFields", "required"] as const;

/**
 * Separates restrictions that do not apply. Some belong to another type than the value has (a length of a number) and mean
 * nothing, or something only for another type. Others contradict each other and leave no value. The API server accepts both.
 * A tag for them would be an error in own types, so they remain as keywords.
 */
function withoutUnfit(rest: Schema, node: Schema): { fit: Schema; unfit: Schema } {
  const { type } = node;
  const isIntOrString = node["x-kubernetes-int-or-string"] === true;
  const fit: Schema = { ...rest };
  const unfit: Schema = {};
  for (const [key, types] of Object.entries(subjects)) {
    const keyword = key as keyof typeof subjects; // a key of the table
    const value = rest[keyword];
    if (value === undefined) continue;
    const isText = keyword === "minLength" || keyword === "maxLength" || keyword === "pattern";
    const isWhole =
      type !== "integer" || typeof value === "bigint" || Number.isInteger(value) || !/^m(?:in|ax)imum$/.test(keyword);
    const isCount = /^m(?:in|ax)[A-Z]/.test(keyword);
    const isFitting = (types.includes(type) && isWhole) || (isIntOrString && isText);
    if (isFitting && !(isCount && Number(value) < 0)) continue;
    move(fit, unfit, keyword);
  }
  for (const keyword of untold) move(fit, unfit, keyword);
  // On a field or an item, they go beside its type; a whole object has no other position for them.
  for (const keyword of ["default", "example"] as const) move(fit, unfit, keyword);
  if (fit.minimum === undefined) move(fit, unfit, "exclusiveMinimum");
  if (fit.maximum === undefined) move(fit, unfit, "exclusiveMaximum");
  if (rest.enum !== undefined && !rest.enum.every((value) => isOfType(value, type))) move(fit, unfit, "enum");
  if (rest.format !== undefined && (isIntOrString || /\s/.test(rest.format))) move(fit, unfit, "format");
  if (rest.externalDocs !== undefined && !URL.canParse(rest.externalDocs.url ?? "")) move(fit, unfit, "externalDocs");
  if (isIntOrString) move(fit, unfit, "anyOf");
  return { fit, unfit };
}

function move<Keyword extends keyof Schema>(from: Schema, to: Schema, keyword: Keyword): void {
  const value = from[keyword];
  if (value === undefined) return;
  to[keyword] = value;
  Reflect.deleteProperty(from, keyword);
}

function isOfType(value: ExactJsonValue, type: SchemaType | undefined): boolean {
  switch (type) {
    case "integer":
      return typeof value === "bigint" || Number.isInteger(value);
    case "number":
      return isNumeric(value);
    case "string":
    case "boolean":
      return typeof value === type;
    case "object":
    case "array":
    case undefined:
      return true;
  }
}
