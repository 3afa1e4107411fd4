import type { ExactJsonValue } from "../../core/json.js";
import type { Schema } from "../../schema/schema.js";
import type { Gap, Made, Place, SampleMaker } from "./sample-value.js";
import { textsOfPattern } from "../../schema/pattern-text.js";
import type { Patterns } from "../../schema/patterns.js";

type Entries = ReadonlyMap<string, ExactJsonValue>;
type Fields = readonly (readonly [name: string, schema: Schema])[];

/**
 * Creates an object of one shape: its required fields, its fields with an example or a default, and, if `levels` says so, all
 * other fields that are valid together. `whole` is the schema that the shape comes from; it validates the value.
 */
export function sampleObject(maker: SampleMaker, shape: Schema, whole: Schema, place: Place): Made {
  const { path, levels } = place;
  const entries = new Map<string, ExactJsonValue>(shape["x-kubernetes-embedded-resource"] === true ? embedded : []);
  const gaps: Gap[] = [];
  const fields = Object.entries(shape.properties ?? {});
  const rest: [string, Schema][] = [];
  for (const [name, inner] of fields) {
    const isGiven = inner.example !== undefined || inner.default !== undefined;
    const isShown = shape.required?.includes(name) === true || maker.leadsToChoice(`${path}.${name}`) || isGiven;
    if (!isShown) {
      rest.push([name, inner]);
      continue;
    }
    if (entries.has(name) && inner.example === undefined && inner.enum === undefined) continue;
    const made = maker.make(inner, name, `${path}.${name}`, Math.max(0, levels - 1));
    gaps.push(...made.gaps);
    if (made.value !== undefined) entries.set(name, made.value);
  }
  addKeys(maker, shape, entries, gaps, place);
  if (gaps.length > 0) return { value: Object.fromEntries(entries), gaps };
  const fitting = maker.isValid(Object.fromEntries(entries), whole)
    ? entries
    : completed(maker, whole, entries, rest, path);
  const value = levels > 0 ? extended(maker, whole, fitting, rest, place) : fitting;
  return { value: Object.fromEntries(value), gaps };
}

const embedded: readonly (readonly [string, ExactJsonValue])[] = [
  ["apiVersion", "v1"],
  ["kind", "ConfigMap"],
  ["metadata", { name: "example" }],
];

/** Adds the entries of a map, whose names no schema declares. */
function addKeys(
  maker: SampleMaker,
  shape: Schema,
  entries: Map<string, ExactJsonValue>,
  gaps: Gap[],
  { name, path, levels }: Place,
): void {
  const { additionalProperties: values } = shape;
  const inside = `${path}{}`;
  if (values === undefined) return;
  const wantsOne = levels > 0 || maker.leadsToChoice(inside) || maker.breaksRule({}, shape);
  const count = Math.max(shape.minProperties ?? 0, wantsOne && shape.maxProperties !== 0 ? 1 : 0);
  if (entries.size >= count || count > maxEntries) return;
  const made = maker.make(values, name.replace(/(?<=\w)s$/, ""), inside, Math.max(0, levels - 1));
  gaps.push(...made.gaps);
  if (made.value === undefined) return;
  for (const key of sampleKeys(shape, maker.context.patterns)) {
    if (entries.size >= count) return;
    if (maker.isWellFormed({ [key]: made.value }, { ...shape, minProperties: 0 })) entries.set(key, made.value);
  }
}

/** The maximum number of entries that a sample can have. */
const maxEntries = 1000;

/** Adds as few other fields as make the object valid: one, or as many as necessary. */
function completed(maker: SampleMaker, whole: Schema, entries: Entries, rest: Fields, path: string): Entries {
  const made = rest.flatMap(([name, inner]) => {
    const { value, gaps } = maker.make(inner, name, `${path}.${name}`, 0);
    return value === undefined || gaps.length > 0 ? [] : [[name, value] as const];
  });
  const sets = [
    ...made.map((one) => [one]),
    ...made.flatMap((one, index) => made.slice(index + 1, index + 1 + maxPairs).map((other) => [one, other])),
    ...made.map((_, index) => made.slice(0, index + 1)),
  ];
  const fitting = sets
    .map((set) => new Map([...entries, ...set]))
    .find((each) => maker.isValid(Object.fromEntries(each), whole));
  return fitting ?? entries;
}

const maxPairs = 12;

/** The keywords that restrict which fields are valid together. */
const constraints = ["allOf", "anyOf", "oneOf", "not", "maxProperties", "x-kubernetes-validations"] as const;

/** Adds each other field that keeps the object valid, in full or else as short as possible. */
function extended(maker: SampleMaker, whole: Schema, entries: Entries, rest: Fields, { path, levels }: Place): Entries {
  let grown = entries;
  const isConstrained = constraints.some((keyword) => whole[keyword] !== undefined);
  for (const [name, inner] of rest) {
    if (grown.has(name)) continue;
    for (const level of levels > 1 ? [levels - 1, 0] : [0]) {
      const { value, gaps } = maker.make(inner, name, `${path}.${name}`, level);
      if (value === undefined || gaps.length > 0) continue;
      const next = new Map([...grown, [name, value]]);
      if (isConstrained && !maker.isValid(Object.fromEntries(next), whole)) continue;
      grown = next;
      break;
    }
  }
  return grown;
}

/** Returns names for the entries of a map: those that its rules require, as far as they can be detected, or else any. */
function* sampleKeys(schema: Schema, patterns: Patterns): Generator<string> {
  const rules = (schema["x-kubernetes-validations"] ?? []).map(({ rule }) => rule);
  for (const rule of rules) {
    const list = /^self\.all\((\w+), ?\1 in \[(.*)\]\)$/s.exec(rule)?.[2];
    if (list !== undefined)
      yield* Array.from(list.matchAll(/'((?:[^'\\]|\\[^])*)'/g), ([, text = ""]) => unquote(text));
  }
  const minLength = Math.max(
    0,
    ...rules.map((rule) => Number(/^self\.all\((\w+), ?\1\.size\(\) >= (\d+)\)$/.exec(rule)?.[2] ?? 0)),
  );
  const maxLength = Math.min(
    ...rules.map((rule) => Number(/^self\.all\((\w+), ?\1\.size\(\) <= (\d+)\)$/.exec(rule)?.[2] ?? Infinity)),
  );
  const expressions = rules.map(
    (rule) => /^self\.all\((\w+), ?\1\.matches\('((?:[^'\\]|\\[^])*)'\)\)$/s.exec(rule)?.[2],
  );
  const asked = expressions.filter((text) => text !== undefined).map(unquote);
  const fits = asked.map((pattern) => patterns.compile(pattern));
  for (const key of candidates(patterns, asked, minLength, maxLength)) {
    if (key.length > maxLength) continue;
    if (fits.every((matches) => typeof matches !== "function" || matches(key))) yield key;
  }
}

function* candidates(
  patterns: Patterns,
  asked: readonly string[],
  minLength: number,
  maxLength: number,
): Generator<string> {
  yield "example".padEnd(minLength, "-example");
  if (maxLength < "example-32".length && minLength <= 1) yield* "abcdefghijklmnopqrstuvwxyz";
  for (let count = 2; count <= 32; count += 1) yield `example-${count}`.padEnd(minLength, "-example");
  for (const pattern of asked) yield* textsOfPattern(patterns, pattern, { minLength });
  for (let count = 33; count <= 1000; count += 1) yield `example-${count}`.padEnd(minLength, "-example");
}

/** Returns the text of a CEL literal. */
function unquote(literal: string): string {
  return literal.replaceAll(/\\([^])/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
}
