/** Says in words what the keywords of a schema require. Each line is one constraint. */
import { printExactJson } from "../../core/exact-json.js";
import type { ExactJsonValue } from "../../core/json.js";
import type { ValueDescriptions } from "../../model/type-model.js";
import { formatExample, isKnownFormat } from "../../schema/formats.js";
import { type Schema, schemaJson, type ValidationRule } from "../../schema/schema.js";
import { code, type Inline, joinLines, type Line } from "../formats/block.js";
import { wordsOfRule } from "./rule-words.js";

/** @param schema - the keywords of one use or of one type, without those of its fields */
export function constraintsOf(schema: Schema): Line[] {
  return [
    ...valueConstraints(schema),
    ...shapeConstraints(schema),
    ...junctors(schema),
    ...(schema["x-kubernetes-validations"] ?? []).map(ruleLine),
    ...notes(schema),
  ];
}

function valueConstraints(schema: Schema): Line[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, pattern, format, type } = schema;
  return [
    ...(schema.enum === undefined ? [] : [["One of ", ...valueList(schema.enum)]]),
    ...(minimum === undefined
      ? []
      : [[exclusiveMinimum === true ? "Greater than " : "At least ", code(String(minimum))]]),
    ...(maximum === undefined ? [] : [[exclusiveMaximum === true ? "Less than " : "At most ", code(String(maximum))]]),
    ...(multipleOf === undefined ? [] : [["A multiple of ", code(String(multipleOf))]]),
    ...range(schema.minLength, schema.maxLength, "character"),
    ...range(schema.minItems, schema.maxItems, "item"),
    ...range(schema.minProperties, schema.maxProperties, "entry", "entries"),
    ...(pattern === undefined ? [] : [["Matches the pattern ", code(pattern)]]),
    ...(format === undefined ? [] : [formatLine(format, type)]),
  ];
}

function range(least: number | undefined, most: number | undefined, unit: string, units = `${unit}s`): Line[] {
  const named = (count: number): string => (count === 1 ? unit : units);
  if (least !== undefined && least === most) return [[`Exactly ${least} ${named(least)}`]];
  if (least !== undefined && most !== undefined) return [[`${least} to ${most} ${units}`]];
  if (least !== undefined) return [[`At least ${least} ${named(least)}`]];
  return most === undefined ? [] : [[`At most ${most} ${named(most)}`]];
}

function formatLine(format: string, type: string | undefined): Line {
  if (format === "int32") return ["A whole number of 32 bits (format ", code(format), ")"];
  if (format === "int64") return ["A whole number of 64 bits (format ", code(format), ")"];
  if (!isKnownFormat(format, type)) return ["Format ", code(format), ", which the API server does not check"];
  const example = type === "string" ? formatExample(format) : undefined;
  return ["Format ", code(format), ...(example === undefined ? [] : [", such as ", code(example)])];
}

function shapeConstraints(schema: Schema): Line[] {
  const listType = schema["x-kubernetes-list-type"];
  const keys = (schema["x-kubernetes-list-map-keys"] ?? []).map((key): Line => [code(key)]);
  return [
    ...(schema.nullable === true ? [["Can be ", code("null")]] : []),
    ...(listType === "map"
      ? [["No two items have the same ", ...joinLines(keys, " and "), "; server-side apply merges the items by it"]]
      : []),
    ...(listType === "set" ? [["No item occurs twice; server-side apply merges the items"]] : []),
    ...(listType === "atomic" ? [["Atomic: server-side apply replaces the whole list"]] : []),
    ...(schema["x-kubernetes-map-type"] === "atomic" ? [["Atomic: server-side apply replaces the whole object"]] : []),
    ...(schema["x-kubernetes-map-type"] === "granular" ? [["Server-side apply merges the entries"]] : []),
    ...(schema["x-kubernetes-preserve-unknown-fields"] === true
      ? [["The API server keeps fields that this reference does not list"]]
      : []),
    ...(schema["x-kubernetes-embedded-resource"] === true
      ? [["A whole object, with ", code("apiVersion"), ", ", code("kind"), " and ", code("metadata")]]
      : []),
  ];
}

/** The logical operators, also inside each other. */
function junctors(schema: Schema): Line[] {
  // A value that is an integer or a string has this operator for its type.
  const anyOf = schema["x-kubernetes-int-or-string"] === true ? undefined : schema.anyOf;
  return [
    ...(schema.allOf === undefined ? [] : schema.allOf.map((each) => [...alternative(each)])),
    ...(anyOf === undefined ? [] : [["At least one of these holds: ", ...alternatives(anyOf)]]),
    ...(schema.oneOf === undefined ? [] : [["Exactly one of these holds: ", ...alternatives(schema.oneOf)]]),
    ...(schema.not === undefined ? [] : [["This does not hold: ", ...alternative(schema.not)]]),
  ];
}

