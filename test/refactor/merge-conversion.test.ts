/** A conversion that exists gets the fields that it lacks, and keeps what its author wrote. */
import { describe, expect, test } from "vitest";
import type { Schema } from "../../src/schema/schema.js";
import { openSource } from "../../src/refactor/edited-source.js";
import { type ConversionMerge, mergeConversion } from "../../src/refactor/conversion/merge-conversion.js";
import { writtenConversion } from "../conversion/written-conversion.js";

const text: Schema = { type: "string" };
const integer: Schema = { type: "integer" };
const object = (properties: Record<string, Schema>): Schema => ({
  type: "object",
  properties,
});
const kindWith = (spec: Record<string, Schema>): Schema => ({
  ...object({ spec: object(spec) }),
  required: ["spec"],
});
type Fields = readonly [v1: Record<string, Schema>, v2: Record<string, Schema>];

const written = async ([v1, v2]: Fields): Promise<string> =>
  (await writtenConversion(kindWith(v1), kindWith(v2))).conversion;

/** Merges the conversion of newer types into that of older types, which its author has edited. */
async function merged(
  before: Fields,
  after: Fields,
  edit: (text: string) => string = (same) => same,
): Promise<ConversionMerge & { readonly text: string; readonly wanted: string }> {
  const wanted = await written(after);
  const [present, next] = [openSource("a.ts", edit(await written(before))), openSource("a.ts", wanted)];
  if (present.kind === "broken" || next.kind === "broken") throw new Error("syntax error");
  const merge = mergeConversion(present, next);
  if (merge === undefined) throw new Error("not merged");
  return { ...merge, text: present.print(), wanted };
}

const one: Fields = [{ size: integer }, { size: integer }];

describe("a conversion that its author has not edited becomes the one that follows from the types", () => {
  test.each<[string, Fields, Fields]>([
    [
      "a new field of both versions",
      one,
      [
        { size: integer, zone: text },
        { size: integer, zone: text },
      ],
    ],
    [
      "a new first field",
      one,
      [
        { zone: text, size: integer },
        { zone: text, size: integer },
      ],
    ],
    ["a new field of one version", one, [{ size: integer }, { size: integer, zone: text }]],
    [
      "a field that one version loses",
      [
        { a: text, b: text },
        { a: text, b: text },
      ],
      [{ a: text, b: text }, { a: text }],
    ],
    [
      "a field that gets its counterpart",
      [{ a: text }, { a: text, b: text }],
      [
        { a: text, b: text },
        { a: text, b: text },
      ],
    ],
    ["the first common field", [{ size: integer }, { zone: text }], [{ size: integer, zone: text }, { zone: text }]],
    ["another type", [{ port: integer }, { port: integer }], [{ port: integer }, { port: text }]],
    [
      "a field whose conversion was open",
      [{ a: text }, { a: object({ x: integer, y: text }) }],
      [{ a: integer }, { a: text }],
    ],
    [
      "a name that the author has not confirmed",
      [{ replicaCount: text }, { replicas: text }],
      [{ replicaCount: integer }, { replicas: integer }],
    ],
    [
      "an object with a function",
      one,
      [
        { size: integer, tls: object({ a: text }) },
        { size: integer, tls: object({ a: text, b: text }) },
      ],
    ],
  ])("%s", async (_, before, after) => {
    const { text: result, wanted, differing } = await merged(before, after);
    expect(differing).toEqual([]);
    // The order of the functions is that of the changes.
    expect(linesOf(result)).toEqual(linesOf(wanted));
  });
});

const linesOf = (code: string): string[] => code.split("\n").filter(Boolean).toSorted();

