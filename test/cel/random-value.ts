/** Generates random values that are valid against a schema, apart from its rules. */
import type { ExactJsonValue } from "../../src/core/json.js";
import type { Schema } from "../../src/schema/schema.js";
import { pick } from "../support/random-crd.js";

const texts = ["", "a", "aa", "abc", "abcdef.ghi", "a.b", "é", "😀", "1Mi", "10.0.0.1", "true", "3"];
const textsOfFormats: Readonly<Record<string, readonly string[]>> = {
  byte: ["", "YQ==", "aGVsbG8="],
  duration: ["1h", "90m", "1s", "0s", "2 days"],
  date: ["2026-01-31", "1970-01-01"],
  "date-time": ["2026-01-31T12:00:00Z", "1970-01-01T00:00:00.5+02:00"],
  uuid: ["123e4567-e89b-42d3-a456-426614174000"],
};

export function randomValue(random: () => number, schema: Schema): ExactJsonValue {
  if (schema.type === undefined && schema["x-kubernetes-int-or-string"] !== true) {
    return pick<ExactJsonValue>(random, ["a", 1, { x: [1] }, [true]]);
  }
  if (schema["x-kubernetes-int-or-string"] === true) return pick<ExactJsonValue>(random, [0, 1, 42, "1", "a"]);
  switch (schema.type) {
    case "object": {
      const { properties, additionalProperties } = schema;
      if (properties === undefined) {
        if (additionalProperties === undefined) return {};
        const names = ["a", "b", "c-d"].slice(0, Math.min(schema.maxProperties ?? 3, Math.floor(random() * 4)));
        return Object.fromEntries(names.map((name) => [name, randomValue(random, additionalProperties)]));
      }
      const present = Object.entries(properties).filter(
        ([name]) => schema.required?.includes(name) === true || random() < 0.8,
      );
      return Object.fromEntries(present.map(([name, inner]) => [name, randomValue(random, inner)]));
    }
    case "array": {
      const { items = {} } = schema;
      const length = Math.min(schema.maxItems ?? 3, Math.floor(random() * 4));
      return Array.from({ length }, () => randomValue(random, items));
    }
    case "string": {
      if (schema.enum !== undefined) return pick(random, schema.enum);
      const fitting = (textsOfFormats[schema.format ?? ""] ?? texts).filter(
        (text) => Array.from(text).length <= (schema.maxLength ?? 100),
      );
      return fitting.length === 0 ? "" : pick(random, fitting);
    }
    case "integer":
      return pick(random, [0, 1, 2, 42, -3]);
    case "number":
      return pick(random, [0, 1.5, -0.5, 3]);
    case "boolean":
      return random() < 0.5;
    default:
      return null;
  }
}
