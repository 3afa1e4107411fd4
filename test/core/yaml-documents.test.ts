import { LineCounter, parseAllDocuments } from "yaml";
import { describe, expect, test } from "vitest";
import { readYamlDocuments } from "../../src/core/yaml-documents.js";

describe("documents are read as the package reads them", () => {
  test.each([
    ["none", ""],
    ["a comment alone", "# nothing\n"],
    ["one", "a: 1\nb: [c, {d: e}]\n"],
    ["several", "---\na: 1\n---\n- b\n...\n---\n"],
    ["with directives", "%YAML 1.1\n---\na: yes\n"],
    ["broken", "a: [1\nb: 2\n"],
    ["with anchors", "a: &x {b: 1}\nc: *x\n"],
  ])("%s", (_, text) => {
    const [ours, theirs] = [new LineCounter(), new LineCounter()];
    const read = readYamlDocuments(text, { lineCounter: ours });
    const parsed = parseAllDocuments(text, { lineCounter: theirs, prettyErrors: false });
    const wanted = "empty" in parsed ? [] : parsed;
    expect(read.map((document) => [String(document.contents), document.range, document.errors])).toEqual(
      wanted.map((document) => [String(document.contents), document.range, document.errors]),
    );
    expect(ours.lineStarts).toEqual(theirs.lineStarts);
  });
});

describe("too deep nesting is an error of the document", () => {
  test.each([
    ["lists", "[", 400],
    ["lists of lines", "- ", 800],
    ["maps", "{a: ", 1600],
    ["keys", "? ", 800],
  ])("%s", (_, open, offset) => {
    const [{ errors: [error] } = { errors: [] }] = readYamlDocuments(open.repeat(200_000));
    expect(error?.message).toBe("collections are nested more than 400 deep");
    expect(Math.abs((error?.pos[0] ?? 0) - offset)).toBeLessThan(open.length * 3);
  });

  test("nothing that means something is", () => {
    const [document] = readYamlDocuments(`${"[".repeat(390)}${"]".repeat(390)}`);
    expect(document?.errors).toEqual([]);
  });
});
