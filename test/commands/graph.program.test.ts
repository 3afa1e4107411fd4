import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { graph } from "../../src/commands/graph.js";
import type { GraphOptions } from "../../src/commands/declared/generate.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const project = {
  PROJECT: 'domain: abc.com\nlayout:\n- typescript.tsop.dev/v1\nprojectName: shop\nversion: "3"\n',
  "api/v1/bar_types.ts": `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec: { name?: string } }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`,
  "controllers/bar_controller.ts": `import type { Manager, Reconciler } from "tsop";
import { Deployment } from "tsop/k8s/apps/v1";
import { Bar } from "../api/v1/bar_types.js";
export const setUp = (manager: Manager, reconciler: Reconciler) => manager.controller("bar").for(Bar).owns(Deployment).complete(reconciler);
`,
};
const places = "# Shop\n\n<!-- tsop:graph -->\n<!-- /tsop:graph -->\n";

async function run(files: Readonly<Record<string, string>>, options: GraphOptions) {
  const folder = tempFolder(files);
  const context = recordingContext({ cwd: folder });
  const result = await graph(options, context);
  return { ...result, folder, context, warnings: context.recording.warnings };
}

const failure = async (files: Readonly<Record<string, string>>, options: GraphOptions) => {
  const folder = tempFolder(files);
  const error: unknown = await graph(options, recordingContext({ cwd: folder })).catch((cause: unknown) => cause);
  return { error, folder };
};

test("prints Mermaid, JSON or SVG", async () => {
  const { text, json } = await run(project, {});
  expect(text).toContain('kind_Bar_foo_abc_com ==>|"owns"| kind_Deployment_apps');
  expect(json).toMatchObject({
    generator: "tsop graph",
    nodes: [{ name: "bar" }, { name: "Bar" }, { name: "Deployment" }],
  });
  expect(JSON.parse((await run(project, { format: "json" })).text)).toEqual(json);
  expect((await run(project, { format: "svg" })).text).toMatch(/^<\?xml [^]*<\/svg>$/);
});

test("shows the kinds that the extension API server serves, with their storage", async () => {
  const resources = `resources:
- domain: abc.com
  group: foo
  kind: Bar
  path: api/v1
  version: v1
plugins:
  apiserver.tsop.dev/v1:
    resources:
    - domain: abc.com
      group: foo
      kind: Bar
      storage: sqlite
      version: v1
`;
  const files = { ...project, PROJECT: project.PROJECT.replace("version:", `${resources}version:`) };
  const { text, json } = await run(files, {});
  expect(text).toContain('server_apiserver[("apiserver<br/>extension API server")]');
  expect(text).toContain('server_apiserver -->|"serves #40;sqlite#41;"| kind_Bar_foo_abc_com');
  const edges = (json as { edges: { type: string }[] }).edges.filter(({ type }) => type === "serve");
  expect(edges).toMatchObject([{ from: "server_apiserver", labels: ["serves (sqlite)"], files: ["apiserver.ts"] }]);
  expect((await run(files, { format: "svg" })).text).toContain("extension API server");
});

test("writes what --out names, each in its form, and is content the second time", async () => {
  const out = ["README.md", "docs/shop.svg", "shop.mmd", "shop.json"];
  const { folder, context, exitCode } = await run({ ...project, "README.md": places }, { out });
  expect(exitCode).toBe(0);
  const read = (file: string): string => readFileSync(path.join(folder, file), "utf8");
  expect(read("README.md")).toContain(`# Shop\n\n<!-- tsop:graph -->\n\n\`\`\`mermaid\n${read("shop.mmd")}\`\`\`\n`);
  expect(read("docs/shop.svg")).toContain("</svg>");
  expect(JSON.parse(read("shop.json"))).toMatchObject({ generator: "tsop graph" });
  const again = await graph({ out, check: true }, context);
  expect([again.exitCode, again.text.split("\n")]).toEqual([0, out.map((file) => `${file} is up to date`)]);
});

