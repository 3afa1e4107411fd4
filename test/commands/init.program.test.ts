import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { init } from "../../src/commands/init.js";
import type { InitOptions } from "../../src/commands/declared/scaffold.js";
import { thisMachine } from "../../src/machinery/machine.js";
import { TsopError } from "../../src/core/errors.js";
import { parseProject } from "../../src/project/parse.js";
import { loadTemplates } from "../../src/scaffold/templates.js";
import { FakeClock } from "../support/fake-clock.js";
import { recordingContext } from "../support/recording-context.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";

const base: InitOptions = { domain: "abc.com", projectName: "demo", owner: "zhangsan", tsop: "^0.1.0", install: false };

async function refusal(run: Promise<unknown>): Promise<TsopError> {
  try {
    await run;
  } catch (error) {
    if (error instanceof TsopError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const problemsOf = (error: TsopError): string[] =>
  error.diagnostics.length === 0 ? [error.message] : error.diagnostics.map(({ message }) => message);

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

  test("keeps what is its owner's, says so, and adds the rest", async () => {
    const root = tempFolder(repository);
    const result = await init(base, recordingContext({ cwd: root }));
    const files = snapshot(root);
    for (const name of ["README.md", "LICENSE.txt", ".eslintrc.json"] as const) {
      expect(files[name]).toBe(repository[name]);
      expect(result.json["kept"]).toContain(name);
      expect(result.text).toContain(`${name} is kept`);
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
    const error = await refusal(init(base, recordingContext({ cwd: root })));
    expect(error.code).toBe("scaffold/collision");
    expect(problemsOf(error).join("\n")).toContain("main.ts exists");
    for (const text of [
      "tsconfig.json exists",
      "config/rbac/role.yaml exists",
      '"type" is "commonjs"',
      'scripts.test is "jest"',
      'dependencies.typescript is "^5"',
    ]) {
      expect(problemsOf(error).join("\n")).toContain(text);
    }
    expect(problemsOf(error)).toHaveLength(6);
    expect(error.diagnostics[0]?.hint).toContain("--force");
    expect(snapshot(root)).toEqual(before);
  });

  test("overwrites with --force and shows what is lost", async () => {
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
    const error = await refusal(init(base, recordingContext({ cwd: root })));
    expect(problemsOf(error).join("\n")).toContain(message);
    expect(snapshot(root)).toEqual({ "package.json": text });
  });

  test("never touches an initialised project, not even with --force", async () => {
    const root = tempFolder();
    await init(base, recordingContext({ cwd: root }));
    const before = snapshot(root);
    for (const force of [false, true]) {
      const error = await refusal(init({ ...base, force }, recordingContext({ cwd: root })));
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
    expect((await refusal(init(base, recordingContext({ cwd: root })))).code).toBe("files/write-failed");
    expect(snapshot(outside)).toEqual({});
    expect(Object.keys(snapshot(root))).toEqual(["config"]);
  });

  test("says that a folder is in the way", async () => {
    const root = tempFolder();
    mkdirSync(path.join(root, "main.ts"));
    expect((await refusal(init(base, recordingContext({ cwd: root })))).message).toContain("main.ts: it is a folder");
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
    const error = await refusal(init({ ...base, ...options }, recordingContext({ cwd: root })));
    expect(error.code).toBe("usage/invalid-argument");
    expect(error.exitCode).toBe(2);
    expect(problemsOf(error).join("\n")).toContain(message);
    expect(error.hint ?? error.diagnostics.map((each) => each.hint).join("\n")).toContain(hint);
    expect(snapshot(root)).toEqual({});
  });

  test("all that is wrong at once", async () => {
    const options = { domain: "A", projectName: "B", license: "c", group: "d" };
    const error = await refusal(init({ ...base, ...options }, recordingContext({ cwd: tempFolder() })));
    expect(error.diagnostics).toHaveLength(4);
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

  test.each(lockfiles)("with the lockfile %s runs %s", async (lockfile, program) => {
    const root = tempFolder(lockfile === undefined ? {} : { [lockfile]: "" });
    const context = recordingContext({ cwd: root });
    await init({ ...base, install: true }, context);
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
    const error = await refusal(init({ ...base, dir: "p", install: true }, context));
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
    "a command was interrupted here: what it had begun is undone",
    "README.md was changed since, and is left as it is; its former content is in .README.md.tsop-old-t",
  ]);
});
