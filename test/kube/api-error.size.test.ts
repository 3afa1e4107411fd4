import { test } from "vitest";
import { missingRule, toStatus } from "../../src/kube/api-error.js";
import { createWarningReader } from "../../src/kube/warnings.js";
import { expectLinear } from "../support/expect-linear.js";

test.each<[string, (n: number) => string]>([
  ["brackets that open", (n) => "<".repeat(n)],
  ["brackets", (n) => "<>".repeat(n)],
  ["blanks", (n) => " ".repeat(n)],
  ["halves of rules", (n) => 'cannot a resource "'.repeat(n)],
  ["rules", (n) => 'cannot a resource "b" in API group ""'.repeat(n)],
  ["warnings without an end", (n) => '299 - "a'.repeat(n)],
  ["backslashes", (n) => `299 - "${"\\".repeat(n)}`],
])("an answer of many %s takes time in proportion to it", (_, make) => {
  expectLinear(make, (text) => toStatus(text, 502));
  expectLinear(make, missingRule);
  expectLinear(make, (text) => createWarningReader(() => undefined)(text));
});
