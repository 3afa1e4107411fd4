import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { manifests } from "../../src/commands/manifests.js";
import { TsopError } from "../../src/core/errors.js";
import { parseAllYaml } from "../../src/core/yaml.js";
import { barProject, types } from "../support/bar-project.js";
import { recordingContext } from "../support/recording-context.js";
import { snapshot, tempFolder, writeFiles } from "../support/temp-folder.js";

const crd = "config/crd/bases/foo.abc.com_bars.yaml";
const role = "config/rbac/role.yaml";
const sample = "config/samples/foo_v1_bar.yaml";
const full = "config/samples/variants/foo_v1_bar_full.yaml";
const schema = "config/schemas/foo_v1_bar.json";
const all = [crd, role, sample, full, schema];

function project() {
  const cwd = tempFolder(barProject);
  const context = recordingContext({ cwd });
  return { cwd, context, read: (file: string) => readFileSync(path.join(cwd, file), "utf8") };
}

/** All files but tsop's own memory. */
function files(cwd: string): Record<string, string> {
  return Object.fromEntries(Object.entries(snapshot(cwd)).filter(([name]) => !name.startsWith(".tsop")));
}

describe("tsop manifests", () => {
  test("writes the CRD, the role, the samples and the schema for editors, and says so", async () => {
    const { context, read } = project();
    expect(await manifests({}, context)).toMatchObject({
      exitCode: 0,
      text: all.map((file) => `create     ${file}`).join("\n"),
      json: { changes: all.map((file) => ({ kind: "create", path: file })), upToDate: 0, kept: [] },
    });
    expect(read(crd)).toContain("name: bars.foo.abc.com");
  });

  test("a second time writes nothing", async () => {
    const { cwd, context } = project();
    await manifests({}, context);
    const before = snapshot(cwd);
    expect((await manifests({}, context)).text).toBe("5 files are up to date");
    expect(snapshot(cwd)).toEqual(before);
  });

  test("does not touch a file that is up to date, in a full run and in a repeated one", async () => {
    const { cwd, context } = project();
    await manifests({}, context);
    const past = new Date("2001-02-03T04:05:06Z");
    for (const file of all) utimesSync(path.join(cwd, file), past, past);
    await manifests({}, context);
    rmSync(path.join(cwd, ".tsop"), { recursive: true });
    expect((await manifests({}, context)).text).toBe("5 files are up to date");
    for (const file of all) expect(statSync(path.join(cwd, file)).mtime).toEqual(past);
  });

  test("sees that PROJECT has changed", async () => {
    const { cwd, context, read } = project();
    await manifests({}, context);
    writeFiles(cwd, { PROJECT: read("PROJECT").replace("demo", "other") });
    expect((await manifests({}, context)).json["changes"]).toEqual(
      [sample, full].map((file) => ({ kind: "overwrite", path: file })),
    );
  });

  test("writes only what has changed", async () => {
    const { cwd, context } = project();
    await manifests({}, context);
    writeFiles(cwd, { "api/v1/bar_types.ts": types.replace("@minimum 1", "@minimum 2") });
    expect((await manifests({}, context)).json["changes"]).toEqual(
      [crd, full, schema].map((file) => ({ kind: "overwrite", path: file })),
    );
  });

  test("leaves an edited sample alone, then and in the runs after that", async () => {
    const { cwd, context, read } = project();
    await manifests({}, context);
    const edited = `${read(sample)}  # mine\n`;
    writeFiles(cwd, { [sample]: edited, "api/v1/bar_types.ts": types.replace("@minimum 1", "@minimum 2") });
    expect((await manifests({}, context)).json["kept"]).toEqual([sample]);
    expect((await manifests({}, context)).json["kept"]).toEqual([sample]);
    expect(read(sample)).toBe(edited);
  });

  test.each<[string, (cwd: string) => void]>([
    ["was deleted", (cwd) => rmSync(path.join(cwd, crd))],
    ["was edited", (cwd) => writeFileSync(path.join(cwd, crd), "kind: Other\n")],
    ["was edited after a damaged memory", (cwd) => writeFiles(cwd, { [crd]: "", ".tsop/manifests.json": "{" })],
  ])("regenerates a file that %s", async (_what, damage) => {
    const { cwd, context, read } = project();
    await manifests({}, context);
    const before = read(crd);
    damage(cwd);
    await manifests({}, context);
    expect(read(crd)).toBe(before);
  });

  test("sees a new source file, and a new stale CRD", async () => {
    const { cwd, context } = project();
    await manifests({}, context);
    writeFiles(cwd, {
      "api/v1/baz_types.ts": types.replaceAll("Bar", "Baz"),
      "config/crd/bases/foo.abc.com_olds.yaml": "kind: CustomResourceDefinition\n",
    });
    expect((await manifests({}, context)).json["changes"]).toContainEqual({
      kind: "create",
      path: "config/crd/bases/foo.abc.com_bazs.yaml",
    });
    expect(context.recording.warnings.join("\n")).toContain("crd/stale");
  });

  test("says a warning again although nothing has changed", async () => {
    const { cwd, context } = project();
    writeFiles(cwd, { "api/v1/bar_types.ts": types.replace("Int32;", "number;") });
    await manifests({}, context);
    await manifests({}, context);
    const [first, second] = context.recording.warnings;
    expect(first).toContain("api/v1/bar_types.ts:7");
    expect(second).toBe(first);
  });
});

