import { describe, expect, test } from "vitest";
import { findFault } from "../../../src/schema/check-value.js";
import { type Gap, sampleValue } from "../../../src/generate/samples/sample-value.js";
import { Patterns } from "../../../src/schema/patterns.js";
import type { Schema } from "../../../src/schema/schema.js";

const patterns = new Patterns();
const fail = {
  patterns,
  onGap: ({ path }: Gap): never => {
    throw new Error(`nothing for ${path}`);
  },
};

describe("a sample", () => {
  test.each<[string, Schema]>([
    ["a text", { type: "string" }],
    ["a long text", { type: "string", minLength: 40 }],
    ["a short text", { type: "string", maxLength: 1 }],
    ["a name", { type: "string", pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", maxLength: 63 }],
    ["a cron expression", { type: "string", pattern: "^(\\d+|\\*)(/\\d+)?(\\s+(\\d+|\\*)(/\\d+)?){4}$" }],
    ["a duration", { type: "string", pattern: "^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$" }],
    ["a semantic version", { type: "string", pattern: "^v[0-9]+\\.[0-9]+\\.[0-9]+$" }],
    ["an image", { type: "string", pattern: "^[^:]+:[^:]+$" }],
    ["a number in between", { type: "integer", minimum: 7, maximum: 8, exclusiveMinimum: true }],
    ["a negative number", { type: "integer", maximum: -5 }],
    ["a multiple", { type: "integer", multipleOf: 7, minimum: 50 }],
    ["a fraction", { type: "number", minimum: 0, maximum: 0.5, exclusiveMinimum: true, exclusiveMaximum: true }],
    ["a set", { type: "array", items: { type: "string" }, minItems: 3, "x-kubernetes-list-type": "set" }],
    [
      "a set of an enum",
      {
        type: "array",
        items: { type: "string", enum: ["a", "b", "c"] },
        minItems: 2,
        "x-kubernetes-list-type": "set",
      },
    ],
    [
      "a list by keys",
      {
        type: "array",
        items: { type: "object", properties: { port: { type: "integer" } }, required: ["port"] },
        minItems: 2,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["port"],
      },
    ],
    ["an object that must not be empty", { type: "object", properties: { a: { type: "string" } }, minProperties: 1 }],
    ["a map that must not be empty", { type: "object", additionalProperties: { type: "boolean" }, minProperties: 2 }],
    [
      "an embedded object",
      {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
      },
    ],
    ...["date-time", "date", "ipv4", "ipv6", "cidr", "uuid", "uri", "byte", "mac", "email", "duration"].map(
      (format): [string, Schema] => [`a ${format}`, { type: "string", format }],
    ),
  ])("of %s is valid", (_, schema) => {
    const value = sampleValue(schema, "field", ".field", fail);
    expect(value).toBeDefined();
    expect(findFault(patterns, value!, schema)).toBeUndefined();
  });

  test("takes the example before the default, and the default before anything else", () => {
    const schema: Schema = { type: "string", enum: ["a", "b", "c"] };
    expect(sampleValue({ ...schema, default: "b", example: "c" }, "x", ".x", fail)).toBe("c");
    expect(sampleValue({ ...schema, default: "b" }, "x", ".x", fail)).toBe("b");
    expect(sampleValue(schema, "x", ".x", fail)).toBe("a");
  });

  test("leaves optional fields out unless they have an example or a default", () => {
    const properties: Record<string, Schema> = {
      plain: { type: "string" },
      shown: { type: "string", example: "x" },
      filled: { type: "integer", default: 3 },
    };
    expect(sampleValue({ type: "object", properties }, "x", ".x", fail)).toEqual({ shown: "x", filled: 3 });
  });

  test("names each field for which nothing valid could be found, and is made of the rest", () => {
    const gaps: string[] = [];
    const strange: Schema = { type: "string", pattern: "^a^b$" };
    const schema: Schema = {
      type: "object",
      properties: { a: strange, b: { type: "boolean" } },
      required: ["a", "b"],
    };
    expect(sampleValue(schema, "x", ".x", { patterns, onGap: ({ path }) => gaps.push(path) })).toEqual({ b: true });
    expect(gaps).toEqual([".x.a"]);
  });
});