test("--check finds what the code no longer says, and writes nothing", async () => {
  const { folder, context } = await run({ ...project, "README.md": places }, { out: ["README.md"] });
  const before = readFileSync(path.join(folder, "README.md"), "utf8");
  const controller = path.join(folder, "controllers/bar_controller.ts");
  writeFileSync(controller, readFileSync(controller, "utf8").replaceAll("Deployment", "StatefulSet"));
  const { exitCode, text, diagnostics } = await graph({ out: ["README.md"], check: true }, context);
  expect(exitCode).toBe(3);
  expect(text).toContain("+  kind_StatefulSet_apps");
  expect(text).toContain("Not up to date: run `npx tsop graph --out README.md` and commit.");
  expect(diagnostics).toMatchObject([{ code: "graph/out-of-date", at: { file: "README.md" } }]);
  expect(readFileSync(path.join(folder, "README.md"), "utf8")).toBe(before);
});

test("--dry-run and --diff show what would be written", async () => {
  const { folder, text } = await run(project, { out: ["shop.mmd"], dryRun: true, diff: true });
  expect(text).toContain("+flowchart LR");
  expect(existsSync(path.join(folder, "shop.mmd"))).toBe(false);
});

describe("reports missing parts:", () => {
  test("a project", async () => {
    expect((await failure({}, {})).error).toMatchObject({ code: "project/not-found" });
  });

  test("kinds and controllers", async () => {
    expect((await failure({ PROJECT: project.PROJECT }, {})).error).toMatchObject({ code: "graph/no-controllers" });
  });

  test("a controller, where there are kinds", async () => {
    const { text, warnings } = await run({ ...project, "controllers/bar_controller.ts": "" }, {});
    expect(text).toContain("kind_Bar_foo_abc_com");
    expect(warnings).toEqual([expect.stringContaining("warning graph/no-controllers: the code sets up no controller")]);
  });

  test("the kind of a call", async () => {
    const helper = `import type { Client, KubeObject } from "tsop";\nexport const f = (client: Client, object: KubeObject) => client.update(object);\n`;
    const { warnings } = await run({ ...project, "controllers/helper.ts": helper }, {});
    expect(warnings).toEqual([
      expect.stringContaining(
        "controllers/helper.ts:2:65  warning graph/unresolved: tsop cannot determine the kind in client.update(…)",
      ),
    ]);
  });

  test("errors in the sources", async () => {
    const { error } = await failure({ ...project, "api/v1/bar_types.ts": "export interface {" }, {});
    expect(error).toMatchObject({ code: "source/syntax" });
  });
});

describe("refuses", () => {
  test.each<[GraphOptions, string, string]>([
    [{ check: true }, "usage/invalid-argument", "--check requires --out"],
    [{ dryRun: true }, "usage/invalid-argument", "--dry-run requires --out"],
    [{ out: ["graph.txt"] }, "usage/invalid-argument", "--out graph.txt does not determine a format"],
    [
      { out: ["a.mmd"], format: "svg" },
      "usage/invalid-argument",
      "--format svg does not match --out new.mmd, which is mermaid",
    ],
    [{ out: ["../x.svg"] }, "usage/invalid-argument", "--out ../x.svg is outside the project"],
    [{ out: [""] }, "usage/invalid-argument", "--out names no file"],
    [{ out: ["README.md"] }, "graph/no-place", "README.md does not mark where the graph belongs"],
    [{ out: ["own.svg"] }, "scaffold/collision", "own.svg exists, and tsop graph did not generate it"],
    [{ out: ["api.svg"] }, "files/read-failed", "api.svg"],
  ])("%j", async (options, code, message) => {
    const files = { ...project, "README.md": "# Shop\n", "own.svg": "<svg/>", "api.svg/x": "" };
    const { error, folder } = await failure(
      files,
      options.out === undefined ? options : { ...options, out: ["new.mmd", ...options.out] },
    );
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) as string });
    expect(existsSync(path.join(folder, "new.mmd"))).toBe(false);
  });
});