describe("generators and folders", () => {
  test("tsop writes only the output of the named generators, to the given folders", async () => {
    const { cwd, context } = project();
    const result = await manifests({ generators: ["crd"], crdDir: "charts/crds" }, context);
    expect(result.text).toBe("create     charts/crds/foo.abc.com_bars.yaml");
    expect(Object.keys(files(cwd)).filter((name) => name.endsWith(".yaml"))).toEqual([
      "charts/crds/foo.abc.com_bars.yaml",
    ]);
  });

  test("a run with other options is not taken for one in which nothing has changed", async () => {
    const { context } = project();
    await manifests({}, context);
    expect((await manifests({ out: "deploy" }, context)).text).toContain("create     deploy/rbac/role.yaml");
    expect((await manifests({ generators: ["rbac"] }, context)).text).toBe("1 file is up to date");
    expect((await manifests({}, context)).text).toBe("5 files are up to date");
  });

  test("all in one folder is fine, and nothing there is taken for a stale CRD", async () => {
    const { context } = project();
    const options = { crdDir: "all", rbacDir: "all", samplesDir: "all", variantsDir: "all", schemasDir: "all" };
    await manifests(options, context);
    expect((await manifests({ ...options, strict: true }, context)).text).toBe("5 files are up to date");
    expect(context.recording.warnings).toEqual([]);
  });

  test("--stdout prints all documents and writes nothing", async () => {
    const { cwd, context } = project();
    await manifests({}, context);
    writeFiles(cwd, { [sample]: "kind: Mine\n" });
    const before = snapshot(cwd);
    const { text, json } = await manifests({ stdout: true }, context);
    const documents = parseAllYaml(text, "stdout") as { kind: string }[];
    expect(documents.map(({ kind }) => kind)).toEqual(["CustomResourceDefinition", "ClusterRole", "Bar"]);
    expect(json["files"]).toMatchObject([{ path: crd }, { path: role }, { path: sample }]);
    expect(snapshot(cwd)).toEqual(before);
  });

  test("--stdout of one generator is its documents", async () => {
    const { context } = project();
    expect((await manifests({ stdout: true, generators: ["samples"] }, context)).text).toMatch(
      /^---\n# Generated .*\n/,
    );
  });
});

describe("a preview writes nothing", () => {
  test("--check ends with 3 and a diff when something is not up to date, and with 0 when all is", async () => {
    const { cwd, context } = project();
    const before = files(cwd);
    const drift = await manifests({ check: true }, context);
    expect(drift.exitCode).toBe(3);
    expect(drift.text).toContain(`+++ b/${crd}`);
    expect(drift.diagnostics).toMatchObject(
      all.map((file) => ({ code: "manifests/out-of-date", severity: "error", at: { file } })),
    );
    expect(files(cwd)).toEqual(before);
    await manifests({}, context);
    expect((await manifests({ check: true }, context)).exitCode).toBe(0);
  });

  test("--dry-run lists what would be written, --diff shows it", async () => {
    const { cwd, context } = project();
    const before = files(cwd);
    expect((await manifests({ dryRun: true }, context)).text).toContain(`create     ${crd}`);
    expect((await manifests({ dryRun: true, diff: true }, context)).text).toContain("+kind: CustomResourceDefinition");
    expect(files(cwd)).toEqual(before);
  });
});

