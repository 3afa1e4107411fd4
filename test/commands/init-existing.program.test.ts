/** `tsop init` where files are in the way, or where it is told what cannot be. */
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { InitOptions } from "../../src/commands/declared/scaffold.js";
import { init } from "../../src/commands/init.js";
import type { TsopError } from "../../src/core/errors.js";
import { recordingContext } from "../support/recording-context.js";
import { problemsOf, refusalOf } from "../support/refusal.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";

const base: InitOptions = { domain: "abc.com", projectName: "demo", owner: "zhangsan", tsop: "^0.1.0", install: false };

const messagesOf = (error: TsopError): string[] => problemsOf(error).map(({ message }) => message);

describe("init in an existing repository", () => {
  const repository = {
    "README.md": "# Mine\n",
    "LICENSE.txt": "mine\n",
    ".eslintrc.json": "{}\n",
    ".gitignore": "node_modules\n*.swp",
    ".dockerignore": "node_modules\r\n",
    "src/index.ts": "export {};\n",
    "package.json": '{\n\t"name": "mine",\n\t"scripts": {\n\t\t"mine": "x"\n\t},\n\t"files": ["a"]\n}\n',
  };

  test("keeps the owner's files, reports it, and adds the rest", async () => {
    const root = tempFolder(repository);
    const result = await init(base, recordingContext({ cwd: root }));
    const files = snapshot(root);
    for (const name of ["README.md", "LICENSE.txt", ".eslintrc.json"] as const) {
      expect(files[name]).toBe(repository[name]);
      expect(result.json["kept"]).toContain(name);
      expect(result.text).toContain(`${name} kept unchanged`);
    }
    expect(files).not.toHaveProperty("LICENSE");
    expect(files).not.toHaveProperty("eslint.config.js");
    expect(files[".gitignore"]).toBe("node_modules\n*.swp\ndist/\ncoverage/\n.tsop/\n*.log\n.env\n");
    expect(files[".dockerignore"]).toBe(
      "node_modules\r\n**\r\n!dist/**/*.js\r\n!dist/**/*.js.map\r\n!dist/sbom.cdx.json\r\n",
    );
    const manifest = JSON.parse(files["package.json"]!) as { name: string; scripts: Record<string, string> };
    expect(Object.keys(manifest)).toEqual([
      "name",
      "scripts",
      "files",
      "type",
      "engines",
      "dependencies",
      "devDependencies",
    ]);
    expect(manifest).toMatchObject({ name: "mine", scripts: { mine: "x", manifests: "tsop manifests" } });
    expect(files["package.json"]).toContain('\n\t\t"mine": "x"');
  });

  test("lists everything that collides, and changes nothing", async () => {
    const root = tempFolder({
      "main.ts": "mine",
      "tsconfig.json": "// mine\n{}",
      "config/rbac/role.yaml": "mine",
      "package.json":
        '{"type":"commonjs","scripts":{"test":"jest","lint":"eslint ."},"dependencies":{"typescript":"^5"}}',
    });
    const before = snapshot(root);
    const error = await refusalOf(init(base, recordingContext({ cwd: root })));
    expect(error.code).toBe("scaffold/collision");
    expect(messagesOf(error).join("\n")).toContain("main.ts exists");
    for (const text of [
      "tsconfig.json exists",
      "config/rbac/role.yaml exists",
      '"type" is "commonjs"',
      'scripts.test is "jest"',
      'dependencies.typescript is "^5"',
    ]) {
      expect(messagesOf(error).join("\n")).toContain(text);
    }
    expect(messagesOf(error)).toHaveLength(6);
    expect(error.diagnostics[0]?.hint).toContain("--force");
    expect(snapshot(root)).toEqual(before);
  });

  test("overwrites with --force and shows the lost lines", async () => {
    const root = tempFolder({ "main.ts": "mine\n", "package.json": '{"scripts":{"test":"jest","mine":"x"}}' });
    const result = await init({ ...base, force: true }, recordingContext({ cwd: root }));
    expect(result.text).toContain("-mine");
    expect(readFileSync(path.join(root, "main.ts"), "utf8")).toContain("runManager");
    expect(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))).toMatchObject({
      scripts: { test: "vitest run", mine: "x" },
    });
  });

  test.each([
    ["{", "not a JSON object"],
    ["[]", "not a JSON object"],
    ['{"scripts": 1}', '"scripts" is not a map'],
  ])("refuses a package.json like %j", async (text, message) => {
    const root = tempFolder({ "package.json": text });
    const error = await refusalOf(init(base, recordingContext({ cwd: root })));
    expect(messagesOf(error).join("\n")).toContain(message);
    expect(snapshot(root)).toEqual({ "package.json": text });
  });

  test("never touches an initialised project, not even with --force", async () => {
    const root = tempFolder();
    await init(base, recordingContext({ cwd: root }));
    const before = snapshot(root);
    for (const force of [false, true]) {
      const error = await refusalOf(init({ ...base, force }, recordingContext({ cwd: root })));
      expect(error).toMatchObject({
        code: "project/already-initialized",
        hint: expect.stringContaining("create api") as string,
      });
    }
    expect(snapshot(root)).toEqual(before);
  });

  test("does not write through a link that leads out", async () => {
    const root = tempFolder();
    const outside = tempFolder();
    symlinkSync(outside, path.join(root, "config"));
    expect((await refusalOf(init(base, recordingContext({ cwd: root })))).code).toBe("files/write-failed");
    expect(snapshot(outside)).toEqual({});
    expect(Object.keys(snapshot(root))).toEqual(["config"]);
  });

  test("says that a folder is in the way", async () => {
    const root = tempFolder();
    mkdirSync(path.join(root, "main.ts"));
    expect((await refusalOf(init(base, recordingContext({ cwd: root })))).message).toContain("main.ts: it is a folder");
  });
});

