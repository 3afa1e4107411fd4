import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { generateCrds } from "../support/import-again.js";

/** What is said of a field with this comment above it. */
function judge(comment: string, type: string): string {
  const { diagnostics } = generateCrds({
    "api/v1/bar_types.ts": `import { type CustomResource, defineKind, type Int32 } from "tsop";
export interface Bar extends CustomResource<"example.com/v1", "Bar"> {
  spec: {
    ${comment}
    a?: ${type};
  };
}
export const Bar = defineKind<Bar>("example.com/v1", "Bar");
`,
  });
  return diagnostics.map(formatDiagnostic).join("\n");
}

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
    const said = judge(comment, type);
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
    expect(judge(comment, type)).toBe("");
  });
});
