import { describe, expect, test } from "vitest";
import { formatDiagnostic, hasErrors } from "../../src/core/diagnostic.js";
import { importCrds } from "../../src/import/import-crd.js";
import { importAgain } from "../support/import-again.js";
import { parsePublishedCrd } from "../support/published-crds.js";
import { pick, randomCrd } from "../support/random-crd.js";
import { crdOf } from "../support/crds.js";
import { seeded } from "../support/seeded.js";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const scraps: readonly Json[] = [
  ..."*/ /** // @default +kubebuilder:skip --- TODO ``` ${x} { ( [ \" ' ` \\ \u0000 \u2028 \ud800 \u202e constructor __proto__ string object array $ref".split(
    " ",
  ),
  "",
  " ",
  "\n",
  "*/ import fs from 'fs'; /*",
  "x".repeat(2000),
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1e300,
  [],
  {},
  [null],
  { type: "string" },
  { type: "object", properties: { "*/": { type: "string", description: "*/" } } },
];

/** Replaces, adds or removes something anywhere in a document. */
function mutate(value: Json, random: () => number): Json {
  const scrap = () => structuredClone(pick(random, scraps));
  const scrapText = () =>
    pick(
      random,
      scraps.filter((item) => typeof item === "string"),
    );
  if (typeof value !== "object" || value === null || random() < 0.05) return scrap();
  if (Array.isArray(value)) {
    const index = Math.floor(random() * (value.length + 1));
    return [
      ...value.slice(0, index),
      index < value.length ? mutate(value[index]!, random) : scrap(),
      ...value.slice(index + 1),
    ];
  }
  const entries = Object.entries(value);
  const choice = random();
  const [name, inner] = entries.length === 0 ? ["", null] : pick(random, entries);
  if (choice < 0.05 || entries.length === 0) return Object.fromEntries([...entries, [scrapText(), scrap()]]);
  if (choice < 0.1) return Object.fromEntries(entries.filter(([key]) => key !== name));
  if (choice < 0.15) return Object.fromEntries(entries.map(([key, item]) => [key === name ? scrapText() : key, item]));
  return Object.fromEntries(entries.map(([key, item]) => [key, key === name ? mutate(inner, random) : item]));
}

/** More of them with ROUNDS=20000; the seed is the same, so the first ones are too. */
const rounds = Number(process.env["ROUNDS"] ?? 400);

describe("whatever a CRD holds", () => {
  test("there are diagnostics or types that parse, and never a crash", () => {
    const random = seeded(4711);
    const published = parsePublishedCrd("kueue/kueue.x-k8s.io_topologies.yaml") as Json;
    let accepted = 0;
    for (let round = 0; round < rounds; round += 1) {
      let crd = round % 2 === 0 ? published : (randomCrd(random) as Json);
      for (let change = Math.ceil(random() * 3); change > 0; change -= 1) crd = mutate(crd, random);
      const context = `round ${round}:\n${JSON.stringify(crd)}`;
      try {
        const { diagnostics, files } = importAgain(crd);
        const syntax = diagnostics.filter(({ code }) => code === "source/syntax" || code === "tag/unknown");
        expect(syntax.map(formatDiagnostic), `${context}\n${Object.values(files).join("\n")}`).toEqual([]);
        if (!hasErrors(diagnostics)) accepted += 1;
      } catch (error) {
        throw new Error(context, { cause: error });
      }
    }
    // Most changes leave a CRD that can still be imported: these are the ones that matter.
    expect(accepted / rounds).toBeGreaterThan(0.3);
  }, 600_000);

  test("a schema that is nested beyond measure is refused", () => {
    let schema: Json = { type: "string" };
    for (let level = 0; level < 20_000; level += 1) schema = { type: "object", properties: { a: schema } };
    const { diagnostics } = importCrds([crdOf({ type: "object", properties: { spec: schema } })], "deep.yaml");
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(/a: the schema is nested more than 64 levels deep$/),
    ]);
  });

  test("a value that is nested beyond measure is refused", () => {
    let value: Json = [];
    for (let level = 0; level < 20_000; level += 1) value = [value];
    const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true, default: value };
    expect(importCrds([crdOf(schema)], "deep.yaml").diagnostics.map(({ message }) => message)).toEqual([
      "bars.example.com: spec.versions[v1].schema.default: the value is nested more than 64 levels deep",
    ]);
  });
});
