import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { importCrds } from "../../src/import/import-crd.js";
import { compileTypes } from "../support/compile-types.js";
import { crdMeaning } from "../support/crd-semantics.js";
import { crdOf } from "../support/crds.js";
import { importAgain } from "../support/import-again.js";

/** One text for each reader that may take it for its own: of comments, tags, markers, links, TypeScript, or a terminal. */
export const everydayTexts: readonly string[] = [
  "a\n@minimum 3\nb",
  "*/ throw 1; /*",
  "{@link X | y @minimum 3}",
  "\u0000\u001b[2J\u202e",
  "__proto__",
  "ends (",
];

/** Others, which mean something to the same readers. */
export const moreTexts: readonly string[] = [
  "+kubebuilder:validation:Minimum=3",
  "```\n@pattern x",
  "`${1}`",
  '\\"',
  "\u2028@minimum 3",
  "\ud800",
  "set @minimum 3 here",
  "@minimum 3",
  "a @items.minLength 1 and @cel true",
  "x +kubebuilder:validation:Minimum=3 y",
  "\\@minimum 3",
  "a \\@minimum 3",
  "**/",
  "*\\/",
  "`@minimum 3`",
  "a `b",
  "``` @pattern x",
  "${process.exit()}",
  '"',
  '"@minimum 3"',
  "'@minimum 3'",
  "\\",
  "\\\\",
  "[",
  "{",
  "}",
  "= 3",
  ": x",
  "a=b;c=d,e",
  "{@link ",
  "\u2029",
  "a\r\n@minimum 3",
  "\r",
  "\t@minimum 3",
  "---",
  "TODO",
  "TODO @minimum 3",
  "true",
  "null",
  "0x10",
  " ",
  " leading and trailing ",
  "<script>//",
  `${"long ".repeat(20_000)}@minimum 3`,
  "(".repeat(3000),
];

const text = { type: "string" };
const crdWith = (schema: object): Record<string, unknown> =>
  crdOf({ type: "object", properties: { spec: { type: "object", properties: { a: schema } } } });
const version = (changes: object): Record<string, unknown> =>
  crdOf(
    {},
    {
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } }, ...changes },
      ],
    },
  );
/** Matches the text itself, by a pattern of RE2. */
const quoted = (each: string): string => each.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const oneLine = (each: string): string => each.replaceAll(/[\n\r]/g, " ").trim() || "x";
/** CEL has no halves of characters, and no more than 100,000 characters. */
const inRule = (each: string): string =>
  oneLine(each)
    .slice(-90_000)
    .replaceAll(/[\ud800-\udfff]/g, "x");
const ruled = (rule: object): object => ({ ...text, "x-kubernetes-validations": [rule] });

const schemas: Readonly<Record<string, (text: string) => object>> = {
  "a title": (title) => ({ ...text, title }),
  "a title of items": (title) => ({ type: "array", items: { ...text, title } }),
  "a title of entries": (title) => ({ type: "object", additionalProperties: { ...text, title } }),
  "a pattern": (each) => ({ ...text, pattern: quoted(each) }),
  "a second pattern": (each) => ({ ...text, pattern: "x", allOf: [{ pattern: quoted(each) }] }),
  "a format": (format) => ({ ...text, format }),
  "a value": (each) => ({ ...text, enum: [each, "b"] }),
  "a value of a list of values": (each) => ({ type: "object", enum: [{ [each]: each }, {}] }),
  "a default": (each) => ({ ...text, default: each }),
  "a default of an object": (each) => ({
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
    default: { [each]: [each] },
  }),
  "an example": (example) => ({ ...text, example }),
  "an example of another type": (example) => ({ type: "integer", example }),
  "the text of a link": (description) => ({ ...text, externalDocs: { url: "https://example.com", description } }),
  "a link": (url) => ({ ...text, externalDocs: { url } }),
  "a field": (name) => ({ type: "object", properties: { [name]: text }, required: [name] }),
  "a field that is none": (name) => ({ type: "object", required: [name] }),
  "a branch": (each) => ({ ...text, not: { enum: [each] } }),
  "a rule": (each) => ruled({ rule: `self != ${JSON.stringify(inRule(each))}` }),
  "a rule in other quotes": (each) =>
    ruled({ rule: `size(self) > 0 || self in ['${inRule(each).replaceAll(/[\\']/g, "\\$&")}']` }),
  "a message": (each) => ruled({ rule: "self != ''", message: oneLine(each) }),
  "an expression of a message": (each) =>
    ruled({ rule: "self != ''", messageExpression: JSON.stringify(inRule(each)) }),
  "items beside an object": (title) => ({ type: "object", items: { ...text, title, description: title } }),
  "a description": (description) => ({ ...text, description }),
  "a description of items": (description) => ({ type: "array", items: { ...text, description } }),
};

const definitions: Readonly<Record<string, (text: string) => Record<string, unknown>>> = {
  "a title of the whole": (title) => crdOf({ type: "object", title }),
  "a description of the whole": (description) => crdOf({ type: "object", description }),
  "a column": (name) =>
    version({ additionalPrinterColumns: [{ name, type: "string", jsonPath: ".spec.a", description: name }] }),
  "the path of a column": (each) =>
    version({ additionalPrinterColumns: [{ name: "A", type: "string", jsonPath: `.spec['${each}']` }] }),
  "an annotation": (value) => ({
    ...crdOf({ type: "object" }),
    metadata: { name: "bars.example.com", annotations: { "example.com/a": value } },
  }),
  "a path of replicas": (each) =>
    version({ subresources: { scale: { specReplicasPath: `.spec.${each}`, statusReplicasPath: `.status.${each}` } } }),
  "a name": (each) =>
    crdOf({
      type: "object",
      properties: { metadata: { type: "object", properties: { name: { ...text, pattern: quoted(each) } } } },
    }),
};

/** The API server would have refused a rule that is too costly, and a pattern that is none. */
const isOwnFault = (code: string): boolean => code.startsWith("cel/");

/** Puts each of the texts in each place of a CRD that takes one. */
export function describeTexts(texts: readonly string[]): void {
  const inOne = (schemaOf: (text: string) => object): Record<string, unknown> =>
    crdWith({
      type: "object",
      properties: Object.fromEntries(texts.map((each, index) => [`a${index}`, schemaOf(each)])),
    });
  const cases = [
    ...Object.entries(schemas).map(([name, schemaOf]) => [name, [inOne(schemaOf)]] as const),
    ...Object.entries(definitions).map(([name, definitionOf]) => [name, texts.map(definitionOf)] as const),
  ];

  describe("a hostile text is read as it was:", () => {
    test.each(cases)("%s", (_name, crds) => {
      for (const crd of crds) {
        const { crd: again, files, diagnostics } = importAgain(crd);
        const errors = diagnostics.filter(({ severity, code }) => severity === "error" && !isOwnFault(code));
        expect(errors.map(formatDiagnostic), Object.values(files).join("\n").slice(0, 5000)).toEqual([]);
        expect(crdMeaning(again)).toEqual(crdMeaning(crd));
      }
    });
  });

  test("whatever the texts, the types compile", () => {
    const types = cases.flatMap(([, crds]) =>
      crds.flatMap((crd) => importCrds([crd], "crd.yaml").kinds.map((kind) => kind.types)),
    );
    expect(types.length).toBeGreaterThan(Object.keys(definitions).length * texts.length);
    expect(compileTypes(types)).toEqual([]);
  });
}
