import { describe, expect, test } from "vitest";
import { replaceBlock } from "../../src/graph/markdown-block.js";

const replace = (text: string) => replaceBlock(text, "NEW\n", "README.md");

describe("between the markers", () => {
  test.each([
    ["a\n<!-- tsop:graph -->\n<!-- /tsop:graph -->\nb\n", "a\n<!-- tsop:graph -->\n\nNEW\n\n<!-- /tsop:graph -->\nb\n"],
    [
      "<!-- tsop:graph -->\n\n```mermaid\nold\n```\n\n<!-- /tsop:graph -->",
      "<!-- tsop:graph -->\n\nNEW\n\n<!-- /tsop:graph -->",
    ],
    [
      "a\r\n<!-- tsop:graph -->\r\n<!-- /tsop:graph -->\r\n",
      "a\r\n<!-- tsop:graph -->\r\n\r\nNEW\r\n\r\n<!-- /tsop:graph -->\r\n",
    ],
    [
      "````md\n<!-- tsop:graph -->\n```\n````\n  <!-- tsop:graph -->\n<!-- /tsop:graph -->\n",
      "````md\n<!-- tsop:graph -->\n```\n````\n  <!-- tsop:graph -->\n\nNEW\n\n<!-- /tsop:graph -->\n",
    ],
  ])("%j is replaced, and nothing else", (before, after) => {
    expect(replace(before)).toEqual({ type: "replaced", text: after });
    expect(replace(after)).toEqual({ type: "replaced", text: after });
  });
});

test.each<[string, string, number | undefined]>([
  ["# no markers\n", "README.md does not mark where the graph belongs", undefined],
  ["```\n<!-- tsop:graph -->\n<!-- /tsop:graph -->\n```", "README.md does not mark where the graph belongs", undefined],
  ["a\n<!-- tsop:graph -->\n", "<!-- tsop:graph --> has no <!-- /tsop:graph --> after it", 2],
  ["<!-- /tsop:graph -->\n", "<!-- /tsop:graph --> has no <!-- tsop:graph --> before it", 1],
  ["<!-- /tsop:graph -->\n<!-- tsop:graph -->", "<!-- /tsop:graph --> is before <!-- tsop:graph -->", 1],
  ["<!-- tsop:graph -->\n<!-- tsop:graph -->\n<!-- /tsop:graph -->", "<!-- tsop:graph --> occurs twice", 2],
  ["<!-- tsop:graph -->\n<!-- /tsop:graph -->\n<!-- /tsop:graph -->", "<!-- /tsop:graph --> occurs twice", 3],
])("%j is refused", (text, message, line) => {
  expect(replace(text)).toEqual({
    type: "failed",
    message,
    at: line === undefined ? { file: "README.md" } : { file: "README.md", line },
  });
});
