import { expect, test } from "vitest";
import { addTag, hasTag, removeTag } from "../../src/refactor/doc-tags.js";
import { edited } from "./edited.js";

const stored = { tag: "storageVersion", marker: "kubebuilder:storageversion" };

test.each<[string, string, string]>([
  [
    "as the last line of the doc comment",
    "/**\n * A bar.\n * @shortName b\n */\nexport interface Bar extends CustomResource<BarSpec> {}\n",
    "/**\n * A bar.\n * @shortName b\n * @storageVersion\n */\nexport interface Bar extends CustomResource<BarSpec> {}\n",
  ],
  [
    "to a comment on one line",
    "/** A bar. */\r\nexport interface Bar {}\r\n",
    "/**\r\n * A bar.\r\n * @storageVersion\r\n */\r\nexport interface Bar {}\r\n",
  ],
  [
    "where there is no doc comment",
    "// A bar.\nexport default interface Bar {}\n",
    "// A bar.\n/** @storageVersion */\nexport default interface Bar {}\n",
  ],
  [
    "to the nearest of two comments, in a namespace that is indented",
    "/** The file. */\n\n/** A bar. */\nexport interface Bar\n  extends CustomResource {}\n",
    "/** The file. */\n\n/**\n * A bar.\n * @storageVersion\n */\nexport interface Bar\n  extends CustomResource {}\n",
  ],
])("a tag is added %s", (_, before, after) => {
  expect(edited(before, (source) => expect(addTag(source, "Bar", stored)).toBe(true))).toBe(after);
  edited(after, (source) => expect(hasTag(source, stored)).toBe(true));
});

test("a tag has no place without the interface", () => {
  edited("export type Bar = {};\n", (source) => expect(addTag(source, "Bar", stored)).toBe(false));
});

test.each<[string, string]>([
  [
    "/**\n * A bar.\n * @storageVersion\n */\nexport interface Bar {}\n",
    "/**\n * A bar.\n */\nexport interface Bar {}\n",
  ],
  ["// +kubebuilder:storageversion\r\nexport interface Bar {}\r\n", "export interface Bar {}\r\n"],
  ["const text = '@storageVersion';\n", "const text = '@storageVersion';\n"],
])("a tag is removed from %j", (before, after) => {
  expect(edited(before, (source) => expect(removeTag(source, stored)).toBe(true))).toBe(after);
  edited(after, (source) => expect(hasTag(source, stored)).toBe(false));
});

test.each([
  "/** @storageVersion */\nexport interface Bar {}\n",
  "/**\n * @storageVersion true\n */\nexport interface Bar {}\n",
])("a tag that does not stand alone on its line stays: %j", (text) => {
  expect(edited(text, (source) => expect(removeTag(source, stored)).toBe(false))).toBe(text);
  edited(text, (source) => expect(hasTag(source, stored)).toBe(true));
});
