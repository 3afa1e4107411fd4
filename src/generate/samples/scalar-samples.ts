/** Creates texts, numbers and booleans that a schema allows. */
import type { ExactJsonValue } from "../../core/json.js";
import { findFault } from "../../schema/check-value.js";
import { formatExample } from "../../schema/formats.js";
import { textsOfPattern } from "../../schema/pattern-text.js";
import type { Patterns } from "../../schema/patterns.js";
import type { Schema } from "../../schema/schema.js";
import { ruleLiterals } from "./rule-literals.js";

interface ScalarContext {
  readonly patterns: Patterns;
  readonly traits?: ScalarTraits | undefined;
}

/** Facts that a schema itself does not contain. */
export interface ScalarTraits {
  /** Returns a typical text of the type behind it, such as `30s` for a Duration. */
  typicalText(schema: Schema): string | undefined;
  /** Returns the message of a rule, of the schema or inside it, that the value violates. */
  brokenRule(schema: Schema, value: ExactJsonValue): string | undefined;
}

export function isScalar(schema: Schema): boolean {
  if (schema.enum !== undefined || schema["x-kubernetes-int-or-string"] === true) return true;
  return schema.type !== undefined && schema.type !== "object" && schema.type !== "array";
}

/** Yields unique valid values: the most meaningful one first, then as many others as are easy to find. */
export function* scalarSamples(schema: Schema, name: string, context: ScalarContext): Generator<ExactJsonValue> {
  const seen = new Set<ExactJsonValue>();
  for (const candidate of candidates(schema, name, context)) {
    if (seen.has(candidate) || findFault(context.patterns, candidate, schema) !== undefined) continue;
    if (context.traits?.brokenRule(schema, candidate) !== undefined) continue;
    seen.add(candidate);
    yield candidate;
  }
}

function* candidates(schema: Schema, name: string, context: ScalarContext): Generator<ExactJsonValue> {
  if (schema.enum !== undefined) {
    yield* schema.enum.toSorted((a, b) => Number(a === null) - Number(b === null));
    return;
  }
  if (schema["x-kubernetes-int-or-string"] === true) {
    if (patternsOf(schema).length === 0) yield* numbers({ ...schema, type: "integer" }, name);
    yield* texts(schema, name, context);
    return;
  }
  if (schema.type === "boolean") yield* [true, false];
  if (schema.type === "integer" || schema.type === "number") yield* numbers(schema, name);
  if (schema.type === "string") yield* texts(schema, name, context);
}

const manyNumbers = 64;

function* numbers(schema: Schema, name: string): Generator<number | bigint> {
  if (/port$/i.test(name)) yield 8080;
  const bounds = [schema, ...branchesOf(schema)];
  const steps = bounds
    .map(({ multipleOf }) => (multipleOf === undefined ? undefined : Number(multipleOf)))
    .filter((each) => each !== undefined);
  const step = steps.reduce((product, each) => product * each, 1);
  yield* [1, step, 0];
  for (const literal of ruleLiterals(schema).numbers) yield* [literal, literal + step, literal - step];
  const limits = bounds.flatMap(({ minimum, maximum }) => [minimum, maximum]).filter((each) => each !== undefined);
  // A number too large for an exact double is still a candidate as written.
  yield* limits.filter((limit) => typeof limit === "bigint");
  const sorted = limits.map(Number).toSorted((a, b) => a - b);
  for (const [index, limit] of sorted.entries()) {
    const next = sorted[index + 1];
    yield* [limit, Math.ceil(limit / step) * step, Math.floor(limit / step) * step];
    if (next !== undefined) yield (limit + next) / 2;
  }
  for (let count = 1; count <= manyNumbers; count += 1) {
    yield count * step;
    for (const limit of sorted) {
      yield exactly((Math.floor(limit / step) + count) * step);
      yield exactly((Math.ceil(limit / step) - count) * step);
    }
  }
  // Between two bounds that are closer than a step.
  for (const [index, limit] of sorted.entries()) {
    const span = (sorted[index + 1] ?? limit) - limit;
    for (let part = 1; part < 8; part += 1) yield limit + (span * part) / 8;
  }
}

/** Rounds so that three times 0.1 is 0.3, despite floating-point errors. */
function exactly(value: number): number {
  return Number(value.toPrecision(12));
}

