/** Creates values that a schema allows, and that differ in what another schema may reject. */
import { type ExactJsonObject, type ExactJsonValue, isJsonObject, isList, withoutKey } from "../../core/json.js";
import { sampleValue } from "../../generate/samples/sample-value.js";
import { ruleLiterals } from "../../generate/samples/rule-literals.js";
import { isScalar, scalarSamples } from "../../generate/samples/scalar-samples.js";
import { RuleJudges } from "../../generate/rule-judges.js";
import { findFault } from "../../schema/check-value.js";
import { celName } from "../../schema/cel-name.js";
import type { Patterns } from "../../schema/patterns.js";
import { fieldOf, type Schema } from "../../schema/schema.js";
import { findTextBetween } from "../patterns/containment.js";

export class ValueMaker {
  readonly #patterns: Patterns;
  readonly #judges: RuleJudges;

  constructor(patterns: Patterns) {
    this.#patterns = patterns;
    this.#judges = new RuleJudges(patterns);
  }

  /** Returns a value with as few fields as possible; undefined if none is found. */
  least(schema: Schema, name: string, isResource = false): ExactJsonValue | undefined {
    const gaps: string[] = [];
    const value = sampleValue(schema, name, "", {
      patterns: this.#patterns,
      onGap: ({ path }) => gaps.push(path),
      traits: {
        typicalText: () => undefined,
        isImported: () => false,
        // The rules on a whole object need its metadata: only the API server judges them.
        brokenRule: (inner, each) =>
          inner === schema && isResource ? undefined : this.#judges.judgeNew(inner, each)[0]?.message,
      },
    });
    return gaps.length === 0 ? value : undefined;
  }

