import { test } from "vitest";
import { readYamlDocuments } from "../../src/core/yaml-documents.js";
import { expectLinear } from "../support/expect-linear.js";

test.each<[string, (n: number) => string]>([
  ["lists in lists", (n) => "[".repeat(n)],
  ["a long list", (n) => `[${"a, ".repeat(n)}]`],
  ["many lines", (n) => "- a: b\n".repeat(n)],
  ["many comments", (n) => "# a\n".repeat(n)],
  ["many documents", (n) => "---\na: 1\n".repeat(n)],
  ["a long text in quotes", (n) => `"${"\\n".repeat(n)}`],
  ["a block of text", (n) => `a: |\n${"  b\n".repeat(n)}`],
  ["a long plain text", (n) => "a ".repeat(n)],
  ["spaces", (n) => " ".repeat(n)],
  ["colons", (n) => ":".repeat(n)],
  ["anchors", (n) => "&a ".repeat(n)],
  ["ends of flows", (n) => "]".repeat(n)],
])("%s take time in proportion to their length", (_, make) => {
  expectLinear(make, (text) => readYamlDocuments(text), { upTo: 30_000 });
});
