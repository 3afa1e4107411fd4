/** Prints tags in comments. Any value stays on its line and is read as that value. */
import { printExactJson } from "../core/exact-json.js";
import { type ExactJsonValue, isList } from "../core/json.js";
import { escapeStrayTags } from "../model/tags/stray-tags.js";

/** A tag without its sign. */
export interface TagText {
  readonly name: string;
  /** Empty if the tag has no argument. */
  readonly argument: string;
}

export function tag(name: string, argument = ""): TagText {
  return { name, argument };
}

/** Returns the same tag for the items of a list or the values of a map. */
export function insideOf(step: "items" | "values", { name, argument }: TagText): TagText {
  return { name: `${step}.${name}`, argument };
}

export function printTag({ name, argument }: TagText): string {
  return argument === "" ? `@${name}` : `@${name} ${argument}`;
}

/** The maximum width of a comment line. */
const width = 100;

/** The maximum number of lines that a reader of comments accepts for a value. */
const mostLines = 190;

/** Prints JSON without invisible characters: on one line, or on several if it would be too long. */
export function jsonText(value: ExactJsonValue): string {
  const text = layOut(value, 0);
  return text.split("\n").length > mostLines ? layOut(value, onOneLine) : text;
}

const onOneLine = -Infinity;

function layOut(value: ExactJsonValue, indent: number): string {
  if (typeof value !== "object" || value === null) return scalarText(value);
  const entries = isList(value)
    ? value.map((item) => ["", item] as const)
    : Object.entries(value).map(([key, item]) => [`${scalarText(key)}: `, item ?? null] as const);
  const [open, close] = isList(value) ? "[]" : "{}";
  const inline = entries.map(([key, item]) => key + layOut(item, onOneLine)).join(", ");
  if (inline.length + indent <= width) return `${open}${inline}${close}`;
  const margin = " ".repeat(indent + 2);
  const lines = entries.map(([key, item]) => margin + key + layOut(item, indent + 2));
  return `${open}\n${lines.join(",\n")}\n${" ".repeat(indent)}${close}`;
}

function scalarText(value: string | number | bigint | boolean | null): string {
  return printExactJson(value).replaceAll(invisible, (character) =>
    Array.from({ length: character.length }, (_, index) => escapeUnit(character.charCodeAt(index))).join(""),
  );
}

/**
 * Control characters, line breaks that are ordinary characters in JSON, and marks that change the direction of the following
 * text.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/** Prints a text as the argument of a tag: unquoted, or in quotes if it would be ambiguous. */
export function wordText(text: string): string {
  return /^[A-Za-z][\w./:-]*$/.test(text) && !/^(?:true|false|null)$/.test(text) ? text : jsonText(text);
}

/** Prints a regular expression or a title: everything after the name of the tag. */
export function restText(text: string): string {
  const isPlain =
    text === text.trim() &&
    !/^["'`[{:=]/.test(text) &&
    !/[[({`]$/.test(text) &&
    !invisible.test(text) &&
    !text.includes("\t") &&
    !isTaggedText(text);
  invisible.lastIndex = 0;
  return isPlain && text !== "" ? text : jsonText(text);
}

/**
 * Returns whether a reader would find a tag in the argument of a tag, or remove a backslash. In quotes it is ordinary text.
 */
export function isTaggedText(text: string): boolean {
  return escapeStrayTags(`@tag ${text}`) !== `@tag ${text}`;
}

/** Prints a JSON value as the argument of a tag. */
export function valueText(value: ExactJsonValue): string {
  return typeof value === "string" ? wordText(value) : jsonText(value);
}

/** Prints `name=value` for each defined value. */
export function recordText(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === "number" ? value : wordText(value ?? "")}`)
    .join(" ");
}