  isAllowed(value: ExactJsonValue, schema: Schema): boolean {
    return findFault(this.#patterns, value, schema) === undefined && this.#judges.judgeNew(schema, value).length === 0;
  }

  /** Returns whether the rules of a schema allow an update from the old value. */
  allowsUpdate(schema: Schema, value: ExactJsonValue, oldValue: ExactJsonValue): boolean {
    return this.#judges.judgeUpdate(schema, value, oldValue).length === 0;
  }

  /** Returns values that the first schema allows. Those that the second rejects, or drops fields of, come first. */
  between(accepting: Schema, rejecting: Schema, name: string): ExactJsonValue[] {
    const text = accepting.type === "string" ? findTextBetween(accepting, rejecting, textWork) : undefined;
    const all = [
      ...(text?.kind === "found" ? [text.text] : []),
      ...(accepting.nullable === true ? [null] : []),
      ...(accepting.enum ?? []),
      ...borders(accepting, rejecting),
      ...this.#variants(accepting, rejecting, name, depth),
    ];
    const allowed = distinct(all).filter((value) => this.isAllowed(value, accepting));
    const rank = (value: ExactJsonValue): number =>
      this.isAllowed(value, rejecting) ? (losesFields(value, rejecting) ? 1 : 2) : 0;
    return allowed
      .map((value) => ({ value, at: rank(value) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ value }) => value);
  }

  #variants(schema: Schema, other: Schema, name: string, levels: number): ExactJsonValue[] {
    if (isScalar(schema)) {
      return [
        ...(schema.enum ?? []),
        ...(schema.enum === undefined
          ? first(scalarSamples(schema, name, { patterns: this.#patterns }), perField)
          : []),
        ...(schema["x-kubernetes-int-or-string"] === true ? [1, "1", "10%"] : []),
        ...borders(schema, other),
      ];
    }
    if (schema.type === "array") return this.#lists(schema, other, name, levels);
    if (schema.type === "object" || schema.properties !== undefined) return this.#objects(schema, other, name, levels);
    return ["text", 1, true, {}, []];
  }

  #lists(schema: Schema, other: Schema, name: string, levels: number): ExactJsonValue[] {
    const { items = {}, minItems = 0, maxItems = Infinity } = schema;
    const keys = listKeys(schema, other);
    const all = levels > 0 ? distinct(this.#variants(items, other.items ?? {}, name, levels - 1)) : [];
    const allowed = all.filter((value) => this.isAllowed(value, items));
    const values = [...allowed.slice(0, perField), ...this.#withOtherKeys(items, allowed[0], keys)];
    const lengths = [0, 1, 2, minItems, maxItems, (other.maxItems ?? Infinity) + 1, (other.minItems ?? 0) - 1];
    const sizes = distinct(lengths).filter((size) => size >= minItems && size <= Math.min(maxItems, longest));
    return values.flatMap((value) =>
      sizes.flatMap((size) => [
        Array.from({ length: size }, () => value),
        Array.from({ length: size }, (_, at) => unlike(items, value, at, keys)),
      ]),
    );
  }

  /** Returns items that differ from one item in one key. */
  #withOtherKeys(items: Schema, item: ExactJsonValue | undefined, keys: readonly string[]): ExactJsonValue[] {
    if (item === undefined || !isJsonObject(item)) return [];
    return keys
      .map((key) => ({ ...item, [key]: unlike(fieldOf(items, key) ?? {}, item[key] ?? null, 1, []) }))
      .filter((value) => this.isAllowed(value, items));
  }

  #maps(schema: Schema, other: Schema, start: ExactJsonObject, values: readonly ExactJsonValue[]): ExactJsonObject[] {
    const { minProperties = 0, maxProperties = Infinity } = schema;
    const sizes = distinct([1, 2, minProperties, maxProperties, (other.maxProperties ?? Infinity) + 1]);
    const [first] = values;
    const entries = (size: number, value: ExactJsonValue): ExactJsonObject =>
      Object.fromEntries(Array.from({ length: size }, (_, index) => [nameOfEntry(index), value]));
    return [
      ...values.map((value) => ({ ...start, ...entries(1, value) })),
      ...(first === undefined ? [] : [{ ...start, [nameOfEntry(1)]: first }]),
      ...values.flatMap((value) =>
        sizes.filter((size) => size > 1 && size <= longest).map((size) => ({ ...start, ...entries(size, value) })),
      ),
    ];
  }

  #objects(schema: Schema, other: Schema, name: string, levels: number): ExactJsonValue[] {
    const base = this.least(schema, name);
    const start = isJsonObject(base) ? base : {};
    const found: ExactJsonValue[] = [start];
    if (schema["x-kubernetes-preserve-unknown-fields"] === true || schema.otherFields === true)
      found.push({ ...start, undeclared: "value" });
    if (levels <= 0) return found;
    const rules = (other["x-kubernetes-validations"] ?? []).map(({ rule }) => rule).join(" ");
    const asked = new Set<string>(rules.match(/\w+/g));
    const isAsked = (field: string): boolean => asked.has(celName(field));
    const fields = Object.entries(schema.properties ?? {}).map(([field, inner]) => {
      const literals = isAsked(field) && isScalar(inner) ? ruleLiterals(other) : undefined;
      const given = [
        ...(literals?.texts ?? []),
        ...(literals?.numbers ?? []),
        ...this.#variants(inner, withLiterals(fieldOf(other, field) ?? {}, other), field, levels - 1),
      ];
      const values = distinct(given).filter((value) => this.isAllowed(value, inner));
      return { field, values: values.slice(0, perField) };
    });
    for (const { field } of fields) {
      if (fieldOf(other, field) === undefined || other.required?.includes(field) === true)
        found.push(withoutKey(start, field));
    }
    // The first value of each field comes before the second value of any.
    for (let index = 0; index < perField; index += 1) {
      for (const { field, values } of fields) {
        const value = values[index];
        if (value !== undefined) found.push({ ...start, [field]: value });
      }
    }
    // The fields that a rule names decide together whether it holds.
    let mixed: ExactJsonObject[] = [start];
    for (const { field, values } of fields.filter((each) => isAsked(each.field)).slice(0, 4)) {
      mixed = mixed
        .flatMap((each) => [withoutKey(each, field), ...values.map((value) => ({ ...each, [field]: value }))])
        .slice(0, most);
    }
    const { additionalProperties } = schema;
    const entries =
      additionalProperties === undefined
        ? []
        : this.#variants(additionalProperties, other.additionalProperties ?? {}, name, levels - 1).slice(0, perField);
    return [...found, ...mixed, ...this.#maps(schema, other, start, entries)];
  }
}

function nameOfEntry(index: number): string {
  return index === 0 ? "example" : `example-${index + 1}`;
}

function listKeys(...lists: readonly Schema[]): string[] {
  return [...new Set(lists.flatMap((list) => list["x-kubernetes-list-map-keys"] ?? []))];
}

/** Returns another value for each position: lists of the type set or map allow no value twice. */
function unlike(schema: Schema, value: ExactJsonValue, at: number, keys: readonly string[]): ExactJsonValue {
  if (at === 0) return value;
  if (schema.enum !== undefined) return schema.enum[at % schema.enum.length] ?? value;
  if (typeof value === "string") return schema.format === undefined ? `${value}${at}` : value;
  if (typeof value === "number") return value + at;
  if (!isJsonObject(value)) return value;
  const isVaried = (name: string): boolean =>
    keys.length === 0 ? fieldOf(schema, name)?.enum === undefined : keys.includes(name);
  return Object.fromEntries<ExactJsonValue>(
    Object.entries(value).map(([name, each = null]) => [
      name,
      isVaried(name) && !isJsonObject(each) ? unlike(fieldOf(schema, name) ?? {}, each, at, []) : each,
    ]),
  );
}

const textWork = 500_000;
const perField = 6;
const depth = 3;
const most = 200;
const longest = 200;

/** Gives a field the rules on its object: their literals are likely values. */
function withLiterals(field: Schema, { "x-kubernetes-validations": rules = [] }: Schema): Schema {
  return { ...field, "x-kubernetes-validations": [...(field["x-kubernetes-validations"] ?? []), ...rules] };
}

/** Returns values at the bounds of two schemas, and at the literals in their rules, on both sides. */
function borders(accepting: Schema, rejecting: Schema): ExactJsonValue[] {
  const both = [accepting, rejecting].flatMap(withBranches);
  const literals = both.map(ruleLiterals);
  const numbers = [
    ...both.flatMap(({ minimum, maximum, multipleOf }) => [minimum, maximum, multipleOf]),
    ...literals.flatMap((each) => [...each.numbers]),
  ].flatMap((bound) => (bound === undefined ? [] : [Number(bound)]));
  const near = numbers.flatMap((bound) => [bound, bound - 1, bound + 1, bound + 0.5]);
  const isText = accepting.type === "string" || accepting["x-kubernetes-int-or-string"] === true;
  if (accepting.type === "integer") return [0, 1, ...near, 2 ** 31, 2 ** 53 - 1].filter(Number.isInteger);
  if (accepting.type === "number") return [0, 1, 0.5, ...near];
  if (!isText) return [];
  const lengths = both.flatMap(({ minLength, maxLength }) =>
    [minLength, maxLength].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1])),
  );
  const texts = lengths.filter((size) => size >= 0 && size <= longestText).map((size) => "a".repeat(size));
  const listed = both.flatMap(({ enum: values = [] }) => values.filter((value) => typeof value === "string"));
  return ["", "a", "A", "not valid!", ...texts, ...listed, ...literals.flatMap((each) => [...each.texts])];
}

/** Returns a schema, and those of its logical operators. */
function withBranches(schema: Schema): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  return [schema, ...allOf, ...anyOf, ...oneOf, ...(not === undefined ? [] : [not])];
}

const longestText = 70_000;

/** Returns whether the API server drops a part of a value that the schema allows. */
function losesFields(value: ExactJsonValue, schema: Schema): boolean {
  if (isList(value)) return schema.items !== undefined && value.some((each) => losesFields(each, schema.items ?? {}));
  if (!isJsonObject(value) || schema["x-kubernetes-preserve-unknown-fields"] === true || schema.otherFields === true)
    return false;
  return Object.entries(value).some(([name, each]) => {
    const inner = fieldOf(schema, name) ?? schema.additionalProperties;
    return inner === undefined || losesFields(each ?? null, inner);
  });
}

function distinct<Value extends ExactJsonValue>(values: readonly Value[]): Value[] {
  const seen = new Map(values.map((value) => [typeof value === "bigint" ? `${value}n` : JSON.stringify(value), value]));
  return [...seen.values()];
}

function first<Value>(values: Iterable<Value>, count: number): Value[] {
  const found: Value[] = [];
  for (const value of values) {
    if (found.length === count) break;
    found.push(value);
  }
  return found;
}
