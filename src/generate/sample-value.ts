/** A valid value for a schema, for a sample: an example, the default, or the simplest thing that the schema allows. */
import type { JsonValue } from "../core/yaml.js";
import { findFault, isList } from "../schema/check-value.js";
import { formatExample } from "../schema/formats.js";
import type { Patterns } from "../schema/patterns.js";
import { fieldOf, type Schema } from "../schema/schema.js";

/** Told of each required field for which nothing valid could be made. */
export type OnGap = (path: string, schema: Schema) => void;

export interface SampleContext {
  readonly patterns: Patterns;
  readonly onGap: OnGap;
}

/** Undefined where nothing valid could be made; `onGap` has been told then. */
export function sampleValue(schema: Schema, name: string, path: string, context: SampleContext): JsonValue | undefined {
  const { patterns } = context;
  const given = schema.example ?? schema.default;
  if (given !== undefined && findFault(patterns, given, schema) === undefined) return given;
  const gaps: string[] = [];
  const onGap: OnGap = (...gap) => {
    gaps.push(gap[0]);
    context.onGap(...gap);
  };
  const made = make(schema, name, path, { patterns, onGap });
  // With a gap inside it is of use all the same: the user fills the gap.
  if (made === undefined || gaps.length > 0) return made;
  if (findFault(patterns, made, schema) === undefined) return made;
  context.onGap(path, schema);
  return undefined;
}

function make(schema: Schema, name: string, path: string, context: SampleContext): JsonValue | undefined {
  if (schema.enum !== undefined) return schema.enum.find((value) => value !== null) ?? null;
  if (schema["x-kubernetes-int-or-string"] === true)
    return schema.pattern === undefined ? 1 : text(schema, name, context.patterns);
  switch (schema.type) {
    case "boolean":
      return true;
    case "integer":
    case "number":
      return number(schema, context.patterns);
    case "string":
      return text(schema, name, context.patterns);
    case "array":
      return list(schema, name, path, context);
    case "object":
      return schema["x-kubernetes-embedded-resource"] === true ? embedded() : object(firstForm(schema), path, context);
    case undefined:
      return {};
  }
}

function embedded(): JsonValue {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "example" } };
}

function number(schema: Schema, patterns: Patterns): number {
  const step = schema.multipleOf ?? 1;
  const { minimum, maximum } = schema;
  const candidates = [1, step, 0, minimum, maximum, (minimum ?? 0) + step, (maximum ?? 0) - step];
  if (minimum !== undefined) candidates.push(Math.ceil(minimum / step) * step, Math.floor(minimum / step + 1) * step);
  if (minimum !== undefined && maximum !== undefined) candidates.push((minimum + maximum) / 2);
  return candidates.find((each) => each !== undefined && findFault(patterns, each, schema) === undefined) ?? step;
}

