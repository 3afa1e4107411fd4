import { describe, expect, test } from "vitest";
import type { Field } from "../../src/model/type-model.js";
import { readSources } from "../../src/source/load.js";
import { type FileMap, memoryHost, runManifests } from "../support/manifest-cases.js";

const bar = (spec: string, imports: string): FileMap => ({
  "api/v1/bar_types.ts": `import { type CustomResource, defineKind } from "tsop";
${imports}
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec: ${spec} }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`,
});

const library: FileMap = {
  "node_modules/shapes/package.json": JSON.stringify({
    name: "shapes",
    exports: {
      ".": { types: "./types/index.d.ts", default: "./index.js" },
      "./round": { types: "./types/round.d.ts" },
    },
  }),
  "node_modules/shapes/types/index.d.ts": `export * from "./square.js";
/** @internalTag of another tool */
export interface Shape {
  /**
   * A colour.
   * @defaultValue red
   * @unheardOf
   * @maxLength 5
   */
  colour: string;
  inner: import("./square.js").Square;
}
`,
  "node_modules/shapes/types/square.d.ts": `import { Unit } from "units";
export declare class Square { side: number; unit: Unit; area(): number }
`,
  "node_modules/shapes/types/round.d.ts": `export type Round = { radius: 1 | 2 };`,
  "node_modules/units/package.json": JSON.stringify({ name: "units", types: "index.d.ts" }),
  "node_modules/units/index.d.ts": `export declare enum Unit { Metre = "m", Foot = "ft" }`,
};

function fieldsOf(files: FileMap): readonly Field[] {
  const { model, diagnostics } = readSources({ root: "/nowhere", host: memoryHost(files) });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const spec = model.kinds[0]?.type.type;
  const inner = spec?.kind === "object" ? spec.fields.find(({ name }) => name === "spec")?.use.type : undefined;
  return inner?.kind === "object" ? inner.fields : [];
}

describe("types of other packages", () => {
  test("are read from their declarations, through all that they import", () => {
    const fields = fieldsOf({ ...bar("Shape & Round", imported), ...library });
    expect(fields.map(({ name }) => name)).toEqual(["colour", "inner", "radius"]);
  });

  const imported = 'import type { Shape } from "shapes";\nimport type { Round } from "shapes/round";';

  test("count with the tags that are ours, and without complaint about others", () => {
    const { artifacts, diagnostics } = runManifests({ ...bar("Shape", imported), ...library });
    expect(diagnostics.map(({ code }) => code)).toEqual(["type/ambiguous-number"]);
    const crd = artifacts.find(({ path }) => path.startsWith("config/crd/"))?.content;
    expect(crd).toContain("maxLength: 5");
    expect(crd).toContain("- ft");
  });

  test("that are not there are named with their package", () => {
    const { diagnostics } = runManifests(bar("Shape", 'import type { Shape } from "shapes";'));
    expect(diagnostics).toMatchObject([
      { code: "type/unsupported", message: expect.stringContaining("package shapes") as string },
    ]);
  });

  test("that their package does not export are named with its file", () => {
    const { diagnostics } = runManifests({ ...bar("Circle", 'import type { Circle } from "shapes";'), ...library });
    expect(diagnostics).toMatchObject([
      { code: "type/unresolved", message: "Circle is not declared in node_modules/shapes/types/index.d.ts" },
    ]);
  });
});

describe("a path that tsconfig.json names", () => {
  const files: FileMap = {
    ...bar("Part", 'import type { Part } from "@types/part";'),
    "shared/part.ts": "export interface Part { name: string }",
  };

  test.each([
    ["with comments", '{ /* x */ "compilerOptions": { "paths": { "@types/*": ["./shared/*"] }, } }'],
    ["from its baseUrl", '{ "compilerOptions": { "baseUrl": "./shared", "paths": { "@types/*": ["./*"] } } }'],
  ])("is followed, %s", (_, config) => {
    expect(fieldsOf({ ...files, "tsconfig.json": config }).map(({ name }) => name)).toEqual(["name"]);
  });

  test.each(["{", "[]", '{"compilerOptions": null}', ""])(
    "that cannot be read (%j) is as if it were not there",
    (config) => {
      expect(runManifests({ ...files, "tsconfig.json": config }).diagnostics).toMatchObject([
        { code: "type/unsupported" },
      ]);
    },
  );
});

