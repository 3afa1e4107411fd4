import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PackedTypes, RecursiveTypeFault } from "../../src/schema/packed-types.js";

const types = new PackedTypes();

describe("the packed types", () => {
  const folder = new URL("../../src/k8s/", import.meta.url);
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.replace(/\.ts$/, ""));

  test.each(modules)("of %s are those that tsop/k8s exports", (module) => {
    const text = readFileSync(new URL(`${module}.ts`, folder), "utf8");
    const exported = Array.from(text.matchAll(/^export (?:interface|type) (\w+)/gm), ([, name = ""]) => name);
    expect(exported.filter((name) => types.find(module, name) === undefined)).toEqual([]);
  });

  test.each(modules)("of %s all have a schema, or contain themselves", (module) => {
    for (const name of types.names(module)) {
      try {
        expect(types.find(module, name)?.schema()).toBeTypeOf("object");
      } catch (fault) {
        expect(fault).toBeInstanceOf(RecursiveTypeFault);
      }
    }
  });
});

test("a schema is a new one at each call", () => {
  const first = types.find("core/v1", "PodSpec")?.schema();
  if (first?.properties) delete first.properties["containers"];
  expect(types.find("core/v1", "PodSpec")?.schema().properties).toHaveProperty("containers");
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
