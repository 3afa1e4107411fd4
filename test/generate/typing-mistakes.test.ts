import { describe, expect, test } from "vitest";
import { judgeField } from "../support/judge-field.js";

describe("a typing mistake is one diagnostic at the tag, with what to write:", () => {
  test.each([
    ["/** @enum Small,Large */", "string", "error tag/invalid-argument: @enum: ", "Small;Large"],
    ["// +kubebuilder:validation:Enum=Small,Large", "string", "error tag/invalid-argument: ", "Small;Large"],
    ["/** @items.enum a, b;c */", "string[]", "error tag/invalid-argument: @items.enum: ", "a;b;c"],
    ["/** @pattern /^a$/ */", "string", "error schema/invalid: ", "@pattern ^a$"],
    ["/** @pattern /^a+$/i */", "string", "error schema/invalid: ", "@pattern (?i)^a+$"],
    [
      "/** @min 1 */",
      "Int32",
      "error tag/unknown: unknown tag @min",
      "@minimum, @minLength, @minItems, @minProperties",
    ],
    ["/** @max 1 */", "Int32", "error tag/unknown: unknown tag @max", "@maximum"],
    ["/** @items.max 1 */", "Int32[]", "error tag/unknown: ", "@items.maximum"],
  ])("%s on %s", (comment, type, message, hint) => {
    const said = judgeField(comment, type);
    expect(said).toContain("api/v1/bar_types.ts:4:");
    expect(said).toContain(message);
    expect(said).toContain(hint);
    expect(said.match(/ error /g)).toHaveLength(1);
  });
});

describe("what only looks like a mistake is none:", () => {
  test.each([
    ['/** @enum "a,b";c */', "string"],
    ['/** @enum ["a,b"] */', "string"],
    ["/** @enum {a,b} */", "string"],
    ["/** @pattern ^/a/$ */", "string"],
    ["/** @pattern /a/ */", "string"],
    ["// +kubebuilder:validation:Enum={a,b}", "string"],
  ])("%s on %s", (comment, type) => {
    expect(judgeField(comment, type)).toBe("");
  });
});