describe("an import of a missing file", () => {
  const controller = (imports: string): FileMap => ({
    ...bar("{ size: number }", ""),
    "controllers/bar_controller.ts": `import type { Client } from "tsop";
${imports}
export const find = (client: Client) => client.get(Bar, { namespace: "a", name: "b" });
`,
  });
  const faultsOf = (files: FileMap): string[] =>
    readSources({ root: "/nowhere", host: memoryHost(files) })
      .diagnostics.filter(({ severity }) => severity === "error")
      .map(({ code, message, at }) => `${at?.file}:${at?.line}:${at?.column} ${code}: ${message}`);

  test("is an error, since the permissions for its kinds would be missing", () => {
    const files = controller('import { Bar } from "../api/v1/baz_types.js";');
    expect(faultsOf(files)).toEqual([
      'controllers/bar_controller.ts:2:21 source/import-not-found: cannot import "../api/v1/baz_types.js": the file does not exist',
    ]);
  });

  test("of a deleted controller is reported where the code still runs it", () => {
    const main =
      'import { runManager } from "tsop";\nimport { BarReconciler } from "./controllers/bar_controller.js";\n';
    expect(faultsOf({ ...bar("{ size: number }", ""), "main.ts": main })).toEqual([
      'main.ts:2:31 source/import-not-found: cannot import "./controllers/bar_controller.js": the file does not exist',
    ]);
  });

  test("is the only error: an existing file that does not parse has its own", () => {
    const main = 'import { runManager } from "tsop";\nimport { helper } from "./controllers/helper.js";\n';
    const helper = { "controllers/helper.ts": "export const = ;" };
    expect(faultsOf({ ...bar("{ size: number }", ""), ...helper, "main.ts": main })).toEqual([]);
  });

  test.each([
    'import { Bar } from "../api/v1/bar_types.js";\nexport * from "./helper.js";\nimport data from "./data.json";',
    'import { Bar } from "../api/v1/bar_types";\nimport { x } from "elsewhere";',
  ])("is nothing of a package, of JavaScript or of data: %j", (imports) => {
    const others = { "controllers/helper.js": "export const x = 1;", "controllers/data.json": "{}" };
    expect(faultsOf({ ...controller(imports), ...others })).toEqual([]);
  });
});

describe("what the sources import of other folders of the project", () => {
  const controller = `import { type Client } from "tsop";
import { sync } from "../stages/sync.js";
export const run = (client: Client): Promise<void> => sync(client);
`;
  const sync = `import { type Client } from "tsop";
import { ConfigMap } from "tsop/k8s/core/v1";
import { tidy } from "./deeper/tidy.js";
export async function sync(client: Client): Promise<void> {
  await client.get(ConfigMap, { name: "a" });
  await tidy(client);
}
`;
  const tidy = `import { type Client, type CustomResource, defineKind } from "tsop";
import { sync } from "../sync.js";
export interface Foreign extends CustomResource<"other.com/v1", "Foreign"> { spec: object }
export const Foreign = defineKind<Foreign>("other.com/v1", "Foreign");
/** @rbac urls=/metrics verbs=get */
export async function tidy(client: Client): Promise<void> {
  await client.delete(Foreign, { name: sync.name });
}
`;
  const files: FileMap = {
    "controllers/bar_controller.ts": controller,
    "stages/sync.ts": sync,
    "stages/deeper/tidy.ts": tidy,
    "stages/unused.ts": sync.replaceAll("ConfigMap", "Secret"),
  };
  const host = { ...memoryHost(files), files: () => ["controllers/bar_controller.ts"] };
  const { model, diagnostics } = readSources({ root: "/nowhere", host });

  test("is read for permissions, as far as imports lead", () => {
    expect(diagnostics).toEqual([]);
    expect(model.permissions.map(({ kind, verbs }) => `${kind}: ${verbs.join(",")}`)).toEqual([
      "ConfigMap: get",
      "Foreign: delete",
    ]);
    expect(model.rbac).toHaveLength(1);
  });

  test("makes no CRDs: kinds that stand there are those of others", () => {
    expect(model.kinds).toEqual([]);
  });

  test("is looked for within the project alone", () => {
    const outside: FileMap = { "controllers/a.ts": 'import "../../x.js";\nimport "./gone.js";', "../x.ts": sync };
    const read = readSources({ root: "/nowhere", host: { ...memoryHost(outside), files: () => ["controllers/a.ts"] } });
    expect(read.model.permissions).toEqual([]);
  });
});
