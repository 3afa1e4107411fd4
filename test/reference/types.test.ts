/** The types of a reference: which types have names, and what refers to what. */
import { describe, expect, test } from "vitest";
import { occurrencesIn, type Package, type TypeRef } from "../../src/reference/reference.js";
import { goldenCases } from "../support/manifest-cases.js";
import { parsePublishedCrd, publishedCrds } from "../support/published-crds.js";
import { onlyPackage, referenceOfCrds, referenceOfTypes, typeNamed } from "../support/reference.js";

const file = (declarations: string, spec: string, imports = ""): Record<string, string> => ({
  "api/v1/bar_types.ts": `import { type CustomResource, defineKind${imports} } from "tsop";
import type { PodSpec } from "tsop/k8s/core/v1";
${declarations}
/** A bar. */
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: ${spec};
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`,
});

/** Prints a reference to a type briefly. */
function brief(type: TypeRef): string {
  switch (type.kind) {
    case "named":
      return `${type.to.name}${type.levels === undefined ? "" : `^${type.levels}`}`;
    case "list":
      return `${brief(type.items.type)}[]`;
    case "map":
      return `{${brief(type.values.type)}}`;
    case "scalar":
      return type.type;
    case "known":
    case "kubernetes":
      return type.name;
    default:
      return type.kind;
  }
}

function typesOf(each: Package): Record<string, unknown> {
  return Object.fromEntries(
    [...each.kinds.map(({ type }) => type), ...each.types].map(({ name, shape }) => [
      name,
      shape.kind === "object"
        ? Object.fromEntries(shape.fields.map((field) => [field.name, brief(field.type)]))
        : shape.kind === "alias"
          ? brief(shape.type)
          : shape.values,
    ]),
  );
}

describe("the types of sources", () => {
  test("keep the names that they have there", () => {
    const read = file(
      `export interface Part { size: Int32; pod?: PodSpec }
       export type Port = Int32;
       export enum Phase { /** Not yet. */ Pending = "Pending", Ready = "Ready" }`,
      "{ parts: Part[]; byName: Record<string, Part>; port: Port; phase: Phase; at: Time; limit: Quantity }",
      ", type Int32, type Time, type Quantity",
    );
    expect(typesOf(onlyPackage(referenceOfTypes(read)))).toEqual({
      Bar: { metadata: "ObjectMeta", spec: "BarSpec" },
      BarSpec: { parts: "Part[]", byName: "{Part}", port: "Port", phase: "Phase", at: "Time", limit: "Quantity" },
      Part: { size: "integer", pod: "PodSpec" },
      Phase: ["Pending", "Ready"],
      Port: "integer",
    });
  });

  test("have the descriptions of an enum's members, and the constraints of the type and of the field apart", () => {
    const read = file(
      `export enum Phase { /** Not yet. */ Pending = "Pending", Ready = "Ready" }
       /** A port.\n * @minimum 1 */
       export type Port = Int32;`,
      "{ phase: Phase;\n /** Own.\n * @maximum 9 */ port: Port }",
      ", type Int32",
    );
    const found = onlyPackage(referenceOfTypes(read));
    const { shape } = typeNamed(found, "Phase");
    expect(shape.kind === "enum" && [...shape.descriptions]).toEqual([["Pending", "Not yet."]]);
    expect(typeNamed(found, "Port")).toMatchObject({ description: "A port.", schema: { minimum: 1 } });
    const spec = typeNamed(found, "BarSpec").shape;
    const port = spec.kind === "object" ? spec.fields.find(({ name }) => name === "port") : undefined;
    expect(port).toMatchObject({ description: "Own.", schema: { maximum: 9 } });
    expect(port?.schema).not.toHaveProperty("minimum");
  });

  test("that contain themselves are one type, with the number of levels", () => {
    const read = file(
      `export interface Node { value: string;\n /** @recursionDepth 3 */ children?: Node[] }`,
      "{ root: Node; other: Node }",
    );
    expect(typesOf(onlyPackage(referenceOfTypes(read)))).toEqual({
      Bar: { metadata: "ObjectMeta", spec: "BarSpec" },
      BarSpec: { root: "Node", other: "Node" },
      Node: { value: "string", children: "Node^3[]" },
    });
  });

  test("of one generic declaration are several types, if they differ", () => {
    const read = file("export interface Box<T> { value: T }", "{ a: Box<string>; b: Box<boolean>; c: Box<string> }");
    expect(typesOf(onlyPackage(referenceOfTypes(read)))).toMatchObject({
      BarSpec: { a: "Box", b: "Box2", c: "Box" },
      Box: { value: "string" },
      Box2: { value: "boolean" },
    });
  });

  test("in one file with a name that differs only in letter case have two names", () => {
    const read = file("export interface BARSPEC { a: string }", "{ b: BARSPEC }");
    const names = Object.keys(typesOf(onlyPackage(referenceOfTypes(read))));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  test("of several versions belong to separate packages", () => {
    const [only] = goldenCases("manifests").filter(({ name }) => name === "versions");
    const { packages } = referenceOfTypes(only?.input ?? {});
    expect(packages.length).toBeGreaterThan(1);
    expect(new Set(packages.map(({ group, version }) => `${group}/${version}`)).size).toBe(packages.length);
  });
});

test("every golden case has a reference, in which every type occurs somewhere", () => {
  const faulty = new Set(["hostile"]);
  for (const { input } of goldenCases("manifests").filter(({ name }) => !faulty.has(name))) {
    for (const each of referenceOfTypes(input).packages) {
      const occurrences = occurrencesIn(each);
      expect(each.types.filter((type) => !occurrences.has(type)).map(({ name }) => name)).toEqual([]);
    }
  }
});

describe("the types of published CRDs", () => {
  test("have the names of their paths, and are Kubernetes' own where they are equal", () => {
    const crd = parsePublishedCrd(publishedCrds().find((name) => name.endsWith("_localqueues.yaml")) ?? "");
    const [first] = referenceOfCrds(crd).packages;
    const types = first === undefined ? {} : typesOf(first);
    expect(types["LocalQueue"]).toEqual({ metadata: "ObjectMeta", spec: "LocalQueueSpec", status: "LocalQueueStatus" });
    expect(types["LocalQueueStatus"]).toMatchObject({ conditions: "Condition[]" });
  });

  test("include no type that occurs nowhere, and no name twice", () => {
    const documents = publishedCrds().filter((_, index) => index % 12 === 0);
    for (const each of referenceOfCrds(...documents.map(parsePublishedCrd)).packages) {
      const occurrences = occurrencesIn(each);
      expect(each.types.filter((type) => !occurrences.has(type))).toEqual([]);
      const names = each.types.map((type) => type.name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
