import { describe, expect, test } from "vitest";
import { type BuiltInSchema, BuiltInTypes } from "../../src/import/built-in-types.js";
import { TypesWriter } from "../../src/import/types-writer.js";
import type { Schema } from "../../src/schema/schema.js";

const text: Schema = { type: "string" };
const object = (names: string): Schema => ({
  type: "object",
  properties: Object.fromEntries(names.split(" ").map((name) => [name, text])),
});
const typeOf = (module: string, name: string, schema: Schema): BuiltInSchema => ({
  ...{ module, name, fields: Object.keys(schema.properties ?? {}) },
  schema: () => schema,
});
const builtIn = new BuiltInTypes([
  typeOf("core/v1", "Toleration", object("effect key operator tolerationSeconds value")),
  typeOf("core/v1", "SecretKeySelector", object("key name optional")),
  typeOf("core/v1", "ConfigMapKeySelector", object("key name optional")),
  typeOf("core/v1", "HTTPHeader", object("name value")),
  typeOf("core/v1", "Anything", { type: "object" }),
  typeOf("meta/v1", "LabelSelector", object("matchExpressions matchLabels")),
]);

describe("a type of Kubernetes is found", () => {
  test.each<[string, Schema, string[], string | undefined]>([
    ["by many fields", object("effect key operator tolerationSeconds value"), ["x"], "Toleration"],
    ["in whatever order", object("value key operator effect tolerationSeconds"), ["x"], "Toleration"],
    ["whatever is described", { ...object("name value"), description: "A header." }, ["headers"], "HTTPHeader"],
    ["by few fields and a name", object("matchExpressions matchLabels"), ["spec", "selector"], "LabelSelector"],
    ["not by few fields alone", object("name value"), ["spec", "parameter"], undefined],
    [
      "by the name of the field among several",
      object("key name optional"),
      ["env", "secretKeyRef"],
      "SecretKeySelector",
    ],
    ["not where several are as near", object("key name optional"), ["keyRef"], undefined],
    ["not without fields", { type: "object" }, ["anything"], undefined],
    ["not with one field more", object("effect key operator tolerationSeconds value more"), ["toleration"], undefined],
  ])("%s", (_name, schema, path, expected) => {
    expect(builtIn.find(schema, path)?.name).toBe(expected);
  });
});

describe("types that are Kubernetes' own", () => {
  const tolerations: Schema = { type: "array", items: object("effect key operator tolerationSeconds value") };

  test("are imported", () => {
    const writer = new TypesWriter("Bar", builtIn);
    const fields = writer.fields({ properties: { tolerations, selector: object("matchExpressions matchLabels") } }, []);
    expect(fields).toEqual(["  tolerations?: Toleration[];", "  selector?: LabelSelector;"]);
    expect(writer.declarations).toEqual([]);
    expect(writer.imports.print()).toBe(
      [
        'import { type CustomResource, defineKind } from "tsop";',
        'import type { Toleration } from "tsop/k8s/core/v1";',
        'import type { LabelSelector } from "tsop/k8s/meta/v1";',
      ].join("\n"),
    );
  });

  test("get another name where theirs is taken", () => {
    const writer = new TypesWriter("Bar", builtIn);
    const other = { type: "object", properties: { toleration: object("a") } } satisfies Schema;
    expect(writer.fields({ properties: { other, tolerations } }, [])).toEqual([
      "  other?: BarOther;",
      "  tolerations?: CoreToleration[];",
    ]);
    expect(writer.imports.print()).toContain('import type { Toleration as CoreToleration } from "tsop/k8s/core/v1";');
    expect(new TypesWriter("Toleration", builtIn).fields({ properties: { tolerations } }, [])).toEqual([
      "  tolerations?: CoreToleration[];",
    ]);
  });
});
