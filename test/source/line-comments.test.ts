import { describe, expect, test } from "vitest";
import { generateCrds } from "../support/import-again.js";

/**
 * Returns the description of `spec.a` with these lines above it; another part of the file has a marker, unless `isMarked` is
 * false.
 */
function descriptionOf(above: string, isMarked = true): unknown {
  const { crds, diagnostics } = generateCrds({
    "api/v1/bar_types.ts": `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"example.com/v1", "Bar"> {
  spec: {
    ${isMarked ? "// +optional" : ""}
    z?: string;

    ${above.replaceAll("\n", "\n    ")}
    a?: string;
  };
}
export const Bar = defineKind<Bar>("example.com/v1", "Bar");
`,
  });
  expect(diagnostics).toEqual([]);
  const manifest = JSON.parse(JSON.stringify(crds[0]?.manifest)) as {
    spec: { versions: { schema: { openAPIV3Schema: { properties: Record<string, { properties: object }> } } }[] };
  };
  const spec = manifest.spec.versions[0]?.schema.openAPIV3Schema.properties["spec"];
  return (spec?.properties as Record<string, { description?: string }> | undefined)?.["a"]?.description;
}

describe("a comment of lines without a marker, in a file with markers, is the description:", () => {
  test.each([
    ["one line", "// The size.", "The size."],
    ["several", "// The size\n// of it: 1 (one).", "The size\nof it: 1 (one)."],
    ["with a marker below", "// The size.\n// +kubebuilder:validation:MinLength=1", "The size."],
    ["without a directive", "// The size.\n// eslint-disable-next-line", "The size."],
    ["without what is to be done", "// The size.\n// TODO: more", "The size."],
    ["the lines next to the field", "// Sizes follow.\n\n// The size.", "The size."],
    [
      "that begins with a word of code",
      "// class of the storage; import it\n// from there",
      "class of the storage; import it\nfrom there",
    ],
    ["but for a comment of JSDoc", "/** Of JSDoc. */\n// The size.", "Of JSDoc."],
  ])("%s", (_, above, expected) => {
    expect(descriptionOf(above)).toBe(expected);
  });
});

describe("no description is", () => {
  test.each([
    ["code", "// b?: string;"],
    ["code of an object", "// b: {\n//   c: string\n// }"],
    ["code without a semicolon", "// b?: Int32"],
    ["code of a statement", '// import { x } from "y"'],
    ["a decorator", "// @Something()"],
    ["what is to be done", "// TODO: document"],
    ["what is to be mended", "// FIXME the size"],
    ["a directive of ESLint", "// eslint-disable-next-line no-x"],
    ["a directive of TypeScript", "// @ts-expect-error it is"],
    ["a directive of Prettier", "// prettier-ignore"],
    ["a reference", '/// <reference types="node" />'],
    ["a fold", "// #region sizes"],
    ["a comment of its own", "// Sizes follow.\n"],
  ])("%s", (_, above) => {
    expect(descriptionOf(above)).toBeUndefined();
  });

  test("a comment of lines in a file without markers", () => {
    expect(descriptionOf("// The size.", false)).toBeUndefined();
  });
});
