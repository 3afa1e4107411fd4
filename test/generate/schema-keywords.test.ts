import { describe, expect, test } from "vitest";
import { generateCrds } from "../support/import-again.js";

/** Generates the CRDs of a project with one kind. */
function generate(kindTags: string, field: string): ReturnType<typeof generateCrds> {
  const types = [
    'import { type CustomResource, defineKind } from "tsop";',
    "",
    "/**",
    " * A kind.",
    ` * ${kindTags}`,
    " */",
    'export interface Bar extends CustomResource<"example.com/v1", "Bar"> {',
    `  ${field}`,
    "}",
    "",
    'export const Bar = defineKind<Bar>("example.com/v1", "Bar");',
    "",
  ];
  return generateCrds({ "api/v1/bar_types.ts": types.join("\n") });
}

function said(kindTags: string, field: string): string[] {
  return generate(kindTags, field).diagnostics.map(({ severity, message }) => `${severity} ${message}`);
}

describe("@schemaKeywords", () => {
  test("says what no type says, of one's own kinds too", () => {
    const { crds, diagnostics } = generate(
      '@schemaKeywords {"properties": {"metadata": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 9}}}}}',
      '/** @schemaKeywords {"items": {"type": "string"}, "additionalProperties": false} */ a?: object;',
    );
    expect(diagnostics).toEqual([]);
    expect(crds[0]?.versions[0]?.manifest).toMatchObject({
      schema: {
        openAPIV3Schema: {
          properties: {
            a: { type: "object", items: { type: "string" }, additionalProperties: false },
            metadata: { type: "object", properties: { name: { type: "string", maxLength: 9 } } },
          },
        },
      },
    });
  });

  test.each([
    ["nothing", "@schemaKeywords", "its keywords are missing"],
    ["no object", "@schemaKeywords 5", "expected a schema, found 5"],
    ["an unknown keyword", '@schemaKeywords {"itmes": {}}', "itmes: it is not a keyword of a schema"],
    [
      "a keyword of another form",
      '@schemaKeywords {"maxLength": "9"}',
      'maxLength: expected a whole number, found "9"',
    ],
    ["a part without a type", '@schemaKeywords {"items": {}}', "items: it has no type"],
    ["a part of a wrong form", '@schemaKeywords {"items": {"type": "text"}}', "items.type: expected one of string,"],
    ["what the API server refuses", '@schemaKeywords {"uniqueItems": true}', "uniqueItems: uniqueItems is not allowed"],
  ])("of %s is an error at the tag", (_name, tag, message) => {
    expect(said("@scope Cluster", `/** ${tag} */ a?: string;`)).toEqual([
      expect.stringContaining(`error @schemaKeywords: ${message}`),
    ]);
  });

  test("cannot restrict more of metadata than the names", () => {
    const metadata = { properties: { metadata: { type: "object", properties: { labels: { type: "object" } } } } };
    expect(said(`@schemaKeywords ${JSON.stringify(metadata)}`, "a?: string;")).toEqual([
      "error a schema can restrict only name and generateName of metadata, not properties.labels",
    ]);
  });
});

describe("@listKind", () => {
  test.each(["Bar", "Bar_s", "B".repeat(64)])("cannot be %s", (name) => {
    expect(said(`@listKind ${name}`, "a?: string;")).toEqual([`error "${name}" cannot be the kind of lists of Bar`]);
  });
});