function* texts(schema: Schema, name: string, { patterns, traits }: ScalarContext): Generator<string> {
  const short = compactText(name);
  const format = [schema, ...branchesOf(schema)].map((each) => each.format).find((each) => each !== undefined);
  const example = format === undefined ? undefined : formatExample(format);
  const { minLength, maxLength } = narrowest(schema);
  if (minLength > 100_000) return;
  const telling = [traits?.typicalText(schema), ...textsForName(name), example, short, ...commonTexts].filter(
    (text) => text !== undefined && text !== "",
  ) as string[];
  yield* telling;
  for (const literal of ruleLiterals(schema).texts) yield* likeLiteral(literal, short);
  if (example !== undefined) yield* alike(example);
  for (const base of [short, "example"]) {
    const length = Math.min(maxLength, Math.max(minLength, base.length));
    if (base !== "") yield base.padEnd(length, `-${base}`).slice(0, length);
  }
  for (const pattern of patternsOf(schema)) {
    for (const text of textsOfPattern(patterns, pattern, { minLength })) if (text !== "") yield text;
  }
  yield* combined(schema, patterns);
  for (let count = 2; count <= 32; count += 1) yield* [`${short}-${count}`, `${short}${count}`];
  for (const letter of "aA1/-. ") yield letter.repeat(minLength);
  for (const letter of "abcdefghijklmnopqrstuvwxyz0123456789") yield letter.padEnd(minLength, "a");
  for (const pattern of patternsOf(schema)) {
    for (const text of textsOfPattern(patterns, pattern, { minLength: 0 })) yield text;
  }
  yield "";
}

/**
 * Yields candidates for a literal in a rule: the literal, texts that begin or end with it, or the literal with its number
 * plus one.
 */
function* likeLiteral(literal: string, name: string): Generator<string> {
  if (/[^A-Za-z0-9]$/.test(literal)) yield literal + name;
  if (/^[^A-Za-z0-9]/.test(literal)) yield name + literal;
  yield* [literal, literal + name, name + literal];
  const [digits] = /\d+/.exec(literal) ?? [];
  if (digits !== undefined) yield literal.replace(digits, String(Number(digits) + 1));
}

/** Yields concatenated texts of several patterns, which may match all of them. */
function* combined(schema: Schema, patterns: Patterns): Generator<string> {
  const [first, second] = patternsOf(schema);
  if (first === undefined || second === undefined) return;
  for (const one of [...textsOfPattern(patterns, first, { minLength: 0 })].slice(0, 12)) {
    for (const other of [...textsOfPattern(patterns, second, { minLength: 0 })].slice(0, 12)) {
      yield* [one + other, other + one];
    }
  }
}

/** Yields other texts of the same form, with a different last digit or letter. */
function* alike(text: string): Generator<string> {
  for (const character of "0123456789abcdef") yield text.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, character);
}

/** Returns the branches of the logical operators, which apply to the same value. */
function branchesOf(schema: Schema): Schema[] {
  return [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((branch) => [
    branch,
    ...branchesOf(branch),
  ]);
}

function patternsOf(schema: Schema): string[] {
  const written = [schema, ...branchesOf(schema)].map(({ pattern }) => pattern);
  return [...written.filter((pattern) => pattern !== undefined), ...ruleLiterals(schema).patterns];
}

function narrowest(schema: Schema): { minLength: number; maxLength: number } {
  const all = [schema, ...(schema.allOf ?? [])];
  return {
    minLength: Math.max(...all.map(({ minLength }) => minLength ?? 0)),
    maxLength: Math.min(...all.map(({ maxLength }) => maxLength ?? Infinity)),
  };
}

/** Texts of the forms that patterns in Kubernetes most often require. */
const commonTexts: readonly string[] = [
  ...["example", "Example", "EXAMPLE", "sample-1", "a", "A", "1", "0", "v1", "1.0.0", "v1.0.0", "10m", "1h", "30s"],
  ...["100m", "1Gi", "50%", "example.com", "https://example.com", "http://example.com", "10.0.0.1", "10.0.0.0/24"],
  ...["8080", "/", "/example", "0 5 * * *", "nginx:latest", "example/example:v1", "a@example.com", "EXAMPLE_1", "a=b"],
  ...["#336699", "2026-01-31", "12:00", "2026-01-31T12:00:00Z", "123e4567-e89b-42d3-a456-426614174000", "us-east-1"],
  ...["sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "example-example", "exampleExample"],
];

const byName: readonly (readonly [end: RegExp, texts: readonly string[]])[] = [
  [/(?:timeout|duration|interval|period|delay|ttl)$/i, ["30s"]],
  [/(?:memory|storage|capacity|size)$/i, ["1Gi"]],
  [/cpu$/i, ["100m"]],
  [/image$/i, ["nginx:latest"]],
  [/(?:url|uri|endpoint)$/i, ["https://example.com"]],
  [/(?:host|hostname|domain)$/i, ["example.com"]],
  [/(?:schedule|cron)$/i, ["0 5 * * *"]],
  [/path$/i, ["/example"]],
  [/namespace$/i, ["default"]],
  [/version$/i, ["1.0.0", "v1"]],
  [/email$/i, ["someone@example.com"]],
];

function textsForName(name: string): readonly string[] {
  return byName.find(([end]) => end.test(name))?.[1] ?? [];
}

/** Returns the name itself, in characters that names of objects can have. */
function compactText(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9-]/g, "").toLowerCase();
}