/** Texts of the forms that patterns in Kubernetes most often ask for. */
const commonTexts = [
  ...["example", "Example", "EXAMPLE", "sample-1", "a", "A", "1", "0", "v1", "1.0.0", "v1.0.0", "10m", "1h", "30s"],
  ...["100m", "1Gi", "50%", "example.com", "https://example.com", "http://example.com", "10.0.0.1", "10.0.0.0/24"],
  ...["8080", "/", "/example", "5 0 * * *", "nginx:latest", "example/example:v1", "a@example.com", "EXAMPLE_1", "a=b"],
  ...["#336699", "2026-01-31", "12:00", "2026-01-31T12:00:00Z", "123e4567-e89b-42d3-a456-426614174000", "us-east-1"],
  ...["sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "example-example", "exampleExample"],
];

function text(schema: Schema, name: string, patterns: Patterns): string {
  const short = name.replaceAll(/[^A-Za-z0-9-]/g, "").toLowerCase();
  const format = schema.format === undefined ? undefined : formatExample(schema.format);
  const length = Math.min(schema.maxLength ?? 8, Math.max(schema.minLength ?? 0, 8));
  const candidates = [format, short, ...commonTexts, "example".padEnd(length, "-example").slice(0, length)].filter(
    (each) => each !== undefined,
  );
  for (const minLength of [schema.minLength ?? 0]) {
    candidates.push(
      "a".repeat(minLength),
      "1".repeat(minLength),
      "A".repeat(minLength),
      "".padEnd(minLength, "example"),
    );
  }
  return candidates.find((each) => each !== "" && findFault(patterns, each, schema) === undefined) ?? short;
}

function list(schema: Schema, name: string, path: string, context: SampleContext): JsonValue | undefined {
  const count = schema.minItems ?? 0;
  const { items } = schema;
  if (items === undefined || count === 0) return [];
  const one = sampleValue(items, name.replace(/s$/, ""), `${path}[]`, context);
  if (one === undefined) return undefined;
  const keys = schema["x-kubernetes-list-map-keys"];
  const mustDiffer = schema["x-kubernetes-list-type"] === "set" || keys !== undefined;
  return Array.from({ length: count }, (_, index) => (mustDiffer && index > 0 ? vary(one, items, keys, index) : one));
}

/** Another item, told apart from the first by its keys. What cannot be varied shows up as a fault of the whole. */
function vary(value: JsonValue, schema: Schema, keys: readonly string[] | undefined, index: number): JsonValue {
  if (typeof value === "string")
    return schema.enum?.[index] ?? `${value}${schema.pattern === undefined ? "-" : ""}${index + 1}`;
  if (typeof value === "number") return schema.enum?.[index] ?? value + index * (schema.multipleOf ?? 1);
  const [key] = keys ?? [];
  if (key === undefined || typeof value !== "object" || value === null || isList(value)) return value;
  const field = fieldOf(schema, key);
  const member = value[key];
  return field === undefined || member === undefined
    ? value
    : { ...value, [key]: vary(member, field, undefined, index) };
}

/** An object of several forms, as one of the first. */
function firstForm(schema: Schema): Schema {
  const [form] = schema.oneOf ?? schema.anyOf ?? [];
  return form === undefined ? schema : inForm(schema, form);
}

/** What a schema asks for when a value is to have one of its forms. */
export function inForm(whole: Schema, form: Schema): Schema {
  const schema = { ...whole };
  delete schema.oneOf;
  delete schema.anyOf;
  const foreign = new Set([
    ...(form.not?.required ?? []),
    ...(form.not?.anyOf ?? []).flatMap(({ required }) => required ?? []),
  ]);
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => !foreign.has(name))
    .map(([name, inner]) => [name, { ...inner, ...fieldOf(form, name) }] as const);
  const required = new Set([...(schema.required ?? []), ...(form.required ?? [])]);
  return { ...schema, properties: Object.fromEntries(fields), required: [...required] };
}

function object(schema: Schema, path: string, context: SampleContext): JsonValue {
  const entries: [string, JsonValue][] = [];
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) === true;
    const isShown = isRequired || inner.example !== undefined || inner.default !== undefined;
    const value = isShown ? sampleValue(inner, name, `${path}.${name}`, context) : undefined;
    if (value !== undefined) entries.push([name, value]);
  }
  const missing = (schema.minProperties ?? 0) - entries.length;
  const spare = Object.entries(schema.properties ?? {}).filter(([name]) => !entries.some(([taken]) => taken === name));
  for (const [name, inner] of spare.slice(0, Math.max(0, missing))) {
    const value = sampleValue(inner, name, `${path}.${name}`, context);
    if (value !== undefined) entries.push([name, value]);
  }
  if (schema.additionalProperties !== undefined) {
    for (let index = entries.length; index < (schema.minProperties ?? 0); index += 1) {
      const value = sampleValue(schema.additionalProperties, "example", `${path}{}`, context);
      if (value !== undefined) entries.push([`key${index + 1}`, value]);
    }
  }
  return Object.fromEntries(entries);
}
