/** Writes the TypeScript of a planned conversion in one direction. */
import type { FieldMapping, FieldMappings, Origin } from "../../conversion/mapping.js";
import { isPartial } from "../../conversion/plan-conversion.js";
import type { Schema } from "../../schema/schema.js";
import { capital } from "../naming.js";
import type { ConversionFunctionView, MappedFieldView } from "../views.js";
import { objectType, pathIn, type Place, placeOfField } from "./place.js";
import { access, type Functions, propertyOf, valueCode } from "./value-code.js";

/** One version, as the code names it. */
export interface CodeSide {
  readonly version: string;
  /** The TypeScript type of its objects. */
  readonly type: string;
  readonly schema: Schema;
}

export interface Direction {
  readonly source: CodeSide;
  readonly target: CodeSide;
  /** The end of the names of the functions: `ToHub`. */
  readonly suffix: string;
}

/** A type that a text can show. */
export type TextType = "integer" | "number" | "boolean";

/** The code of one direction, and the open questions. */
export interface DirectionCode {
  readonly fields: readonly MappedFieldView[];
  /** Comments about the fields that the target does not have. */
  readonly lost: readonly string[];
  readonly functions: readonly ConversionFunctionView[];
  /** The fields of the target that the author must convert: `spec.rules[].port`. */
  readonly open: readonly string[];
  /** Pairs of fields that could be the same: of the source, and of the target. */
  readonly proposals: readonly (readonly [source: string, target: string])[];
  /** The types that the code reads from texts. */
  readonly parsed: readonly TextType[];
  /** The lists whose items the code converts one by one. */
  readonly lists: readonly Place[];
}

interface Writer {
  readonly direction: Direction;
  readonly functions: ConversionFunctionView[];
  readonly open: string[];
  readonly proposals: [string, string][];
  readonly parsed: Set<TextType>;
  readonly lists: Place[];
}

export function writeDirection(direction: Direction, mappings: FieldMappings): DirectionCode {
  const writer: Writer = { direction, functions: [], open: [], proposals: [], parsed: new Set(), lists: [] };
  const { source, target } = direction;
  const whole = { source: { ...source, path: "" }, target: { ...target, path: "" }, name: "" };
  const fields = writeFields(writer, mappings, whole);
  const { parsed, ...rest } = writer;
  return { ...rest, fields, lost: notesOfLost(mappings.lost, direction), parsed: [...parsed] };
}

function writeFields(writer: Writer, { fields }: FieldMappings, place: Place): MappedFieldView[] {
  return fields.map((field) => writeField(writer, field, place));
}

function writeField(writer: Writer, { name, origin }: FieldMapping, place: Place): MappedFieldView {
  const { direction } = writer;
  const property = propertyOf(name);
  if (origin.kind === "none") {
    if (origin.isNeeded) writer.open.push(pathIn(place.target, name));
    return { property, value: "undefined", notes: notesOfMissing(name, origin.isNeeded, direction) };
  }
  const inner = placeOfField(place, origin.name, name);
  if (origin.mapping.kind === "open") writer.open.push(inner.target.path);
  if (origin.isProposed) writer.proposals.push([inner.source.path, inner.target.path]);
  const from = `from${access(origin.name)}`;
  const functions = functionsOf(writer);
  // tsop replaces a missing spec by {}.
  const isAlwaysThere = place.name === "" && name === "spec" && place.source.schema.required?.includes(name) === true;
  const value =
    isAlwaysThere && origin.mapping.kind === "fields"
      ? functions.forObject(origin.mapping.fields, inner, from)
      : valueCode(origin.mapping, from, inner, functions);
  return { property, value, notes: notesOf(name, origin, direction) };
}

function functionsOf(writer: Writer): Functions {
  return {
    forObject: (fields, place, from) => writeFunction(writer, fields, place, from),
    forText: (type) => {
      writer.parsed.add(type);
      return `${type}Of`;
    },
    convertsList: (place) => writer.lists.push(place),
  };
}

/** Writes a function for an object, and returns its call. A function that reads no field has no parameter. */
function writeFunction(writer: Writer, mappings: FieldMappings, place: Place, from: string): string {
  const { functions, direction } = writer;
  const wanted = `${place.name}${direction.suffix}`;
  const name = functions.some((each) => each.name === wanted) ? `${wanted}${functions.length + 1}` : wanted;
  const head = { name, parameter: "", target: `PartOf<${objectType(place.target)}>` };
  // Takes its name and its position before the functions that it calls.
  const index = functions.push({ ...head, fields: [], rest: "", lost: [] }) - 1;
  const fields = writeFields(writer, mappings, place);
  const reads = mappings.hasOthers || fields.some(({ value }) => value !== "undefined");
  const parameter = reads ? `from: PartOf<${objectType(place.source)}>` : "";
  functions[index] = {
    ...head,
    parameter,
    fields,
    rest: restOf(mappings),
    lost: notesOfLost(mappings.lost, direction),
  };
  return `${name}(${reads ? from : ""})`;
}

/** Returns the code that copies the fields that no schema names, without the fields that only the source names. */
function restOf({ hasOthers, fields, lost }: FieldMappings): string {
  if (!hasOthers) return "";
  const names = new Set(fields.map(({ name }) => name));
  const moved = fields.flatMap(({ origin }) => (origin.kind === "field" ? [origin.name] : []));
  const own = [...lost, ...moved].filter((name) => !names.has(name)).map((name) => `${propertyOf(name)}: undefined`);
  return own.length === 0 ? "...from" : `...from, ...{ ${own.join(", ")} }`;
}

function notesOf(name: string, origin: Extract<Origin, { readonly kind: "field" }>, direction: Direction): string[] {
  const { source, target } = direction;
  const { mapping, types, isProposed } = origin;
  const words = types === undefined ? "" : `${types.source} in ${source.version}, ${types.target} in ${target.version}`;
  const pair = `${origin.name} of ${source.version} and ${name} of ${target.version}`;
  return [
    ...(isProposed ? [`CONFIRM: ${pair} look like the same field. If they are not, write undefined.`] : []),
    ...(mapping.kind === "open" ? [`TODO: convert ${name}: ${words}.`] : []),
    ...(isPartial(mapping) ? [`${capital(words)}. An annotation keeps the other values.`] : []),
  ];
}

function notesOfMissing(name: string, isNeeded: boolean, { source, target }: Direction): string[] {
  return isNeeded
    ? [`TODO: set ${name}, which ${target.version} requires and ${source.version} does not have.`]
    : [`${source.version} has no field ${name}. An annotation keeps the value.`];
}

function notesOfLost(names: readonly string[], { target }: Direction): string[] {
  return names.map((name) => `${target.version} has no field ${name}. An annotation keeps the value.`);
}
