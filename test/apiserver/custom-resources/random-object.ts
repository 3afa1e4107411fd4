/** Creates random objects from the schema of a CRD. Most have the right form: mutations add mistakes. */
import type { Json, JsonObject } from "../../../src/core/json.js";
import { Patterns } from "../../../src/schema/patterns.js";
import { textsOfPattern } from "../../../src/schema/pattern-text.js";
import { formatExample } from "../../../src/schema/formats.js";
import {
  isSchemaList,
  itemsOf,
  valuesOf,
  type JsonSchema,
} from "../../../src/apiserver/custom-resources/json-schema.js";
import { pick } from "../../support/random-crd.js";

type Random = () => number;

const patterns = new Patterns();

/** Creates a random value. `chance`: the probability of an optional field. */
export function randomValue(random: Random, schema: JsonSchema, chance = 0.4): Json {
  if (schema.nullable === true && random() < 0.05) return null;
  if (schema.enum !== undefined && schema.enum.length > 0) return structuredClone(pick(random, schema.enum));
  if (schema["x-kubernetes-int-or-string"] === true) return pick<Json>(random, [1, 80, "25%", "http"]);
  switch (schema.type) {
    case "object":
      return randomObject(random, schema, chance);
    case "array":
      return randomList(random, schema, chance);
    case "string":
      return randomText(random, schema);
    case "integer":
      return randomNumber(random, schema, [0, 1, 2, 3, 10, 100, 70_000]);
    case "number":
      return randomNumber(random, schema, [0, 1, 0.5, 2.25, 100]);
    case "boolean":
      return random() < 0.5;
    default:
      return pick<Json>(random, [{ a: 1 }, "text", 5, ["x"], {}]);
  }
}

function randomObject(random: Random, schema: JsonSchema, chance: number): Json {
  const result: JsonObject = {};
  const required = new Set(branchesOf(schema).flatMap(({ required: names = [] }) => names));
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (required.has(name) || random() < chance) result[name] = randomValue(random, inner, chance * 0.75);
  }
  const values = valuesOf(schema);
  if (values !== undefined) {
    const count = Math.max(schema.minProperties ?? 0, Math.floor(random() * 3));
    for (let index = 0; index < count; index += 1)
      result[pick(random, ["a", "b.c", "app", "x-y"])] = randomValue(random, values, chance);
  }
  if (schema["x-kubernetes-embedded-resource"] === true) {
    Object.assign(result, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "inner" } });
  }
  if (schema["x-kubernetes-preserve-unknown-fields"] === true && random() < 0.5) result["anything"] = { at: ["all"] };
  return result;
}

/** Returns the schema, its allOf, and the first branch of its anyOf and its oneOf. */
function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  const [first] = schema.anyOf ?? [];
  const [one] = schema.oneOf ?? [];
  return [
    schema,
    ...(schema.allOf ?? []),
    ...(first === undefined ? [] : [first]),
    ...(one === undefined ? [] : [one]),
  ];
}

function randomList(random: Random, schema: JsonSchema, chance: number): Json {
  const items = isSchemaList(schema.items) ? undefined : itemsOf(schema);
  if (items === undefined) return [];
  const count = Math.min(schema.maxItems ?? 3, Math.max(schema.minItems ?? 0, Math.floor(random() * 3)));
  return Array.from({ length: count }, () => randomValue(random, items, chance));
}

function randomText(random: Random, schema: JsonSchema): string {
  const { format = "", pattern = "", minLength = 0, maxLength } = schema;
  const ofFormat = formatExample(format);
  if (ofFormat !== undefined) return ofFormat;
  const candidates: string[] = [];
  if (pattern !== "") {
    for (const text of textsOfPattern(patterns, pattern, { minLength })) {
      candidates.push(text);
      if (candidates.length > 3) break;
    }
  }
  const text =
    candidates.length > 0 ? pick(random, candidates) : pick(random, ["example", "a", "1h", "10m", "x.y", "Some text"]);
  return text.padEnd(minLength, "x").slice(0, maxLength ?? 1000);
}

function randomNumber(random: Random, { minimum, maximum }: JsonSchema, usual: readonly number[]): number {
  const value = pick(random, usual);
  return Math.min(maximum ?? value, Math.max(minimum ?? value, value));
}
