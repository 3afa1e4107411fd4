import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { packFiles } from "../../scripts/k8s/pack-files.js";
import { readModules } from "../../scripts/k8s/read-modules.js";
import { PackedTypes, RecursiveTypeFault } from "../../src/schema/packed-types.js";

const types = new PackedTypes();

describe("the packed types", () => {
  const folder = new URL("../../schemas/", import.meta.url);

  test("are what the script makes of data/openapi", () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(fileURLToPath(folder), path.join(entry.parentPath, entry.name)))
      .map((file) => [file.replaceAll(path.sep, "/"), readFileSync(new URL(file, folder), "utf8")] as const);
    expect(new Map(files)).toEqual(packFiles(readModules()));
  });

  test("are small", () => {
    const sizes = [...packFiles(readModules())].map(([file, text]) => ({ file, size: Buffer.byteLength(text) }));
    const total = (texts: boolean): number =>
      sizes
        .filter(({ file }) => file.endsWith(".texts.json") === texts)
        .map(({ size }) => size)
        .reduce((sum, size) => sum + size, 0);
    expect(total(false)).toBeLessThan(250_000);
    expect(total(true)).toBeLessThan(1_000_000);
  });

  /** Scalars, which `tsop` exports, and types that users do not name. */
  const notExported = new Set(["FieldsV1", "MicroTime", "Time"]);

  test.each(types.modules())("of %s are those that tsop/k8s exports", (module) => {
    const text = readFileSync(new URL(`../../src/k8s/${module}.ts`, import.meta.url), "utf8");
    const declared = Array.from(text.matchAll(/^export (?:interface|type) (\w+)/gm), ([, name = ""]) => name);
    const handedOn = Array.from(text.matchAll(/^export type \{ (.+) \} from/gm), ([, names = ""]) => names.split(", "));
    const packed = types.names(module).filter((name) => !notExported.has(name));
    expect(packed.toSorted()).toEqual([...declared, ...handedOn.flat()].toSorted());
  });
});

test("a schema is a new one at each call, in all its parts", () => {
  const type = types.find("meta/v1", "Condition");
  const first = type?.schema();
  first?.required?.pop();
  first?.properties?.["status"]?.enum?.pop();
  delete first?.properties?.["type"];
  expect(type?.schema()).toMatchObject({
    required: ["lastTransitionTime", "message", "reason", "status", "type"],
    properties: { status: { enum: ["True", "False", "Unknown"] }, type: { type: "string" } },
  });
});

test("descriptions are there, unless they are not wanted", () => {
  const type = types.find("core/v1", "SecretKeySelector");
  expect(type?.schema()).toMatchObject({
    description: "SecretKeySelector selects a key of a Secret.",
    properties: { optional: { description: "Specify whether the Secret or its key must be defined" } },
  });
  expect(type?.schema({ descriptions: false })).toEqual({
    type: "object",
    properties: { key: { type: "string" }, name: { type: "string", default: "" }, optional: { type: "boolean" } },
    required: ["key"],
    "x-kubernetes-map-type": "atomic",
  });
});

test("a field's own words come before those of its type", () => {
  const field = types.find("core/v1", "Container")?.schema().properties?.["resources"];
  expect(field?.description).toMatch(/^Compute Resources required by this container/);
  expect(types.find("core/v1", "ResourceRequirements")?.schema().description).toMatch(
    /^ResourceRequirements describes/,
  );
});

test("a type that contains itself cannot be embedded, and the message shows how", () => {
  expect(() => types.find("apiextensions/v1", "JSONSchemaProps")?.schema()).toThrow(
    /JSONSchemaProps contains itself: JSONSchemaProps -> JSONSchemaProps/,
  );
});

test.each([
  ["V1PodSpec", "core/v1", "PodSpec"],
  ["V2HorizontalPodAutoscalerSpec", "autoscaling/v2", "HorizontalPodAutoscalerSpec"],
  ["CoreV1Event", "core/v1", "Event"],
  ["EventsV1Event", "events/v1", "Event"],
  ["V1LabelSelector", "meta/v1", "LabelSelector"],
])("client-node's %s is %s %s", (model, module, name) => {
  expect(types.findModel(model)).toMatchObject({ module, name });
});

test.each(["V1Event", "KubernetesObject", "V9PodSpec", "V1", "", "V1constructor", "FooV1PodSpec"])(
  "client-node's %j is none",
  (model) => {
    expect(types.findModel(model)).toBeUndefined();
  },
);

test.each([
  ["core/v1", "constructor"],
  ["core/v1", "PodSpce"],
  ["core/v9", "PodSpec"],
  ["../package", "name"],
  ["", ""],
])("there is no type %j %j", (module, name) => {
  expect(types.find(module, name)).toBeUndefined();
});

test("the fields of a type are known without its schema", () => {
  for (const name of ["Toleration", "PodSpec"]) {
    const type = types.find("core/v1", name);
    expect(type?.fields()).toEqual(Object.keys(type?.schema().properties ?? {}));
  }
  const recursive = types.find("apiextensions/v1", "JSONSchemaProps");
  expect(() => recursive?.schema()).toThrow(RecursiveTypeFault);
  expect(recursive?.fields()).toContain("additionalProperties");
});