function alternatives(schemas: readonly Schema[]): Inline[] {
  return joinLines(
    schemas.map((schema, index) => [`(${index + 1}) `, ...alternative(schema)]),
    "; ",
  );
}

/** Says what an alternative requires, including its fields. */
function alternative(schema: Schema): Line {
  const { required = [], properties = {}, not, items, additionalProperties, ...rest } = schema;
  const fields = Object.entries(properties).map(([name, field]): Line => [
    code(name),
    ": ",
    ...joinLines(alternative(field).length === 0 ? [["any value"]] : [alternative(field)], ", "),
  ]);
  const lines: Line[] = [
    ...(required.length === 0 ? [] : [[...nameList(required), required.length === 1 ? " is set" : " are set"]]),
    ...(not === undefined ? [] : [absence(not)]),
    ...constraintsOf(rest),
    ...fields,
    ...(items === undefined ? [] : [["each item: ", ...alternative(items)]]),
    ...(additionalProperties === undefined ? [] : [["each value: ", ...alternative(additionalProperties)]]),
  ];
  return lines.length === 0 ? [code(printExactJson(schemaJson(schema)))] : joinLines(lines, ", ");
}

/** `not: {required: [a]}`, and `not: {anyOf: [{required: [a]}, …]}`: fields that must be absent. */
function absence(not: Schema): Line {
  const parts = not.anyOf ?? [not];
  const names = parts.flatMap(({ required = [] }) => required);
  const isPlain = parts.every(
    (each) =>
      Object.keys(each).length === 1 &&
      each.required?.length === 1 &&
      (not.anyOf === undefined || Object.keys(not).length === 1),
  );
  if (isPlain) return [...nameList(names), names.length === 1 ? " is not set" : " are not set"];
  return ["not (", ...alternative(not), ")"];
}

function nameList(names: readonly string[]): Inline[] {
  return joinLines(
    names.map((name): Line => [code(name)]),
    ", ",
  );
}

function valueList(values: readonly ExactJsonValue[]): Inline[] {
  return joinLines(
    values.map((value): Line => [code(printValue(value))]),
    ", ",
  );
}

/** Prints a value on one line; a text without quotes, as in a manifest. */
export function printValue(value: ExactJsonValue): string {
  return typeof value === "string" && value !== "" && value.trim() === value ? value : printExactJson(value);
}

/** Says what the members of an enum mean. */
export function valueLines(values: readonly ExactJsonValue[], descriptions: ValueDescriptions): Line[] {
  return values.map((value) => {
    const isLiteral = typeof value !== "object" || value === null;
    const text = isLiteral && value !== null ? descriptions.get(value) : undefined;
    return [code(printValue(value)), ...(text === undefined ? [] : [`: ${text}`])];
  });
}

function ruleLine({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }: ValidationRule): Line {
  const isImmutable = /^\s*self\s*==\s*oldSelf\s*$/.test(rule) || /^\s*oldSelf\s*==\s*self\s*$/.test(rule);
  const words = isImmutable ? ["cannot change after it is set"] : wordsOfRule(rule);
  const said: Line | undefined =
    message === undefined ? words : words === undefined || isImmutable ? [message] : [message, " (", ...words, ")"];
  return [
    ...(isImmutable ? [{ kind: "strong", text: "Immutable" } as const, ": "] : ["Rule: "]),
    ...(said ?? ["this expression must be true"]),
    " — ",
    code(rule.replaceAll(/\s+/g, " ").trim()),
    ...(messageExpression === undefined ? [] : [", with the message of ", code(messageExpression)]),
    ...(fieldPath === undefined ? [] : [", reported at ", code(fieldPath)]),
    ...(reason === undefined ? [] : [", reason ", code(reason)]),
    ...(optionalOldSelf === true ? [", also for new values"] : []),
  ];
}

function notes({ title, externalDocs, example }: Schema): Line[] {
  const { url, description } = externalDocs ?? {};
  const isWeb = url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url);
  return [
    ...(title === undefined ? [] : [["Title: ", title]]),
    ...(url === undefined
      ? []
      : [
          [
            "See ",
            isWeb
              ? ({ kind: "link", content: description ?? url, to: new URL(url).href } as const)
              : (description ?? url),
          ],
        ]),
    ...(example === undefined ? [] : [["Example: ", code(printExactJson(example))]]),
  ];
}
