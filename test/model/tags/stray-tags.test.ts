import { expect, test } from "vitest";
import { escapeStrayTags, findStrayTags, unescapeStrayTags } from "../../../src/model/tags/stray-tags.js";

test.each([
  ["Text. @maxLength 5", ["@maxLength"]],
  ["Text.\t@items.maxLength 5, and @minimum 1", ["@items.maxLength", "@minimum"]],
  ["Text. +kubebuilder:validation:Minimum=1", ["+kubebuilder:validation:Minimum"]],
  ["Text. @default. More.", ["@default"]],
  ["Text. @label", ["@label"]],
])("%j has a tag in the middle of a line", (text, tags) => {
  const found = findStrayTags(text, new Set(["label"]));
  expect(found.map(({ spelling }) => spelling)).toEqual(tags);
  expect(found.map(({ index, spelling }) => text.startsWith(spelling, index))).toEqual(tags.map(() => true));
});

test.each([
  "@maxLength 5",
  "  @maxLength 5",
  "me@default.com",
  "Text. \\@maxLength 5",
  "Text. `@maxLength 5`",
  'Text. "@maxLength 5"',
  "Text. @types/node",
  "Text. @see somebody, @example",
  "Text. @somebody",
  "1 +k8s 2",
])("%j has none", (text) => {
  expect(findStrayTags(text)).toEqual([]);
});

test.each([
  "a @minimum",
  "a \\@minimum",
  "a \\\\@minimum and \\x @maximum",
  "`@minimum` \\` @minimum",
  "plain \\ text",
])("%j is the same when it was escaped and read again", (text) => {
  const escaped = escapeStrayTags(text);
  expect(findStrayTags(escaped)).toEqual([]);
  expect(unescapeStrayTags(escaped)).toBe(text);
});
