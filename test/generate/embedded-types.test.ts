import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseAllYaml } from "../../src/core/yaml.js";
import type { Schema } from "../../src/schema/schema.js";
import { schemaMeaning } from "../support/crd-semantics.js";
import { runManifests } from "../support/manifest-cases.js";

const folder = new URL("../data/embedded-types/", import.meta.url);
const go = readFileSync(new URL("types.go.txt", folder), "utf8");

/** The fields of the Go type, as TypeScript would have them. */
const fields = Array.from(
  go.matchAll(/^\t\w+ +(\[\])?(\w+)\.(\w+) +`json:"(\w+)"`/gm),
  ([, list, alias = "", type = "", name = ""]) => ({
    name,
    type,
    module: alias === "metav1" ? "meta/v1" : alias.replace(/(v\d)$/, "/$1"),
    list: list ?? "",
  }),
);

function crdOf(chosen: typeof fields): Schema {
  const imports = chosen.map(
    ({ type, module }, index) => `import type { ${type} as T${index} } from "tsop/k8s/${module}";`,
  );
  const spec = chosen.map(({ name, list }, index) => `${name}: T${index}${list};`);
  const { artifacts, diagnostics } = runManifests({
    "api/v1/embed_types.ts": `import { type CustomResource, defineKind } from "tsop";
${imports.join("\n")}
export interface Embed extends CustomResource<"kubernetes.abc.com/v1", "Embed"> { spec: { ${spec.join(" ")} } }
export const Embed = defineKind<Embed>("kubernetes.abc.com/v1", "Embed");
`,
  });
  expect(diagnostics.filter(({ code }) => code !== "crd/too-large" && code !== "sample/incomplete")).toEqual([]);
  const crd = artifacts.find(({ path }) => path.startsWith("config/crd/"))?.content ?? "";
  return specOf(parseAllYaml(crd, "crd")[0]);
}

function specOf(crd: unknown): Schema {
  const { spec } = crd as { spec: { versions: { schema: { openAPIV3Schema: Schema } }[] } };
  return spec.versions[0]?.schema.openAPIV3Schema.properties?.["spec"] ?? {};
}

function meaningOf(schema: Schema | undefined): unknown {
  // A schema is made of nothing but JSON.
  return schemaMeaning(schema as Parameters<typeof schemaMeaning>[0]);
}

describe("a type of Kubernetes' own", () => {
  const reference = gunzipSync(readFileSync(new URL("controller-gen.yaml.gz", folder))).toString();
  const expected = specOf(parseAllYaml(reference, "reference")[0]);

  test.each(fields)("is embedded as controller-gen embeds it: $module $type", (field) => {
    const made = crdOf([field]).properties?.[field.name];
    const wanted = expected.properties?.[field.name];
    expect(wanted).toBeDefined();
    expect(meaningOf(made)).toEqual(meaningOf(wanted));
  });

  test("is one of many", () => {
    expect(fields.length).toBeGreaterThan(35);
  });
});
