import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { buildInstaller } from "../../src/commands/build-installer.js";
import { renderedObjects } from "../../src/commands/rendered-objects.js";
import { buildInstaller as declared, type BuildInstallerOptions } from "../../src/commands/declared/cluster.js";
import { setImage } from "../../src/cluster/deploy/images.js";
import { inOrder } from "../../src/cluster/deploy/plan.js";
import { parseAllYaml } from "../../src/core/yaml.js";
import { deployProject, type DeployProjectOptions } from "../support/deploy-project.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const widget = { apiVersion: "demo.example.com/v1", kind: "Widget", metadata: { name: "w", namespace: "demo-system" } };
const large = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "large", namespace: "demo-system" },
  data: { a: "x".repeat(262_144) },
};

function given(project?: DeployProjectOptions, files: Readonly<Record<string, string>> = {}) {
  const context = recordingContext({ cwd: tempFolder({ ...deployProject("demo", project), ...files }) });
  const file = (name: string): string => path.join(context.cwd, name);
  return {
    context,
    read: (name = "dist/install.yaml") => readFileSync(file(name), "utf8"),
    isThere: (name: string) => existsSync(file(name)),
    write: (name: string, text: string) => writeFileSync(file(name), text),
    run: (options: BuildInstallerOptions = {}) => buildInstaller({ img: "demo:v1", ...options }, context),
  };
}

const kindsIn = (text: string): string[] => [...text.matchAll(/^kind: (.*)$/gm)].map(([, kind = ""]) => kind);

describe("the file", () => {
  test("has all objects in the order that they need, and the image", async () => {
    const { run, read, context } = given();
    const result = await run();
    expect(result.text.split("\n")).toEqual([
      "create     dist/install.yaml",
      "Install it with `kubectl apply --server-side -f dist/install.yaml`.",
    ]);
    expect(result.json).toEqual({
      files: ["dist/install.yaml"],
      changes: [{ kind: "create", path: "dist/install.yaml" }],
      diagnostics: [],
    });
    expect(kindsIn(read())).toEqual([
      "CustomResourceDefinition",
      "Namespace",
      "ServiceAccount",
      "ConfigMap",
      "Secret",
      "Deployment",
    ]);
    expect(read()).toContain("image: demo:v1");
    expect(context.recording.warnings).toEqual([]);
  });

  test("is the same for the same sources, and is replaced for others", async () => {
    const { run, read } = given();
    await run();
    const first = read();
    expect((await run()).text).toContain("dist/install.yaml is up to date");
    expect(read()).toBe(first);
    expect((await run({ img: "demo:v2" })).json).toMatchObject({ changes: [{ kind: "overwrite" }] });
    expect(read()).toBe(first.replace("demo:v1", "demo:v2"));
  });

  test("that tsop did not generate stays unchanged", async () => {
    const { run, read } = given({}, { "dist/install.yaml": "mine: true\n" });
    await expect(run()).rejects.toMatchObject({ code: "scaffold/collision", at: { file: "dist/install.yaml" } });
    expect(read()).toBe("mine: true\n");
  });

  test("goes where it is asked for, in the project alone", async () => {
    const { run, isThere } = given();
    await run({ out: "release/all.yaml" });
    expect([isThere("release/all.yaml"), isThere("dist/install.yaml")]).toEqual([true, false]);
    await expect(run({ out: "../all.yaml" })).rejects.toMatchObject({
      code: "usage/invalid-argument",
      message: "--out ../all.yaml is outside the project",
    });
    await expect(run({ out: "" })).rejects.toMatchObject({ message: "--out names no file" });
    await expect(run({ out: "config" })).rejects.toMatchObject({ code: "files/read-failed" });
  });

  test("keeps whole numbers that JavaScript has not", async () => {
    const big = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: big\nspec: 9223372036854775807\n";
    const { run, read, write } = given({}, { "config/default/big.yaml": big });
    write("config/default/kustomization.yaml", "resources:\n- objects.yaml\n- big.yaml\n");
    await run();
    expect(read()).toContain("spec: 9223372036854775807\n");
  });
});

