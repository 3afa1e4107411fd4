/** The conversion that tsop writes for two versions, by what differs. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Schema } from "../../src/schema/schema.js";
import { propertySeed } from "../support/property-seed.js";
import { union, versions } from "./random-versions.js";
import { expectRoundTrip, type Written, writtenConversion } from "./written-conversion.js";

const text: Schema = { type: "string" };
const integer: Schema = { type: "integer", format: "int32" };
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
});
const kindWith = (properties: Record<string, Schema>, required: string[] = []): Schema =>
  object({ spec: object(properties, required) }, ["spec"]);

function converted(v1: Record<string, Schema>, v2: Record<string, Schema>, required: string[] = []): Promise<Written> {
  return writtenConversion(kindWith(v1), kindWith(v2, required));
}

test("round trips lose nothing, for any two versions", async () => {
  await fc.assert(fc.asyncProperty(versions, expectRoundTrip), { seed: propertySeed, numRuns: 8 });
});

describe("the code for fields", () => {
  test("that are equal copies them by name", async () => {
    const { conversion, test: testText, next } = await converted({ size: integer }, { size: integer });
    expect(conversion).toContain("    size: from.size,\n");
    expect(conversion).toContain("{ keepLost: true },");
    expect(testText).not.toContain("converts:");
    expect(next).toEqual([]);
  });

  test.each<[string, Record<string, Schema>, Record<string, Schema>, string, string]>([
    ["to a text", { port: integer }, { port: text }, "from.port?.toString()", "integerOf(from.port)"],
    [
      "to a list",
      { host: text },
      { host: { type: "array", items: text } },
      "from.host !== undefined ? [from.host] : undefined",
      "from.host?.[0]",
    ],
    [
      "to an object of one field",
      { tls: text },
      { tls: object({ secret: text }) },
      "from.tls !== undefined ? { secret: from.tls } : undefined",
      "from.tls?.secret",
    ],
    [
      "to more values",
      { mode: { type: "string", enum: ["a"] } },
      { mode: { type: "string", enum: ["a", "b"] } },
      "mode: from.mode,",
      '(["a"] as const).find((value) => value === from.mode)',
    ],
    ["to null", { note: text }, { note: { ...text, nullable: true } }, "note: from.note,", "from.note ?? undefined"],
    [
      "to a number or a text",
      { port: integer },
      { port: { "x-kubernetes-int-or-string": true } },
      "port: from.port,",
      'typeof from.port === "number" && Number.isInteger(from.port) ? from.port : undefined',
    ],
  ])("whose type changed %s maps the type", async (_, v1, v2, there, back) => {
    const { conversion, next } = await converted(v1, v2);
    expect(conversion).toContain(there);
    expect(conversion).toContain(back);
    expect(conversion).not.toMatch(/TODO|CONFIRM/);
    expect(next).toEqual([]);
  });

  test("in lists and maps calls a function for each item", async () => {
    const rule = object({ name: text, port: integer }, ["name"]);
    const other = object({ name: text, port: text }, ["name"]);
    const listOf = (items: Schema): Schema => ({
      ...{ type: "array", items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
    });
    const { conversion } = await converted(
      { rules: listOf(rule), pools: { type: "object", additionalProperties: rule } },
      { rules: listOf(other), pools: { type: "object", additionalProperties: other } },
    );
    expect(conversion).toContain("rules: from.rules?.map((item) => item && specRulesToHub(item)),");
    expect(conversion).toContain(
      'function specRulesToHub(from: PartOf<NonNullable<Bar["spec"]["rules"]>[number]>): EveryField<PartOf<NonNullable<Hub["spec"]["rules"]>[number]>>',
    );
    expect(conversion).toContain(".map(([key, value]) => [key, value && specPoolsToHub(value)])");
    expect(conversion).toContain(
      '{ keepLost: true, listKeys: { v1: { "spec.rules": ["name"] }, v2: { "spec.rules": ["name"] } } },',
    );
  });

  test("that only one version has leaves them to the annotation", async () => {
    const { conversion, test: testText } = await converted({ legacy: text }, { zone: integer });
    expect(conversion).toContain("// v1 has no field zone. An annotation keeps the value.\n    zone: undefined,");
    expect(conversion).toContain("// v2 has no field legacy. An annotation keeps the value.\n  };");
    expect(testText).not.toContain("converts:");
  });
});

describe("the code for", () => {
  test("a union of objects converts the fields of all members", async () => {
    const [older, newer] = [object({ path: text, size: integer }), object({ path: text, size: text })];
    const { conversion, next } = await converted(
      { backend: union({ file: older, bucket: text }) },
      { backend: union({ file: newer, bucket: text, memory: integer }) },
    );
    const [bar, hub] = [`NonNullable<Bar["spec"]["backend"]>`, `NonNullable<Hub["spec"]["backend"]>`];
    expect(conversion).toContain(
      'import { type AllFields, type EveryField, type ObjectPart, type PartOf, spoke } from "tsop"',
    );
    expect(conversion).toContain(
      `function specBackendToHub(from: PartOf<AllFields<${bar}>>): EveryField<PartOf<AllFields<${hub}>>> {
  return {
    form: from.form,
    file: from.file && specBackendFileToHub(from.file),
    bucket: from.bucket,
    // v1 has no field memory. An annotation keeps the value.
    memory: undefined,
  };`,
    );
    expect(conversion).toContain(`from: PartOf<NonNullable<AllFields<${bar}>["file"]>>`);
    expect(next).toEqual([]);
  });

  test("objects with unknown fields copies these, without the fields that only one version names", async () => {
    const open = (properties: Record<string, Schema>): Schema => ({
      ...{ ...object(properties), "x-kubernetes-preserve-unknown-fields": true },
    });
    const { conversion, next } = await converted(
      { both: open({ a: text, old: text, size: integer }), one: open({ a: text }) },
      { both: open({ a: text, new: integer, size: text }), one: object({ a: text }) },
    );
    expect(conversion).toContain("    ...from, ...{ old: undefined },\n    a: from.a,\n");
    expect(conversion).toContain("    ...from, ...{ new: undefined },\n    a: from.a,\n");
    expect(conversion.match(/\.\.\.from/g)).toHaveLength(2);
    expect(next).toEqual([]);
  });
});

test("a function that reads no field has no parameter, which a linter would report", async () => {
  const { conversion } = await converted({ size: integer }, { zone: text });
  expect(conversion).toContain("spec: specToHub(),");
  expect(conversion).toContain('function specToHub(): EveryField<PartOf<Hub["spec"]>> {');
});

describe("a field with another name", () => {
  test.each<[string, Schema, string, Schema]>([
    ["replicaCount", integer, "replicas", integer],
    [
      "size",
      { ...integer, description: "The number of Pods that run." },
      "pods",
      { ...integer, description: "The number of Pods that run." },
    ],
    ["host", text, "hosts", { type: "array", items: text }],
    ["html", text, "content", object({ html: text, css: text }, ["html"])],
  ])("%s is proposed, and not silently mapped", async (from, schema, to, other) => {
    const { conversion, next } = await converted({ [from]: schema }, { [to]: other });
    expect(conversion).toContain(`// CONFIRM: ${from} of v1 and ${to} of v2 look like the same field.`);
    expect(conversion).toContain(`// CONFIRM: ${to} of v2 and ${from} of v1 look like the same field.`);
    expect(next).toEqual([
      `confirm in webhooks/v1/bar_conversion.ts: spec.${from} of v1 and spec.${to} of v2 look like the same field`,
    ]);
  });

  test.each<[string, Record<string, Schema>, Record<string, Schema>]>([
    ["an unlike name", { size: integer }, { zone: integer }],
    ["another type", { replicaCount: integer }, { replicas: text }],
    ["two equal candidates", { hostName: text }, { hostNames: text, hostNamed: text }],
  ])("with %s is not proposed", async (_, v1, v2) => {
    const { conversion, next } = await converted(v1, v2);
    expect(conversion).not.toContain("CONFIRM");
    expect(next).toEqual([]);
  });
});

describe("what does not follow from the types", () => {
  test("is named in a comment, in the next steps, and in a test that fails", async () => {
    const written = await converted({ size: text }, { size: object({ min: integer, max: integer }), tier: text }, [
      "tier",
    ]);
    expect(written.conversion).toContain("// TODO: convert size: string in v1, object in v2.\n    size: undefined,");
    expect(written.conversion).toContain(
      "// TODO: set tier, which v2 requires and v1 does not have.\n    tier: undefined,",
    );
    expect(written.test).toContain('converts: { v1: ["spec.size"], v2: ["spec.size", "spec.tier"] }');
    expect(written.next).toEqual([
      "convert in webhooks/v1/bar_conversion.ts: spec.size of v2, spec.tier of v2, spec.size of v1; its test fails until then",
    ]);
  });

  test("includes an object and a text, a union of types, and an object without known fields", async () => {
    const union: Schema = { ...object({ a: text }), allOf: [{ required: ["a"] }] };
    const unknown: Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const { test: testText } = await converted(
      { union, unknown },
      { union: object({ a: text, c: text }), unknown: text },
    );
    expect(testText).toContain('converts: { v1: ["spec.union", "spec.unknown"], v2: ["spec.union", "spec.unknown"] }');
  });

  test("excludes a required field with a default, and the member of every object", async () => {
    const { test: testText } = await converted({}, { tier: { ...text, default: "small" } }, ["tier"]);
    expect(testText).not.toContain("converts:");
    expect((await converted({ constructor: text }, { constructor: text })).conversion).toContain(
      "TODO: convert constructor",
    );
  });
});
