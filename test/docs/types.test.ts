import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseAllYaml } from "../../src/core/yaml.js";
import { runManifests } from "../support/manifest-cases.js";

const page = readFileSync(new URL("../../docs/reference/types.md", import.meta.url), "utf8");
const rows = Array.from(
  page.matchAll(/^\| (`{1,2}) ?(.+?) ?\1 \| `(\{.*?\})`(?: \(.*\))? \|$/gm),
  ([, , type = "", schema = ""]) => ({
    type: type.replaceAll("\\|", "|"),
    schema,
  }),
);

describe("docs/reference/types.md shows the schema of", () => {
  test.each(rows)("$type", ({ type, schema }) => {
    const { artifacts, diagnostics } = runManifests({
      "api/v1/bar_types.ts": `import { type AtomicList, type Base64, type CustomResource, defineKind, type Double, type Duration, type Int32,
  type Int64, type Integer, type IntOrString, type ListMap, type ListSet, type RawExtension, type Time } from "tsop";
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec: { field?: ${type} } }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`,
    });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const crd = artifacts.find(({ path }) => path.startsWith("config/crd/"))?.content ?? "";
    expect(parseAllYaml(crd, "crd")[0]).toHaveProperty(
      "spec.versions.0.schema.openAPIV3Schema.properties.spec.properties.field",
      JSON.parse(schema),
    );
  });

  test("every row of its tables", () => {
    expect(rows.length).toBe(page.split("\n").filter((line) => /^\| `/.test(line)).length);
  });
});
