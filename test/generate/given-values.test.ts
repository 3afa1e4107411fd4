import { describe, expect, test } from "vitest";
import { generateCrds } from "../support/import-again.js";
import { judgeField } from "../support/judge-field.js";

describe("a message quotes the default of a string that looks like a number or a word of JSON as the source has it", () => {
  test.each(["1.10", "1e3", "-0", "1.0", "9007199254740993", "true", "false", "1E400"])("%s", (written) => {
    const said = judgeField(`/** @default ${written} */`, "string");
    const isTooLarge = written === "1E400";
    expect(said).toContain(isTooLarge ? written : `@default "${written}"`);
    if (!isTooLarge) expect(judgeField(`/** @default "${written}" */`, "string")).toBe("");
  });

  test.each(["0x10", "007", "yes", "no", "on", "~", "2024-01-01", "12:30", "1_000", ".5", "+1", "NaN"])(
    "%s is a text already",
    (written) => {
      expect(judgeField(`/** @default ${written} */`, "string")).toBe("");
    },
  );

  test.each([
    ["/** @example 1.10 */", "string", '@example "1.10"', "found 1.10"],
    ["// +kubebuilder:default=1.10", "string", '+kubebuilder:default="1.10"', "found 1.10"],
    ["/** @items.default 1.10 */", "string[]", '@items.default "1.10"', "found 1.10"],
    ["/** @default 1.50 */", "Int32", "Correct the value", "expected an integer, found 1.50"],
  ])("%s on %s", (comment, type, hint, message) => {
    expect(judgeField(comment, type)).toContain(hint);
    expect(judgeField(comment, type)).toContain(message);
  });
});

test("a message quotes an invalid value of @enum as the source has it", () => {
  expect(judgeField("/** @enum 1.50;2 */", "Int32")).toContain("1.50 is not valid: the type is an integer");
});

test("a key of @keys.enum has the digits of the source", () => {
  const { crds } = generateCrds({
    "api/v1/bar_types.ts": `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"example.com/v1", "Bar"> {
  spec: {
    /**
     * @maxProperties 3
     * @keys.maxLength 9
     * @keys.enum 1.10;1.9;true
     */
    a?: Record<string, string>;
  };
}
export const Bar = defineKind<Bar>("example.com/v1", "Bar");
`,
  });
  expect(JSON.stringify(crds[0]?.manifest)).toContain("key in ['1.10', '1.9', 'true']");
});
