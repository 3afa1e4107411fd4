/** Compares the keywords of two schemas that restrict the same value. Each difference says which values it adds or removes. */
import { isDeepStrictEqual } from "node:util";
import type { ExactJsonValue } from "../core/json.js";
import { findInvalid } from "../schema/check-value.js";
import { isKnownFormat } from "../schema/formats.js";
import { Patterns } from "../schema/patterns.js";
import { type BoundKeyword, lowerBounds, type Schema, upperBounds } from "../schema/schema.js";
import type { Bound, Effect, SchemaChange, TypeName } from "./change.js";
import { compareBranches } from "./compare-branches.js";
import { patternContainment, textContainment } from "./patterns/containment.js";

/** A difference, and the keyword that it is about. */
export interface KeywordChange {
  readonly keyword: keyof Schema;
  readonly detail: SchemaChange;
}

/** Returns the differences in the values that the two schemas allow, without their fields and items. */
export function compareValues(before: Schema, after: Schema): KeywordChange[] {
  const changes = [
    ...compareTypes(before, after),
    ...compareNullable(before, after),
    ...compareEnums(before, after),
    ...[...lowerBounds, ...upperBounds].flatMap((keyword) => compareBounds(before, after, keyword)),
    ...compareMultiples(before, after),
    ...comparePatterns(before, after),
    ...compareFormats(before, after),
    ...compareBranches(before, after),
  ];
  return changes.length === 0 ? changes : withoutRedundant(changes, before, after);
}

export function typeName(schema: Schema): TypeName {
  if (schema["x-kubernetes-int-or-string"] === true) return "int-or-string";
  return schema.type ?? "any";
}

function compareTypes(before: Schema, after: Schema): KeywordChange[] {
  const [old, now] = [typeName(before), typeName(after)];
  if (old === now) return [];
  return [
    { keyword: "type", detail: { kind: "type-changed", before: old, after: now, effect: typeEffect(before, after) } },
  ];
}

/** The types whose values each type includes besides its own. */
const included: Readonly<Record<string, readonly TypeName[]>> = {
  number: ["integer"],
  "int-or-string": ["integer", "string"],
  any: ["string", "integer", "number", "boolean", "object", "array", "int-or-string"],
};

function typeEffect(before: Schema, after: Schema): Effect {
  const [old, now] = [typeName(before), typeName(after)];
  if (included[now]?.includes(old) === true) return "wider";
  return included[old]?.includes(now) === true ? "narrower" : "other";
}

function compareNullable(before: Schema, after: Schema): KeywordChange[] {
  if ((before.nullable === true) === (after.nullable === true)) return [];
  return [{ keyword: "nullable", detail: { kind: after.nullable === true ? "nullable-added" : "nullable-removed" } }];
}

function compareEnums(before: Schema, after: Schema): KeywordChange[] {
  const [old, now] = [before.enum, after.enum];
  if (old === undefined && now === undefined) return [];
  const missingIn = (list: readonly ExactJsonValue[], from: readonly ExactJsonValue[]): ExactJsonValue[] =>
    from.filter((value) => !list.some((each) => isDeepStrictEqual(each, value)));
  const added = old === undefined ? [] : missingIn(old, now ?? []);
  const removed = now === undefined ? [] : missingIn(now, old ?? []);
  if (old !== undefined && now !== undefined && added.length === 0 && removed.length === 0) return [];
  return [
    {
      keyword: "enum",
      detail: {
        kind: "enum-changed",
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
        ...{ added, removed },
      },
    },
  ];
}

function boundOf(schema: Schema, keyword: BoundKeyword): Bound | undefined {
  const value = schema[keyword];
  if (value === undefined) return undefined;
  const isExclusive =
    (keyword === "minimum" && schema.exclusiveMinimum === true) ||
    (keyword === "maximum" && schema.exclusiveMaximum === true);
  return { value, isExclusive };
}

function compareBounds(before: Schema, after: Schema, keyword: BoundKeyword): KeywordChange[] {
  const [old, now] = [boundOf(before, keyword), boundOf(after, keyword)];
  if (isDeepStrictEqual(old, now)) return [];
  const isLower = keyword.startsWith("min");
  const isCount = keyword !== "minimum" && keyword !== "maximum";
  const isWhole = before.type === "integer" && after.type === "integer";
  const rank = (bound: Bound | undefined): number => rankOf(bound, isLower, isCount, isWhole);
  const [ofOld, ofNow] = [rank(old), rank(now)];
  const effect = ofOld === ofNow && isExclusiveAs(old, now, isWhole) ? "same" : tighterThan(ofNow, ofOld, isLower, now);
  const both = { ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) };
  return [{ keyword, detail: { kind: "bound-changed", keyword, ...both, effect } }];
}

/** Returns the least or the greatest value that a bound allows. A bound that is missing allows all. */
function rankOf(bound: Bound | undefined, isLower: boolean, isCount: boolean, isWhole: boolean): number {
  if (bound === undefined) return isLower ? (isCount ? 0 : -Infinity) : Infinity;
  const value = Number(bound.value);
  if (isCount && isLower) return Math.max(0, value);
  if (!isWhole) return value;
  const whole = isLower ? Math.ceil(value) : Math.floor(value);
  return bound.isExclusive && whole === value ? whole + (isLower ? 1 : -1) : whole;
}