describe("with something wrong, nothing is written", () => {
  const refusal = async (sources: Readonly<Record<string, string>>, options = {}): Promise<TsopError> => {
    const { cwd, context } = project();
    writeFiles(cwd, sources);
    const before = files(cwd);
    const error: unknown = await manifests(options, context).catch((thrown: unknown) => thrown);
    expect(files(cwd)).toEqual(before);
    if (!(error instanceof TsopError)) throw new Error("it was accepted");
    return error;
  };

  test("an error in the types is named with its place and the way out", async () => {
    const error = await refusal({ "api/v1/bar_types.ts": types.replace("@minimum", "@minimun") });
    expect(error.diagnostics).toMatchObject([
      { code: "tag/unknown", at: { file: "api/v1/bar_types.ts", line: 6 }, hint: "Did you mean @minimum?" },
    ]);
  });

  test("a file that does not parse is all that is reported", async () => {
    const error = await refusal({
      "api/v1/bar_types.ts": `${types}export interface Broken {\n`,
      "config/crd/bases/foo.abc.com_olds.yaml": "kind: CustomResourceDefinition\n",
    });
    expect(error.diagnostics).toMatchObject([{ code: "source/syntax", at: { file: "api/v1/bar_types.ts", line: 12 } }]);
  });

  test.each([
    ["interface Bar", types.replace("export interface", "interface")],
    ["const Bar", types.replace("export const", "const")],
  ])("a kind whose %s is not exported, and that a controller imports, is named", async (text, source) => {
    const controller = `import type { Client } from "tsop";
import { Bar } from "../api/v1/bar_types.js";
export const read = (client: Client) => client.get(Bar, { namespace: "a", name: "b" });
`;
    const error = await refusal({ "api/v1/bar_types.ts": source, "controllers/bar_controller.ts": controller });
    expect(error.diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([
      {
        code: "kind/invalid",
        message: `${text} is not exported, and controllers/bar_controller.ts imports it`,
        at: { file: "api/v1/bar_types.ts" },
        hint: `Write: export ${text} …`,
      },
    ]);
  });

  describe.each([
    ["export * from", 'export * from "./bar_types.js";\n', "Bar"],
    ["two of them", 'export * from "./all.js";\n', "Bar"],
    ["export { … } from", 'export { Bar } from "./bar_types.js";\n', "Bar"],
    ["another name", 'export { Bar as Foo } from "./bar_types.js";\n', "Foo"],
  ])("behind an index (%s)", (_, index, name) => {
    const all = { "api/v1/all.ts": 'export * from "./bar_types.js";\n', "api/v1/index.ts": index };
    const controller = `import type { Client } from "tsop";
import { ${name} } from "../api/v1/index.js";
export const read = (client: Client) => client.get(${name}, { namespace: "a", name: "b" });
`;

    test("a kind that is not exported is named, once for each declaration, and nothing else", async () => {
      const source = types.replace("export interface", "interface").replace("export const", "const");
      const error = await refusal({
        ...all,
        "api/v1/bar_types.ts": source,
        "controllers/bar_controller.ts": controller,
      });
      expect(error.diagnostics.map(({ code, at, message }) => `${code} ${at?.file ?? ""} ${message}`)).toEqual([
        "kind/invalid api/v1/bar_types.ts interface Bar is not exported, and controllers/bar_controller.ts imports it",
        "kind/invalid api/v1/bar_types.ts const Bar is not exported, and controllers/bar_controller.ts imports it",
      ]);
    });

    test.each([
      ["at once", types],
      [
        "in a list",
        `${types.replace("export interface", "interface").replace("export const", "const")}export { Bar };\n`,
      ],
    ])("a kind that is exported %s is found", async (_how, source) => {
      const { cwd, context } = project();
      writeFiles(cwd, { ...all, "api/v1/bar_types.ts": source, "controllers/bar_controller.ts": controller });
      await manifests({}, context);
      expect(files(cwd)["config/rbac/role.yaml"]).toContain("- bars\n");
    });
  });

  test("--strict makes a warning an error", async () => {
    const error = await refusal({ "api/v1/bar_types.ts": types.replace("Int32;", "number;") }, { strict: true });
    expect(error.diagnostics).toMatchObject([{ severity: "error", at: { line: 7 } }]);
  });

  test("PROJECT that is broken is named with the line", async () => {
    const error = await refusal({ PROJECT: "version: '3'\n  domain: [\n" });
    expect(error).toMatchObject({ code: "project/invalid" });
  });

  test("a folder that is no project's says how to make one", async () => {
    const context = recordingContext({ cwd: tempFolder() });
    await expect(manifests({}, context)).rejects.toMatchObject({
      code: "project/not-found",
      hint: expect.stringContaining("tsop init") as string,
    });
  });
});