describe("the code of the author", () => {
  const after: Fields = [
    { size: text, zone: text },
    { size: integer, zone: text },
  ];

  test("stays, beside a new field, and tsop says what it would write", async () => {
    const edit = (code: string): string =>
      code
        .replace("    size: from.size,\n", "    // Sizes are thousands.\n    size: from.size && from.size * 1000,\n")
        .concat("\nexport const mine = 1;\n");
    const { text: result, changed, differing } = await merged(one, after, edit);
    expect(result).toContain(
      "    // Sizes are thousands.\n    size: from.size && from.size * 1000,\n    zone: from.zone,\n",
    );
    expect(result).toContain("\nexport const mine = 1;\n");
    expect(changed).toEqual(["zone of specToHub", "size of specFromHub", "zone of specFromHub"]);
    expect(differing).toEqual(["size of specToHub: integerOf(from.size)"]);
  });

  test("stays where the author confirmed a name, or denied it", async () => {
    const before: Fields = [{ replicaCount: text }, { replicas: text }];
    const more: Fields = [
      { replicaCount: text, zone: text },
      { replicas: text, zone: text },
    ];
    const confirmed = await merged(before, more, (code) => code.replaceAll(/ *\/\/ CONFIRM.*\n/g, ""));
    expect(confirmed.text).not.toContain("CONFIRM");
    expect(confirmed.differing).toEqual([]);
    const denied = await merged(before, more, (code) =>
      code.replaceAll(/ *\/\/ CONFIRM.*\n( *\w+): from\.\w+,/g, "$1: undefined,"),
    );
    expect(denied.text).toContain("    replicas: undefined,\n    zone: from.zone,\n");
    expect(denied.differing).toEqual([
      "replicas of specToHub: from.replicaCount",
      "replicaCount of specFromHub: from.replicas",
    ]);
  });

  test("keeps its quotes, its semicolons and its indentation", async () => {
    const { text: result } = await merged(
      one,
      [
        { size: integer, "a-b": text },
        { size: integer, "a-b": text },
      ],
      (code) => code.replaceAll('"', "'").replaceAll(/;$/gm, "").replaceAll(/^( +)/gm, "$1$1"),
    );
    expect(result).toContain("\n        size: from.size,\n        'a-b': from['a-b'],\n    }\n");
  });

  test("stays where it reads no `from`, and where it spreads an object", async () => {
    const more: Fields = [
      { size: integer, zone: text },
      { size: integer, zone: text },
    ];
    const destructured = await merged(one, more, (code) =>
      code.replace(
        /specToHub\(from: (.*)\): (.*) \{\n {2}return \{\n.*\n/,
        "specToHub({ size }: $1): $2 {\n  return {\n    size,\n",
      ),
    );
    expect(destructured.text).toContain("    size,\n  };");
    expect(destructured.differing).toEqual(["size of specToHub: from.size", "zone of specToHub: from.zone"]);
    const spread = await merged(one, more, (code) => code.replaceAll("    size: from.size,", "    ...from,"));
    expect(spread.changed).toEqual([]);
  });

  test("stays for a field that the version no longer has, which tsop names", async () => {
    const { text: result, differing } = await merged(
      [
        { a: text, b: text },
        { a: text, b: text },
      ],
      [{ a: text }, { a: text }],
      (code) => code.replace("b: from.b,", "b: from.b ?? mine(),"),
    );
    expect(result).toContain("b: from.b ?? mine(),");
    expect(result.match(/b: from\.b,/g)).toBeNull();
    expect(differing).toEqual(["b of specToHub: no such field"]);
  });
});

test.each<[string, (text: string) => string]>([
  ["without spoke", (code) => code.replace("= spoke(", "= mySpoke(")],
  ["with a converter in a constant", (code) => code.replace(/\{\n {4}toHub[\s\S]*?\n {2}\},\n/, "converter,\n")],
  ["that returns one of two objects", (code) => code.replace("(from) => ({", "(from) => from ? {} : ({")],
])("a conversion %s has no form that tsop extends", async (_, edit) => {
  await expect(merged(one, one, edit)).rejects.toThrow("not merged");
});