function isExclusiveAs(old: Bound | undefined, now: Bound | undefined, isWhole: boolean): boolean {
  return isWhole || (old?.isExclusive ?? false) === (now?.isExclusive ?? false);
}

function tighterThan(now: number, old: number, isLower: boolean, bound: Bound | undefined): Effect {
  if (now === old) return bound?.isExclusive === true ? "narrower" : "wider";
  return now > old === isLower ? "narrower" : "wider";
}

function compareMultiples(before: Schema, after: Schema): KeywordChange[] {
  const [old, now] = [before.multipleOf, after.multipleOf];
  if (old === now) return [];
  const both = { ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) };
  return [{ keyword: "multipleOf", detail: { kind: "multiple-changed", ...both, effect: multipleEffect(old, now) } }];
}

function multipleEffect(old: number | bigint | undefined, now: number | bigint | undefined): Effect {
  if (old === undefined) return "narrower";
  if (now === undefined) return "wider";
  const [first, second] = [Number(old), Number(now)];
  if (Number.isInteger(second / first)) return "narrower";
  return Number.isInteger(first / second) ? "wider" : "other";
}

function comparePatterns({ pattern: old }: Schema, { pattern: now }: Schema): KeywordChange[] {
  if (old === now) return [];
  const found = patternContainment(old ?? "", now ?? "");
  const examples =
    found.kind === "narrower" || found.kind === "other"
      ? { example: found.onlyBefore }
      : found.kind === "wider"
        ? { example: found.onlyAfter }
        : {};
  const both = { ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) };
  return [{ keyword: "pattern", detail: { kind: "pattern-changed", ...both, effect: found.kind, ...examples } }];
}

function compareFormats(before: Schema, after: Schema): KeywordChange[] {
  const [old, now] = [before.format, after.format];
  if (old === now) return [];
  const both = { ...(old === undefined ? {} : { before: old }), ...(now === undefined ? {} : { after: now }) };
  return [{ keyword: "format", detail: { kind: "format-changed", ...both, effect: formatEffect(before, after) } }];
}

/** The API server accepts every value for a format that it does not know. */
function formatEffect(before: Schema, after: Schema): Effect {
  const checked = ({ format, type }: Schema): string | undefined =>
    format !== undefined && type !== undefined && isKnownFormat(format, type) && isChecked(format) ? format : undefined;
  const [old, now] = [checked(before), checked(after)];
  if (old === now) return "same";
  if (old === undefined) return "narrower";
  if (now === undefined) return "wider";
  return "other";
}

/** Every number is a valid float and double, every whole number that the API server stores an int64, every text a password. */
function isChecked(format: string): boolean {
  return !["float", "double", "int64", "password"].includes(format);
}

/**
 * Removes the effect of differences that add or remove no value, because another keyword of both schemas restricts the values
 * as much: a new maximum length where a pattern already limits the length.
 */
function withoutRedundant(changes: readonly KeywordChange[], before: Schema, after: Schema): KeywordChange[] {
  if (typeName(before) !== typeName(after) || after.type === "object" || after.type === "array") return [...changes];
  const { narrows, widens } = wholeEffect(before, after);
  if (narrows && widens) return [...changes];
  return changes.map(({ keyword, detail }) => ({ keyword, detail: limited(detail, narrows, widens) }));
}

function wholeEffect(before: Schema, after: Schema): { narrows: boolean; widens: boolean } {
  const patterns = new Patterns();
  const isAllowed = (value: ExactJsonValue, schema: Schema): boolean =>
    findInvalid(patterns, value, schema) === undefined;
  const leaves = (from: Schema, to: Schema): boolean =>
    from.enum === undefined || from.enum.some((value) => isAllowed(value, from) && !isAllowed(value, to));
  const found = before.type === "string" && after.type === "string" ? textContainment(before, after).kind : "unknown";
  return {
    narrows: found !== "same" && found !== "wider" && leaves(before, after),
    widens: found !== "same" && found !== "narrower" && leaves(after, before),
  };
}

function limited(detail: SchemaChange, narrows: boolean, widens: boolean): SchemaChange {
  switch (detail.kind) {
    case "bound-changed":
    case "multiple-changed":
    case "format-changed":
    case "branches-changed":
      return { ...detail, effect: limitedEffect(detail.effect, narrows, widens) };
    case "pattern-changed":
      return {
        ...detail,
        effect: limitedEffect(detail.effect === "unknown" ? "other" : detail.effect, narrows, widens),
      };
    default:
      return detail;
  }
}

function limitedEffect(effect: Effect, narrows: boolean, widens: boolean): Effect {
  const does = {
    narrows: narrows && effect !== "wider" && effect !== "same",
    widens: widens && effect !== "narrower" && effect !== "same",
  };
  if (does.narrows) return does.widens ? "other" : "narrower";
  return does.widens ? "wider" : "same";
}