describe("objects of its own kinds", () => {
  test("go to a second file, and that goes with them", async () => {
    const { run, read, isThere, write } = given({ more: [widget] });
    const { text } = await run();
    expect(kindsIn(read())).not.toContain("Widget");
    expect(kindsIn(read("dist/install-objects.yaml"))).toEqual(["Widget"]);
    expect(text).toContain(
      "When the operator is ready, apply the objects of its own kinds: `kubectl apply --server-side -f dist/install-objects.yaml`",
    );
    write("config/default/objects.yaml", deployProject("demo")["config/default/objects.yaml"] ?? "");
    expect((await run()).text).toContain("delete     dist/install-objects.yaml");
    expect(isThere("dist/install-objects.yaml")).toBe(false);
  });

  test("are the last on stdout", async () => {
    const { run, isThere } = given({ more: [widget] });
    const { text } = await run({ stdout: true });
    expect(kindsIn(text).at(-1)).toBe("Widget");
    expect(isThere("dist")).toBe(false);
  });

  test("keep an existing file with the same name", async () => {
    const { run, read } = given({}, { "dist/install-objects.yaml": "mine: true\n" });
    await run();
    expect(read("dist/install-objects.yaml")).toBe("mine: true\n");
  });
});

describe("nothing is written", () => {
  test("by a preview", async () => {
    const { run, isThere } = given();
    expect((await run({ dryRun: true })).text).toBe("create     dist/install.yaml");
    const shown = await run({ dryRun: true, diff: true });
    expect(shown.text).toContain("+  name: widgets.demo.example.com");
    expect(shown.json).toMatchObject({ dryRun: true });
    expect(isThere("dist")).toBe(false);
  });

  test("by --check, which ends with 3 where something would be", async () => {
    const { run } = given();
    expect(await run({ check: true })).toMatchObject({
      exitCode: 3,
      diagnostics: [{ code: "manifests/out-of-date", message: "the file is missing" }],
    });
    await run();
    expect(await run({ check: true })).toMatchObject({ exitCode: 0, text: "dist/install.yaml is up to date" });
    expect(await run({ check: true, img: "demo:v2" })).toMatchObject({ exitCode: 3 });
  });

  test.each<BuildInstallerOptions>([{ out: "x.yaml" }, { check: true }, { dryRun: true }, { diff: true }])(
    "by --stdout, so that %o with it is refused",
    async (options) => {
      const { context, isThere } = given();
      await expect(declared.run({ stdout: true, ...options }, context)).rejects.toMatchObject({
        code: "usage/invalid-argument",
        message: expect.stringMatching(/^--stdout cannot be used with --.*: --stdout writes no file$/) as string,
      });
      expect(isThere("dist")).toBe(false);
    },
  );

  test("without an image, and without a project", async () => {
    const { context, isThere } = given();
    await expect(buildInstaller({}, context)).rejects.toMatchObject({ code: "deploy/no-image" });
    expect(isThere("dist")).toBe(false);
    const elsewhere = recordingContext({ cwd: tempFolder() });
    await expect(buildInstaller({}, elsewhere)).rejects.toMatchObject({ code: "project/not-found" });
  });
});

test("the image is not remembered, because the command deploys nothing", async () => {
  const { run, isThere } = given();
  await run();
  expect(isThere(".tsop/image.json")).toBe(false);
});

test("warns about objects that kubectl cannot apply by itself", async () => {
  const { run, context } = given({ more: [large] });
  const { json } = await run();
  expect(context.recording.warnings).toEqual([
    expect.stringContaining("installer/too-large: ConfigMap demo-system/large has 257 kB") as string,
  ]);
  expect(json).toMatchObject({ diagnostics: [{ code: "installer/too-large" }] });
});

test("holds the objects that deploy applies", async () => {
  const { run, read, context } = given({ more: [{ ...large, data: { on: "yes", number: "012", text: "a: b # c" } }] });
  await run();
  const expected = inOrder(setImage(await renderedObjects({}, context), "demo:v1"));
  expect(parseAllYaml(read(), "install.yaml")).toEqual(expected);
});
