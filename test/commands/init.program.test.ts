import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import type { InitOptions } from "../../src/commands/declared/scaffold.js";
import { init } from "../../src/commands/init.js";
import { installPackages } from "../../src/commands/install-packages.js";
import { thisMachine } from "../../src/machinery/machine.js";
import { parseProject } from "../../src/project/parse.js";
import { loadTemplates } from "../../src/scaffold/templates.js";
import { FakeClock } from "../support/fake-clock.js";
import { recordingContext } from "../support/recording-context.js";
import { refusalOf } from "../support/refusal.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";

const base: InitOptions = { domain: "abc.com", projectName: "demo", owner: "zhangsan", tsop: "^0.1.0", install: false };

describe("init in an empty folder", () => {
  test("makes the whole tree, with PROJECT last", async () => {
    const root = tempFolder();
    const result = await init(base, recordingContext({ cwd: root }));
    const files = Object.keys(snapshot(root)).filter((file) => !file.endsWith("/"));
    const fromTemplates = (await loadTemplates())
      .list("init/")
      .map((name) => name.replace(/^init\/|\.(hbs|raw)$/g, ""));
    const others = ["LICENSE", "PROJECT", "hack/boilerplate.ts.txt"];
    expect(files.toSorted()).toEqual([...fromTemplates, ...others].toSorted());
    expect((result.json["changes"] as { path: string }[]).at(-1)?.path).toBe("PROJECT");
    expect(result.text).toContain("npx tsop create api");
    expect(parseProject(readFileSync(path.join(root, "PROJECT"), "utf8"))).toMatchObject({
      domain: "abc.com",
      projectName: "demo",
      multigroup: false,
      namespaced: false,
    });
  });

  test("makes only scripts that tsop and its packages can run", async () => {
    const root = tempFolder();
    await init(base, recordingContext({ cwd: root }));
    expect(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))).toMatchObject({
      name: "demo",
      private: true,
      license: "Apache-2.0",
      author: "zhangsan",
      type: "module",
      scripts: { manifests: "tsop manifests", build: "tsop build", start: "tsop start", test: "vitest run" },
      dependencies: { tsop: "^0.1.0" },
    });
  });

  test("makes the folder that it is told, and calls the project by it", async () => {
    const root = tempFolder();
    await init({ dir: "My_Op", install: false, tsop: "1" }, recordingContext({ cwd: root }));
    const project = parseProject(readFileSync(path.join(root, "My_Op/PROJECT"), "utf8"));
    expect(project).toMatchObject({ projectName: "my-op", domain: "my.domain" });
  });

  test.each([
    ["apache2", "Apache License", "Apache-2.0"],
    ["mit", "MIT License", "MIT"],
    ["none", undefined, undefined],
  ])("gives it the licence %s", async (license, title, spdx) => {
    const root = tempFolder();
    await init({ ...base, license }, recordingContext({ cwd: root }), new FakeClock());
    const files = snapshot(root);
    if (title === undefined) expect(files).not.toHaveProperty("LICENSE");
    else expect(files["LICENSE"]).toContain(title);
    const header = /^\/\*\nCopyright \d{4} zhangsan\n/;
    expect(files["main.ts"]).toMatch(header);
    expect(files["hack/boilerplate.ts.txt"]).toMatch(header);
    expect((JSON.parse(files["package.json"]!) as { license?: string }).license).toBe(spdx);
  });

  test("takes a header from a file, and makes it a comment if it is none", async () => {
    const root = tempFolder({ "header.txt": "Ours. */ evil()\n" });
    await init({ ...base, dir: "p", licenseFile: "header.txt" }, recordingContext({ cwd: root }));
    expect(readFileSync(path.join(root, "p/main.ts"), "utf8")).toMatch(/^\/\*\nOurs\. \* \/ evil\(\)\n\*\/\n\n/);
  });

  test("makes a namespaced project with Roles and WATCH_NAMESPACE", async () => {
    const root = tempFolder();
    await init({ ...base, namespaced: true, multigroup: true }, recordingContext({ cwd: root }));
    const files = snapshot(root);
    expect(files["config/rbac/role.yaml"]).toContain("kind: Role\n");
    expect(files["config/rbac/role_binding.yaml"]).toContain("kind: RoleBinding\n");
    expect(files["config/manager/manager.yaml"]).toContain("WATCH_NAMESPACE");
    expect(parseProject(files["PROJECT"]!)).toMatchObject({ namespaced: true, multigroup: true });
  });

  test.each([
    [{ apiVersion: "my.domain/v1", kind: "MyResource" }, "my.domain", "api/v1/myresource_types.ts", "my.domain/v1"],
    [{ apiVersion: "foo.abc.com/v1", kind: "Bar" }, "abc.com", "api/v1/bar_types.ts", "foo.abc.com/v1"],
    [{ group: "foo", version: "v1", kind: "Bar" }, "abc.com", "api/v1/bar_types.ts", "foo.abc.com/v1"],
  ])("goes on with the first API: %j", async (api, domain, types, apiVersion) => {
    const root = tempFolder();
    await init({ ...base, ...api, domain, createApi: true }, recordingContext({ cwd: root }));
    expect(readFileSync(path.join(root, types), "utf8")).toContain(`CustomResource<"${apiVersion}", "${api.kind}">`);
    expect(readFileSync(path.join(root, "PROJECT"), "utf8")).toContain(`kind: ${api.kind}`);
  });

  test("and create api come to the same as init with the API", async () => {
    const [one, two] = [tempFolder(), tempFolder()];
    const api = { group: "foo", version: "v1", kind: "Bar" };
    await init({ ...base, ...api, createApi: true }, recordingContext({ cwd: one }));
    await init(base, recordingContext({ cwd: two }));
    await createApi(api, recordingContext({ cwd: two }));
    expect(snapshot(two)).toEqual(snapshot(one));
  });
});

