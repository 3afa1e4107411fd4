/** The position of a value in the types and in the objects of two versions. */
import { hasBranches } from "../../conversion/same-type.js";
import { fieldOf, type Schema } from "../../schema/schema.js";
import { capital } from "../naming.js";

export interface Place {
  readonly source: Position;
  readonly target: Position;
  /** The beginning of the name of a function that converts the value; empty for the whole object. */
  readonly name: string;
}

export interface Position {
  readonly schema: Schema;
  /** The TypeScript type: `Bar["spec"]`. */
  readonly type: string;
  /** `spec.rules[]`; empty for the whole object. */
  readonly path: string;
}

export function placeOfField({ source, target, name }: Place, from: string, to: string): Place {
  const word = camel(to);
  return { source: field(source, from), target: field(target, to), name: name === "" ? word : name + capital(word) };
}

export function placeOfItem(place: Place): Place {
  return { ...place, source: item(place.source), target: item(place.target) };
}

export function placeOfValue(place: Place): Place {
  return { ...place, source: value(place.source), target: value(place.target) };
}

export function pathIn({ path }: Position, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** Returns the type of an object. Code can read a field that only some members of a union have from {@link AllFields} only. */
export function objectType({ schema, type }: Position): string {
  return hasBranches(schema) ? `AllFields<${type}>` : type;
}

function field(position: Position, name: string): Position {
  const { schema } = position;
  const inner = fieldOf(schema, name) ?? {};
  const plain = `${objectType(position)}[${JSON.stringify(name)}]`;
  const isPresent = schema.required?.includes(name) === true && inner.nullable !== true && !hasBranches(schema);
  return { schema: inner, type: isPresent ? plain : `NonNullable<${plain}>`, path: pathIn(position, name) };
}

function item({ schema, type, path }: Position): Position {
  return { schema: schema.items ?? {}, type: `${type}[number]`, path: `${path}[]` };
}

function value({ schema, type, path }: Position): Position {
  return { schema: schema.additionalProperties ?? {}, type: `${type}[string]`, path: `${path}.*` };
}

/** Returns a name as the beginning of the name of a function. */
function camel(name: string): string {
  const word = name.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_match, letter = "") => String(letter).toUpperCase());
  return /^[A-Za-z]/.test(word) ? word : `field${word}`;
}
