import { expect, test } from "vitest";
import { isEmail } from "../../../src/apiserver/custom-resources/email-format.js";
import { expectLinear } from "../../support/expect-linear.js";

test.each<[string, (n: number) => string]>([
  ["names without an address", (n) => "a".repeat(n)],
  ["blanks between names", (n) => "a ".repeat(n)],
  ["dots", (n) => "a.".repeat(n)],
  ["quoted names", (n) => '"a" '.repeat(n)],
  ["openings of quotes", (n) => '"'.repeat(n)],
  ["escapes", (n) => `"${"\\a".repeat(n)}`],
  ["comments", (n) => `a@b ${"()".repeat(n)}`],
  ["comments in comments", (n) => `a@b ${"(".repeat(n)}`],
  ["comments between names", (n) => `a ${"(a) b ".repeat(n)}`],
  ["groups", (n) => `a: ${"a@b, ".repeat(n)}`],
  ["blanks", (n) => `a@b${" ".repeat(n)}c`],
  ["encoded words", (n) => `${"=?utf-8?q?a?= ".repeat(n)}<`],
  ["numbers in a literal", (n) => `a@[${"1".repeat(n)}`],
])("an address of mail is judged in time that grows with its length: %s", (_, text) => {
  expectLinear(text, isEmail);
});

test("an address as long as a body may be is judged", () => {
  const size = 3 * 1024 * 1024;
  expect(isEmail(`${"a".repeat(size)}@b`)).toBe(true);
  expect(isEmail(`"${"\\a".repeat(size / 2)}"@b`)).toBe(true);
  expect(isEmail(`a@b ${"(".repeat(size / 2)}${")".repeat(size / 2)}`)).toBe(true);
});
