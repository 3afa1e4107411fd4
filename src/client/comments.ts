/** The doc comments of a client: descriptions, and what the API server checks, in words. */
import { printExactJson } from "../core/exact-json.js";
import type { Inline, Line } from "../reference/formats/block.js";
import type { Schema } from "../schema/schema.js";
import type { Field, NamedType, Typed } from "../reference/reference.js";
import { constraintsOf } from "../reference/words/constraints.js";
import { innerConstraints } from "../reference/words/type-words.js";

/** What the types of a language express, so that the comments need not. All languages express null. */
export interface Expressed {
  /** Whether a type lists the values of an enum. */
  readonly enums: boolean;
  /** Whether a type has 32 or 64 bits. */
  readonly widths: boolean;
}

/** Returns the comment of a field. The type of the field has its own comment. */
export function fieldComment({ description, type, schema }: Field, expressed: Expressed): string {
  return joined(description, linesOf({ type, schema }, expressed));
}

export function typeComment({ description, shape, schema }: NamedType, expressed: Expressed): string {
  const words = shape.kind === "alias" ? linesOf({ type: shape.type, schema }, expressed) : wordsOf(schema, expressed);
  return joined(description, words);
}

function linesOf({ type, schema }: Typed, expressed: Expressed): string[] {
  return [...wordsOf(schema, expressed), ...innerConstraints(type).map(textOf)];
}

function wordsOf(schema: Schema, { enums, widths }: Expressed): string[] {
  const { default: preset, format = "" } = schema;
  const others: Schema = { ...schema };
  delete others.nullable;
  if (enums) delete others.enum;
  if (widths && ["int32", "int64"].includes(format)) delete others.format;
  return [
    ...constraintsOf(others).map(textOf),
    ...(preset === undefined ? [] : [`Default: ${textOf([{ kind: "code", text: printExactJson(preset) }])}`]),
  ];
}

function joined(description: string, words: readonly string[]): string {
  const [only = "", ...more] = words;
  if (description.trim() === "" && more.length === 0) return only === "" ? "" : `${only}.`;
  const list = words.map((line) => `- ${line}.`).join("\n");
  return [description.trim(), list].filter((part) => part !== "").join("\n\n");
}

function textOf(line: Line): string {
  return line.map(inlineText).join("").replaceAll(/\s+/g, " ");
}

function inlineText(inline: Inline): string {
  if (typeof inline === "string") return inline;
  if (inline.kind === "link") return inlineText(inline.content);
  return inline.kind === "code" ? `\`${inline.text}\`` : inline.text;
}
