/** Generates random schemas. */
import type { Schema } from "../../src/schema/schema.js";
import { pick } from "../support/random-crd.js";

type Random = () => number;

const fieldNames = [
  "name",
  "host",
  "ports",
  "labels",
  "a-b",
  "namespace",
  "x.y",
  "in",
  "rules",
  "size",
  "type",
  "string",
];
const formats = ["byte", "duration", "date", "date-time", "uuid", undefined, undefined, undefined, undefined];
const sizes = [0, 1, 3, 10, 16, 63, 64, 253, 1000, 10000];

export function randomObject(random: Random, depth: number): Schema {
  const properties: Record<string, Schema> = {};
  const count = 1 + Math.floor(random() * 4);
  for (let index = 0; index < count; index++) properties[pick(random, fieldNames)] = randomField(random, depth - 1);
  const required = Object.keys(properties).filter(() => random() < 0.3);
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}

function randomField(random: Random, depth: number): Schema {
  const kinds = ["text", "text", "text", "number", "boolean", "double", "intOrString", "enum", "any"];
  const deep = depth > 0 ? ["list", "list", "list", "map", "map", "object", "object"] : [];
  switch (pick(random, [...kinds, ...deep])) {
    case "number":
      return { type: "integer" };
    case "double":
      return { type: "number" };
    case "boolean":
      return { type: "boolean" };
    case "any":
      return { "x-kubernetes-preserve-unknown-fields": true };
    case "intOrString":
      return { "x-kubernetes-int-or-string": true, ...bounded(random, "maxLength") };
    case "enum":
      return { type: "string", enum: ["a", "long enough", "é"].slice(0, 1 + Math.floor(random() * 3)) };
    case "list":
      return { type: "array", items: randomField(random, depth - 1), ...bounded(random, "maxItems") };
    case "map":
      return {
        type: "object",
        additionalProperties: randomField(random, depth - 1),
        ...bounded(random, "maxProperties"),
      };
    case "object":
      return randomObject(random, depth);
    default: {
      const format = pick(random, formats);
      return { type: "string", ...(format !== undefined && { format }), ...bounded(random, "maxLength") };
    }
  }
}

function bounded(random: Random, keyword: "maxItems" | "maxLength" | "maxProperties"): Schema {
  return random() < 0.6 ? { [keyword]: pick(random, sizes) } : {};
}
