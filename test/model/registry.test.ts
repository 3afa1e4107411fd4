import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { printTagReference } from "../../scripts/tag-reference.js";
import { findMarker, findTag, suggestMarker, suggestTag, tagRecords } from "../../src/model/tags/registry.js";
import { parseArgument } from "../../src/source/comments/parse-argument.js";

describe("the registry", () => {
  test("has each name and each marker once", () => {
    const names = tagRecords.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    const markers = tagRecords.flatMap((record) =>
      record.markers.map((marker) => (typeof marker === "string" ? marker : marker.name)),
    );
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
    expect(markers.filter((name, index) => markers.indexOf(name) < index)).toEqual([]);
  });

  const examples = tagRecords.filter(({ example }) => example.startsWith("@"));

  test.each(examples)("has an example of @$name that its own grammar accepts", ({ name, argument, example }) => {
    const text = /^@(\w+)\s*(.*)$/s.exec(example);
    expect(findTag(text?.[1] ?? "")?.name).toBe(name);
    expect(() => parseArgument(text?.[2] ?? "", argument, false)).not.toThrow();
  });

  test("is what docs/reference/tags.md says", () => {
    const file = new URL("../../docs/reference/tags.md", import.meta.url);
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(file, printTagReference());
    expect(readFileSync(file, "utf8")).toBe(printTagReference());
  });
});

describe("a name that is not there", () => {
  test.each([
    ["minimun", "minimum"],
    ["Minimum", "minimum"],
    ["maxlen", "maxLength"],
    ["XValidation", "cel"],
    ["printcolumn", "printColumn"],
    ["shortname", "shortName"],
    ["xyzzy", undefined],
  ])("behind @, %s, leads to %s", (name, suggestion) => {
    expect(findTag(name)).toBeUndefined();
    expect(suggestTag(name)).toBe(suggestion);
  });

  test.each([
    ["kubebuilder:validation:minimum", "kubebuilder:validation:Minimum"],
    ["kubebuilder:MaxLength", "kubebuilder:validation:MaxLength"],
    ["validation:Pattern", "kubebuilder:validation:Pattern"],
    ["kubebuilder:printcolum", "kubebuilder:printcolumn"],
    ["listtype", "listType"],
  ])("behind +, %s, leads to %s", (name, suggestion) => {
    expect(findMarker(name)).toBeUndefined();
    expect(suggestMarker(name)).toBe(suggestion);
  });
});
