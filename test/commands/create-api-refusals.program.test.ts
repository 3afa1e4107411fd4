/** The input that `tsop create api` rejects, and the files that --force overwrites. */
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { CreateApiOptions } from "../../src/commands/declared/scaffold.js";
import { refusal, run } from "../support/create-api.js";
import { printProblems } from "../support/refusal.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const project = await scaffold();
const withBar = await scaffold({ apis: [bar] });

describe("--force", () => {
  test("overwrites the files, shows the lost lines, and keeps the wiring single", async () => {
    const root = tempFolder(withBar);
    const before = filesOf(root);
    writeFileSync(path.join(root, "controllers/bar_controller.ts"), "mine\n");
    writeFileSync(path.join(root, "config/samples/foo_v1_bar.yaml"), "edited: true\n");
    const { files, text } = await run(root, { ...bar, force: true });
    expect(text).toContain("-mine");
    expect(files).toEqual({ ...before, "config/samples/foo_v1_bar.yaml": "edited: true\n" });
  });

  test("twice in a row comes to the same", async () => {
    const root = tempFolder(withBar);
    const before = filesOf(root);
    const { files, text } = await run(root, { ...bar, force: true });
    expect(files).toEqual(before);
    expect(text).toContain("nothing to do");
  });
});

describe("create api refuses", () => {
  test.each<[string, CreateApiOptions, string, string]>([
    ["a missing version and kind", { group: "foo" }, "usage/invalid-argument", "--version is missing"],
    ["a bad kind", { ...bar, kind: "bar" }, "usage/invalid-argument", "--kind Bar"],
    ["a bad version", { ...bar, version: "1" }, "usage/invalid-argument", "--version v1"],
    ["a bad group", { ...bar, group: "Foo" }, "usage/invalid-argument", "--group foo"],
    ["a bad plural", { ...bar, plural: "Bars" }, "usage/invalid-argument", "--plural bars"],
    ["a bad short name", { ...bar, shortName: "B" }, "usage/invalid-argument", "--short-name b"],
    [
      "a kind whose regular plural is too long",
      { ...bar, kind: `K${"y".repeat(62)}` },
      "usage/invalid-argument",
      "--plural",
    ],
    [
      "nothing to create",
      { ...bar, resource: false, controller: false },
      "usage/invalid-argument",
      "leave nothing to create",
    ],
    ["a plural for no resource", { ...bar, resource: false, plural: "x" }, "usage/invalid-argument", "--plural"],
  ])("%s", async (_, options, code, hint) => {
    const error = await refusal(tempFolder(project), options);
    expect(error.code).toBe(code);
    expect(printProblems(error)).toContain(hint);
  });

  test("all bad names at once", async () => {
    const error = await refusal(tempFolder(project), {
      group: "F",
      version: "1",
      kind: "k",
      plural: "P",
      shortName: "S",
    });
    expect(error.diagnostics).toHaveLength(5);
  });

  test.each<[string, CreateApiOptions, string, string]>([
    ["a kind that exists", bar, "project/resource-exists", "--force"],
    ["a second group", { ...bar, group: "other", kind: "Baz" }, "project/multigroup-disabled", "--group foo"],
    ["a plural that is taken", { ...bar, kind: "Baz", plural: "bars" }, "project/plural-taken", "--plural"],
    ["a kind that differs in capitals only", { ...bar, kind: "BAR" }, "project/", "BAR"],
  ])("%s", async (_, options, code, hint) => {
    const root = tempFolder(withBar);
    const error = await refusal(root, options);
    expect(error.code).toContain(code);
    expect(printProblems(error)).toContain(hint);
  });

  test("files in the way, all of them", async () => {
    const root = tempFolder({ ...project, "api/v1/bar_types.ts": "x", "controllers/bar_controller.ts": "y" });
    const error = await refusal(root, bar);
    expect(error.code).toBe("scaffold/collision");
    expect(error.diagnostics).toHaveLength(2);
  });

  test("a main.ts without a place for code, and prints what belongs there", async () => {
    const root = tempFolder({ ...project, "main.ts": 'import { runManager } from "tsop";\n' });
    const error = await refusal(root, bar);
    expect(error.code).toBe("scaffold/marker-missing");
    expect(printProblems(error)).toContain(
      'neither the line "// +tsop:scaffold:builder" nor a call of runManager with a function that takes the manager',
    );
    expect(printProblems(error)).toContain('import { BarReconciler } from "./controllers/bar_controller.js";');
    expect(printProblems(error)).toContain("new BarReconciler(manager.client).setupWithManager(manager);");
  });

  test("a main.ts that is gone", async () => {
    const root = tempFolder(project);
    rmSync(path.join(root, "main.ts"));
    expect((await refusal(root, bar)).code).toBe("scaffold/marker-missing");
  });

  test("a kustomization that is broken", async () => {
    const root = tempFolder({ ...project, "config/rbac/kustomization.yaml": "resources: x" });
    expect((await refusal(root, bar)).code).toBe("yaml/invalid");
  });

  test("to work outside a project, or in one that it cannot read", async () => {
    expect((await refusal(tempFolder(), bar)).code).toBe("project/not-found");
    expect((await refusal(tempFolder({ PROJECT: "a: [" }), bar)).code).toBe("project/invalid");
    expect((await refusal(tempFolder({ PROJECT: 'version: "4"' }), bar)).code).toBe("project/unsupported-version");
  });
});

describe("an edited boilerplate", () => {
  test.each([
    ["", /^import /],
    ["// Ours\n", /^\/\/ Ours\n\nimport /],
    ["Ours\n", /^\/\*\nOurs\n\*\/\n\nimport /],
    ["/* a */ evil() /* b */", /^\/\*\n\/\* a \* \/ evil\(\) \/\* b \* \/\n\*\/\n\nimport /],
  ])("%j heads the files as a comment", async (text, head) => {
    const { files } = await run(tempFolder({ ...project, "hack/boilerplate.ts.txt": text }), bar);
    expect(files["controllers/bar_controller.ts"]).toMatch(head);
  });
});
