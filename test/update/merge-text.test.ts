import { describe, expect, test } from "vitest";
import { findMarker, mergeText, type MergeOptions, printRejected } from "../../src/update/merge-text.js";

const options: MergeOptions = { freeLines: "none", label: "tsop 2.0.0" };

function lines(...texts: string[]): string {
  return texts.map((text) => `${text}\n`).join("");
}

test("changes in different places are merged", () => {
  const base = lines("a", "b", "c", "d", "e");
  const { text, marked, conflicts } = mergeText(
    { base, mine: lines("mine", "b", "c", "d", "e"), next: lines("a", "b", "c", "d", "next") },
    options,
  );
  expect(text).toBe(lines("mine", "b", "c", "d", "next"));
  expect({ marked, conflicts }).toEqual({ marked: text, conflicts: [] });
});

test("the same change on both sides is no conflict", () => {
  const both = lines("a", "both", "c");
  expect(mergeText({ base: lines("a", "b", "c"), mine: both, next: both }, options)).toMatchObject({
    text: both,
    conflicts: [],
  });
});

test("different changes of a line get git's markers, and the user's line stays in the text", () => {
  const { text, marked, conflicts } = mergeText(
    { base: lines("a", "b", "c"), mine: lines("a", "mine", "c"), next: lines("a", "next", "c") },
    options,
  );
  expect(text).toBe(lines("a", "mine", "c"));
  expect(marked).toBe(lines("a", "<<<<<<< yours", "mine", "=======", "next", ">>>>>>> tsop 2.0.0", "c"));
  expect(conflicts).toEqual([{ line: 2, base: ["b"], mine: ["mine"], next: ["next"] }]);
  expect(findMarker(marked)).toBe(2);
  expect(findMarker(text)).toBeUndefined();
  expect(printRejected("Dockerfile", conflicts, options.label)).toBe(
    lines("--- Dockerfile", "+++ Dockerfile (tsop 2.0.0)", "@@ -2,1 +2,1 @@", "-b", "+next"),
  );
});

test("markers of another program are not those of an update", () => {
  expect(findMarker(lines("=======", ">>>>>>> main", "<<<<<<< HEAD"))).toBeUndefined();
});

describe("lines in any order", () => {
  const base = lines("resources:", "- a.yaml");

  test("both sides can add items of a list in the same place", () => {
    const texts = { base, mine: lines("resources:", "- a.yaml", "- mine.yaml"), next: base + "- next.yaml\n" };
    const { text, conflicts } = mergeText(texts, { ...options, freeLines: "list-items" });
    expect({ text, conflicts }).toEqual({ text: base + lines("- mine.yaml", "- next.yaml"), conflicts: [] });
    expect(mergeText(texts, options).conflicts).toHaveLength(1);
  });

  test("an item that one side removed stays away", () => {
    const texts = { base, mine: lines("resources:", "- mine.yaml"), next: base + "- next.yaml\n" };
    const { text } = mergeText(texts, { ...options, freeLines: "list-items" });
    expect(text).toBe(lines("resources:", "- mine.yaml", "- next.yaml"));
  });

  test("an item that both sides replaced is a conflict", () => {
    const texts = { base, mine: lines("resources:", "- b.yaml"), next: lines("resources:", "- c.yaml") };
    expect(mergeText(texts, { ...options, freeLines: "list-items" }).conflicts).toHaveLength(1);
  });

  test("an item with fields is no line of its own", () => {
    const texts = { base, mine: base + "- path: mine.yaml\n", next: base + "- path: next.yaml\n" };
    expect(mergeText(texts, { ...options, freeLines: "list-items" }).conflicts).toHaveLength(1);
  });

  test("each line of an ignore file is free", () => {
    const texts = { base: lines("dist/"), mine: lines("dist/", "mine/"), next: lines("dist/", "next/") };
    expect(mergeText(texts, { ...options, freeLines: "all" }).text).toBe(lines("dist/", "mine/", "next/"));
  });
});