describe("init refuses", () => {
  test.each<[string, InitOptions, string, string]>([
    ["a bad domain", { domain: "Abc_com" }, '"Abc_com" is not a domain', "--domain abc-com"],
    ["a bad project name", { projectName: "My_Op" }, '"My_Op" is not a project name', "--project-name my-op"],
    ["an unknown licence", { license: "apach2" }, "apach2", "--license apache2"],
    ["a licence file that is not there", { licenseFile: "nowhere" }, "nowhere", "--license-file"],
    ["flags of an API without --create-api", { group: "foo", kind: "Bar" }, "--create-api", "--create-api"],
    ["a broken --api-version", { createApi: true, apiVersion: "v1", kind: "Bar" }, "GROUP/VERSION", "--api-version"],
    [
      "--api-version beside --group",
      { createApi: true, apiVersion: "a.abc.com/v1", group: "a", kind: "Bar" },
      "--api-version",
      "--group",
    ],
    [
      "an --api-version of another domain",
      { createApi: true, apiVersion: "a.other.org/v1", kind: "Bar" },
      "a.other.org",
      "--domain",
    ],
    ["--create-api without a kind", { createApi: true, version: "v1" }, "--kind is missing", "--kind Bar"],
    ["a bad kind", { createApi: true, version: "v1", kind: "bar", group: "foo" }, '"bar" is not a kind', "--kind Bar"],
  ])("%s, with exit status 2 and what to type instead, and writes nothing", async (_, options, message, hint) => {
    const root = tempFolder();
    const error = await refusalOf(init({ ...base, ...options }, recordingContext({ cwd: root })));
    expect(error.code).toBe("usage/invalid-argument");
    expect(error.exitCode).toBe(2);
    expect(messagesOf(error).join("\n")).toContain(message);
    expect(error.hint ?? error.diagnostics.map((each) => each.hint).join("\n")).toContain(hint);
    expect(snapshot(root)).toEqual({});
  });

  test("all that is wrong at once", async () => {
    const options = { domain: "A", projectName: "B", license: "c", group: "d" };
    const error = await refusalOf(init({ ...base, ...options }, recordingContext({ cwd: tempFolder() })));
    expect(error.diagnostics).toHaveLength(4);
  });
});
