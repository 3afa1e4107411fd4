import { describe, expect, test } from "vitest";
import { printComment } from "../../src/import/comment-text.js";
import { tag } from "../../src/import/tag-text.js";
import { readComments } from "../../src/source/comments/comment.js";
import { scanTags } from "../../src/source/comments/scan-tags.js";

/** What a reader finds in a printed comment. */
function readBack(description: string, argument = "1"): { description: string; tags: string[] } {
  const text = printComment(description, [tag("minimum", argument)], "  ").join("\n");
  const comments = readComments(text, 0, text.length);
  expect(comments).toHaveLength(1);
  expect(comments[0]?.end).toBe(text.length);
  const { description: found, tags } = scanTags(comments[0]!);
  return { description: found, tags: tags.map(({ name, text: rest }) => `${name} ${rest}`) };
}

describe("a comment", () => {
  test.each([
    ["of nothing", "", [], []],
    ["of one line", "Text.", [], ["  /** Text. */"]],
    ["of a tag", "", [tag("optional")], ["  /** @optional */"]],
    ["of both", "Text.", [tag("minimum", "1")], ["  /**", "   * Text.", "   * @minimum 1", "   */"]],
    ["with an empty line", "One.\n\nTwo.  ", [], ["  /**", "   * One.", "   *", "   * Two.", "   */"]],
    ["with an end", "a */ b", [], ["  /** a *\\/ b */"]],
  ])("%s", (_name, description, tags, lines) => {
    expect(printComment(description, tags, "  ")).toEqual(lines);
  });

  test.each([
    "Text.",
    "*/ process.exit() /*",
    "**/",
    "*\\/ and *\\\\/",
    "@minimum 5",
    "\\@minimum 5",
    "+kubebuilder:validation:Minimum=5",
    "+ a list\n+1",
    "One.\n---\nTwo.",
    "TODO: nothing",
    "  - an item",
    "```\n@minimum 5\n```",
    "~~~\nopen\n@minimum 5",
    "```\none\n```\ntwo\n```",
    "{@link One | two} \\{@link Three}",
    "/** nested /* comments */",
    "ends with a backslash \\",
    "tabs\tand ünï 😀",
  ])("of %j is read as it was", (text) => {
    expect(readBack(text)).toEqual({ description: text.trim(), tags: ["minimum 1"] });
  });

  test.each([
    ["a\r\nb\rc\u2028d", "a\nb\nc\nd"],
    ["a\u0000\u001b[31mb", "a[31mb"],
    ["user\u202e\u2066 \u2069nimda", "user nimda"],
    ["\ud800", "\ufffd"],
  ])("of %j leaves out what no editor shows", (text, expected) => {
    expect(readBack(text).description).toBe(expected);
  });

  test("keeps an end of a comment in a tag", () => {
    expect(readBack("", '"*/ *\\\\/"').tags).toEqual(['minimum "*/ *\\\\/"']);
  });
});