describe("init with --dry-run", () => {
  test("says what it would do and writes nothing", async () => {
    const root = path.join(tempFolder(), "p");
    const result = await init({ ...base, dryRun: true }, recordingContext({ cwd: root }));
    expect(result.text).toContain("create     PROJECT");
    expect(result.json["dryRun"]).toBe(true);
    expect(() => snapshot(root)).toThrow("ENOENT");
  });

  test("and --diff shows the content", async () => {
    const result = await init({ ...base, dryRun: true, diff: true }, recordingContext({ cwd: tempFolder() }));
    expect(result.text).toContain("+++ b/PROJECT");
  });
});

describe("text from flags", () => {
  const hostile = "zh*/ang\"san'`${process.exit(1)}` ${{ secrets.x }}\n{{header}}\r\u2028// <x>: - # &a *b\u0000";

  test("cannot break out of comments, strings, JSON or YAML", async () => {
    const root = tempFolder();
    await init(
      { ...base, owner: hostile, createApi: true, group: "foo", version: "v1", kind: "Bar" },
      recordingContext({ cwd: root }),
    );
    const files = snapshot(root);
    for (const name of ["main.ts", "api/v1/bar_types.ts", "controllers/bar_controller.ts"]) {
      const text = files[name]!;
      const end = text.indexOf("*/");
      expect(text.startsWith("/*\nCopyright ")).toBe(true);
      expect(text.slice(end)).toMatch(/^\*\/\n\nimport /);
    }
    expect((JSON.parse(files["package.json"]!) as { author: string }).author).not.toMatch(/[\n\r\u2028\0]/);
    expect(files["LICENSE"]!.split("\n").filter((line) => line.includes("zh*"))).toHaveLength(1);
    const others = Object.entries(files).filter(
      ([name]) => /\.(ya?ml|md|json|js)$/.test(name) && name !== "package.json",
    );
    expect(others.filter(([, text]) => text.includes("zh*")).map(([name]) => name)).toEqual([]);
  });

  test("names that YAML would take for something else are quoted", async () => {
    const root = tempFolder();
    await init(
      { ...base, projectName: "on", createApi: true, group: "foo", version: "v1", kind: "Null" },
      recordingContext({ cwd: root }),
    );
    const files = snapshot(root);
    expect(files["config/manager/manager.yaml"]).toContain('app.kubernetes.io/name: "on"');
    expect(files["config/samples/foo_v1_null.yaml"]).toContain('kind: "Null"');
  });
});

describe("the package install", () => {
  const lockfiles: [string | undefined, string][] = [
    [undefined, "npm"],
    ["pnpm-lock.yaml", "pnpm"],
    ["yarn.lock", "yarn"],
    ["bun.lock", "bun"],
    ["bun.lockb", "bun"],
  ];

  test("is run in the new project", async () => {
    const root = tempFolder({ "yarn.lock": "" });
    const context = recordingContext({ cwd: root });
    await init({ ...base, install: true }, context);
    expect(context.recording.executed).toEqual([{ file: "yarn", args: ["install"], cwd: root }]);
  });

  test.each(lockfiles)("with the lockfile %s runs %s", async (lockfile, program) => {
    const root = tempFolder(lockfile === undefined ? {} : { [lockfile]: "" });
    const context = recordingContext({ cwd: root });
    await installPackages(root, context);
    const args = program === "npm" ? ["install", "--loglevel=http"] : ["install"];
    expect(context.recording.executed).toEqual([{ file: program, args, cwd: root }]);
  });

  test("is left out with --no-install and with --dry-run", async () => {
    for (const options of [{ install: false }, { dryRun: true, install: true }]) {
      const context = recordingContext({ cwd: tempFolder() });
      await init({ ...base, ...options }, context);
      expect(context.recording.executed).toEqual([]);
    }
  });

  test.each([
    [{ exitCode: 1, terminatedBy: undefined, stdout: "", stderr: "E404 no such package" }, "E404"],
    [{ exitCode: undefined, terminatedBy: "SIGINT", stdout: "", stderr: "" }, "interrupted"],
  ])("that fails leaves the scaffold whole and says how to go on", async (outcome, message) => {
    const root = tempFolder();
    const context = recordingContext({ cwd: root, onExec: () => outcome });
    const error = await refusalOf(init({ ...base, dir: "p", install: true }, context));
    expect(error.code).toBe("scaffold/install-failed");
    expect(error.message).toContain(message);
    expect(error.hint).toContain('cd "p" && npm install');
    expect(snapshot(path.join(root, "p"))).toHaveProperty("PROJECT");
    expect(snapshot(path.join(root, "p"))).not.toHaveProperty(".tsop/");
  });
});

test("what a killed command left is undone first, and said", async () => {
  const entry = { kind: "overwrite", path: "README.md", hash: "0".repeat(64) };
  const journal = { pid: process.pid, start: "", host: thisMachine.host, token: "t", entries: [entry], folders: [] };
  const edited = { "README.md": "edited since", ".README.md.tsop-old-t": "before" };
  const root = tempFolder({ ".tsop/journal.json": JSON.stringify(journal), ...edited });
  const context = recordingContext({ cwd: root });
  await init(base, context);
  expect(snapshot(root)).not.toHaveProperty(".tsop/");
  expect(snapshot(root)).toMatchObject(edited);
  expect(context.recording.notes).toEqual([
    "rolled back the changes of an interrupted command",
    "kept README.md, which was changed after the interruption; its previous content is in .README.md.tsop-old-t",
  ]);
});
