/** Compares which texts two patterns, or two schemas of texts, allow. */
import { isDeepStrictEqual } from "node:util";
import { findFault } from "../../schema/check-value.js";
import { formatExample, formatPattern } from "../../schema/formats.js";
import { Patterns } from "../../schema/patterns.js";
import type { Schema } from "../../schema/schema.js";
import { findText, type FoundText } from "./find-text.js";
import { unknown, type Unknown } from "./program.js";

/**
 * The relation of two sets of texts, with the shortest text that only one of them contains. `wider`: the second contains the
 * first; `narrower`: the first contains the second.
 */
export type Containment =
  | { readonly kind: "same" }
  | { readonly kind: "wider"; readonly onlyAfter: string }
  | { readonly kind: "narrower"; readonly onlyBefore: string }
  | { readonly kind: "other"; readonly onlyBefore: string; readonly onlyAfter: string }
  | Unknown;

/** Compares two patterns of RE2; like the API server, each matches a text if any part of the text matches. */
export function patternContainment(before: string, after: string, work?: number): Containment {
  if (before === after) return { kind: "same" };
  return compare(
    findText({ matching: [before], failing: [after] }, work),
    findText({ matching: [after], failing: [before] }, work),
  );
}

/** Compares two schemas of texts: their patterns, lengths, formats and enums together. */
export function textContainment(before: Schema, after: Schema, work?: number): Containment {
  return compare(findTextBetween(before, after, work), findTextBetween(after, before, work));
}

function compare(onlyBefore: FoundText, onlyAfter: FoundText): Containment {
  if (onlyBefore.kind === "unknown") return onlyBefore;
  if (onlyAfter.kind === "unknown") return onlyAfter;
  if (onlyBefore.kind === "none") {
    return onlyAfter.kind === "none" ? { kind: "same" } : { kind: "wider", onlyAfter: onlyAfter.text };
  }
  return onlyAfter.kind === "none"
    ? { kind: "narrower", onlyBefore: onlyBefore.text }
    : { kind: "other", onlyBefore: onlyBefore.text, onlyAfter: onlyAfter.text };
}

/** The set of texts that a schema describes, as patterns and lengths. */
interface Texts {
  readonly patterns: readonly string[];
  readonly minLength: number;
  readonly maxLength: number;
  readonly format: string | undefined;
  /** The conditions that patterns and lengths do not express. */
  readonly others: readonly Schema[];
}

/** Finds the shortest text that the first schema accepts, and the second rejects. */
export function findTextBetween(accepting: Schema, rejecting: Schema, work?: number): FoundText {
  const [from, to] = [textsOf(accepting), textsOf(rejecting)];
  const patterns = new Patterns();
  const isBetween = (text: string): boolean =>
    findFault(patterns, text, accepting) === undefined && findFault(patterns, text, rejecting) !== undefined;
  let unclear: Unknown | undefined;
  for (const search of searches(from, to)) {
    const found = findText({ ...search, matching: [...from.patterns, ...formatPatterns(from.format)] }, work);
    if (found.kind === "found" && isBetween(found.text)) return found;
    if (found.kind === "found")
      unclear ??= unknown(`the shortest text, ${JSON.stringify(found.text)}, does not show the difference`);
    if (found.kind === "unknown") unclear ??= found;
  }
  // The value of an enum, or a typical text of the format, may be the example that the search did not find.
  const given = [...(accepting.enum ?? []), ...(from.format === undefined ? [] : [formatExample(from.format)])];
  const example = given.find((each) => typeof each === "string" && isBetween(each));
  if (typeof example === "string") return { kind: "found", text: example };
  if (rejectsMore(from, to)) unclear ??= unknown("the schema rejects texts for a format, or with anyOf, oneOf or not");
  return unclear ?? { kind: "none" };
}

type Search = Omit<Parameters<typeof findText>[0], "matching">;

/** Returns the searches that find a text of one set outside the other: by its pattern, its format, or its length. */
function searches(from: Texts, to: Texts): readonly Search[] {
  const { minLength, maxLength } = from;
  const format = to.format === from.format ? [] : formatPatterns(to.format);
  return [
    { failing: [...to.patterns, ...format], minLength, maxLength },
    { minLength: Math.max(minLength, to.maxLength + 1), maxLength },
    { minLength, maxLength: Math.min(maxLength, to.minLength - 1) },
    // The other set may reject any text, for a condition that no search expresses.
    ...(rejectsMore(from, to) ? [{ minLength, maxLength }] : []),
  ];
}

/** Returns whether the second set has a condition that is not a condition of the first, and that no search expresses. */
function rejectsMore(from: Texts, to: Texts): boolean {
  const isOfFormat = to.format === undefined || to.format === from.format || formatPattern(to.format) !== undefined;
  return !isOfFormat || !to.others.every((each) => from.others.some((other) => isDeepStrictEqual(each, other)));
}

function formatPatterns(format: string | undefined): readonly string[] {
  const pattern = format === undefined ? undefined : formatPattern(format);
  return pattern === undefined ? [] : [pattern];
}

function textsOf(schema: Schema): Texts {
  const all = [schema, ...(schema.allOf ?? [])];
  const patterns = all.flatMap(({ pattern, enum: values }) => [
    ...(pattern === undefined ? [] : [pattern]),
    ...(values === undefined ? [] : [patternOfValues(values)]),
  ]);
  return {
    patterns,
    minLength: Math.max(...all.map(({ minLength }) => minLength ?? 0)),
    maxLength: Math.min(...all.map(({ maxLength }) => maxLength ?? Infinity)),
    format: all.map(({ format }) => format).find((each) => each !== undefined),
    others: all.flatMap(({ anyOf, oneOf, not }): Schema[] => [
      ...(anyOf === undefined ? [] : [{ anyOf }]),
      ...(oneOf === undefined ? [] : [{ oneOf }]),
      ...(not === undefined ? [] : [{ not }]),
    ]),
  };
}

/** Returns the pattern that only these values match. */
function patternOfValues(values: NonNullable<Schema["enum"]>): string {
  const texts = values.filter((each) => typeof each === "string");
  if (texts.length === 0) return "[^\\x{0}-\\x{10ffff}]";
  const quoted = texts.map((each) => each.replaceAll(/[\^$\\.*+?()[\]{}|]/g, String.raw`\$&`));
  return `\\A(?:${quoted.join("|")})\\z`;
}
