/** Plugins that are missing, broken or malicious: each gets one diagnostic that names it, and changes nothing. */
import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { edit } from "../../../src/commands/edit.js";
import { withPlugins } from "../../../src/commands/plugins/with-plugins.js";
import type { PluginResult } from "../../../src/plugin/index.js";
import { planOf } from "../../../src/scaffold/placement.js";
import { loadTemplates } from "../../../src/scaffold/templates.js";
import { diskSnapshot } from "../../../src/machinery/snapshot.js";
import { FakeClock } from "../../../src/testing/fake-clock.js";
import { editing, projectWith } from "../../support/plugin-project.js";
import { recordingContext } from "../../support/recording-context.js";
import { printProblems, refusalIn, refusalOf } from "../../support/refusal.js";
import { scaffold } from "../../support/scaffolds.js";
import { filesOf, tempFolder, writeFiles } from "../../support/temp-folder.js";

const minimal = { name: "some", description: "Does something.", commands: {} };

describe("a plugin that is not installed", () => {
  test.each([
    ["missing", /plugin\/not-found: the plugin missing is not installed \| .*npm install --save-dev missing/],
    ["@acme/missing", /npm install --save-dev @acme\/missing/],
    ["deploy-imag", /Did you mean deploy-image, a plugin inside tsop\?/],
    [
      "helm/v2-alpha",
      /plugin\/not-found: the external plugin helm\/v2-alpha is not installed \| Use `tsop helm chart`/,
    ],
    ["go.kubebuilder.io/v4", /tsop scaffolds TypeScript: omit the plugin/],
    ["./plugins/missing.js", /plugin\/not-found: .* \| Correct its path/],
    ["../outside.js", /plugin\/not-found: "\.\.\/outside\.js" does not name a plugin/],
    ["./../outside.js", /plugin\/not-found: .* does not name a plugin/],
    ["/etc/plugin.js", /plugin\/not-found: .* does not name a plugin/],
    ["UPPER CASE", /plugin\/not-found: .* does not name a plugin/],
    ["./main.css", /plugin\/invalid: the plugin \.\/main\.css is neither/],
  ])("%s", async (key, expected) => {
    const root = tempFolder(await scaffold());
    const error = await refusalIn(root, () => edit({ plugins: [key] }, recordingContext({ cwd: root })));
    expect(printProblems(error)).toMatch(expected);
  });

  test("a package of a folder above the project is not loaded", async () => {
    const above = tempFolder({ "node_modules/above/package.json": "{}", "node_modules/above/index.js": "throw 1" });
    const root = path.join(above, "project");
    writeFiles(root, await scaffold());
    const error = await refusalIn(root, () => edit({ plugins: ["above"] }, recordingContext({ cwd: root })));
    expect(error.code).toBe("plugin/not-found");
  });

  test.each([
    ["{}", "index.js"],
    ['{"main":"./lib.js"}', "lib.js"],
    ['{"exports":"./e.js"}', "e.js"],
    ['{"exports":{".":{"types":"./t.d.ts","require":"./c.cjs","import":"./m.mjs"}}}', "m.mjs"],
    ['{"exports":{"browser":"./b.js","node":{"import":"./n.js"}}}', "n.js"],
  ])("a package with %s is loaded from %s", async (manifest, entry) => {
    const folder = "node_modules/entries";
    const root = tempFolder({
      ...(await scaffold()),
      [`${folder}/package.json`]: manifest,
      [`${folder}/${entry}`]: "",
    });
    const loaded: string[] = [];
    const importModule = (url: string) => Promise.resolve(loaded.push(url)).then(() => ({ default: minimal }));
    await edit({ plugins: ["entries"] }, recordingContext({ cwd: root, importModule }));
    expect(loaded.map((url) => path.basename(url))).toEqual([entry]);
  });

  test.each([
    '{"main":"./gone.js"}',
    '{"exports":{}}',
    '{"exports":"../../x.js"}',
    '{"exports":{".":{"require":"./c.cjs"}}}',
  ])("a package with %s has no module", async (manifest) => {
    const root = tempFolder({ ...(await scaffold()), "node_modules/entries/package.json": manifest });
    const error = await refusalIn(root, () => edit({ plugins: ["entries"] }, recordingContext({ cwd: root })));
    expect(printProblems(error)).toContain("the plugin entries has no main module in its package.json");
  });
});

describe("a module that is no plugin", () => {
  test.each<[string, unknown, string]>([
    ["nothing", undefined, "does not export a plugin by default"],
    ["a function", () => undefined, "does not export a plugin by default"],
    ["no commands", { name: "some" }, "does not export a plugin by default"],
    ["no name", { ...minimal, name: "" }, "has no name"],
    ["no description", { ...minimal, description: 1 }, "has no description"],
    ["a misspelt member", { ...minimal, flag: {} }, 'has the unknown member "flag": did you mean flags?'],
    ["an unknown command", { ...minimal, commands: { destroy: () => ({}) } }, 'names the command "destroy"'],
    ["a command that is no function", { ...minimal, commands: { edit: {} } }, "has no function for the command edit"],
    ["flags that are a list", { ...minimal, flags: 3 }, "has flags that are not an object"],
    ["a flag in kebab-case", { ...minimal, flags: { "a-b": {} } }, 'has the flag "a-b": write it in camelCase'],
    ["a flag without a description", { ...minimal, flags: { a: { type: "string" } } }, "no description of the flag a"],
    [
      "a flag of another type",
      { ...minimal, flags: { a: { type: "date", description: "x" } } },
      "no type of the flag a",
    ],
    [
      "a placeholder of two words",
      { ...minimal, flags: { a: { type: "string", description: "x", value: "<a b>" } } },
      "invalid placeholder",
    ],
  ])("%s", async (_, plugin, expected) => {
    const project = await projectWith(plugin);
    const error = await refusalIn(project.root, () => project.edit());
    expect(printProblems(error)).toContain("plugin/invalid: the plugin some-plugin ");
    expect(printProblems(error)).toContain(expected);
  });

  test("a module that does not load", async () => {
    const project = await projectWith(undefined);
    const importModule = () => Promise.reject(new SyntaxError("Unexpected token"));
    const error = await refusalIn(project.root, () => project.edit({ importModule }));
    expect(printProblems(error)).toContain("plugin/failed: the plugin some-plugin cannot be loaded: Unexpected token");
  });

  test("a TypeScript file with a syntax error", async () => {
    const root = tempFolder({ ...(await scaffold()), "plugins/broken.ts": "export default {" });
    const run = () => edit({ plugins: ["./plugins/broken.ts"] }, recordingContext({ cwd: root }));
    expect(printProblems(await refusalIn(root, run))).toContain("the plugin ./plugins/broken.ts cannot be bundled");
  });
});

describe("a result that is no plan", () => {
  const create = (file: string) => ({ actions: [{ type: "create", file, content: "" }] });

  test.each<[string, unknown, string]>([
    ["a text", "done", "returns no result"],
    [
      "an unknown member",
      { changes: [] },
      'returns the unknown member "changes": write one of actions, problems, next',
    ],
    ["a misspelt member", { action: [] }, 'returns the unknown member "action": did you mean actions?'],
    [
      "a misspelt member of an action",
      { actions: [{ ...create("a").actions[0], exsting: "keep" }] },
      'returns the action 1 (create) with the unknown member "exsting": did you mean existing?',
    ],
    ["actions that are an object", { actions: {} }, "returns actions that are not a list"],
    ["an unknown action", { actions: [{ type: "run" }] }, 'returns the action 1 of the type "run"'],
    ["an action that is null", { actions: [null] }, "returns the action 1, which is not an object"],
    ["no content", { actions: [{ type: "create", file: "a" }] }, "whose content is not a text"],
    ["another list", { actions: [{ type: "addToKustomization", file: "a", field: "images", entry: "b" }] }, "field"],
    ["an edit without a function", { actions: [{ type: "edit", file: "main.ts" }] }, "whose edit is not a function"],
    ["a policy that does not exist", { actions: [{ ...create("a").actions[0], existing: "merge" }] }, "existing"],
    ["a configuration with a function", { actions: [{ type: "configure", value: { a: () => 1 } }] }, "is not JSON"],
    ["a problem without a hint", { problems: [{ message: "no" }] }, "returns a problem without a message or a hint"],
    ["next steps that are numbers", { next: [1] }, "returns a next step that is not a text"],
    ["a path above the project", create("../x"), 'writes to "../x", which is not a relative path'],
    ["an absolute path", create("/tmp/x"), "is not a relative path"],
    ["a path of Windows", create("C:\\x"), "is not a relative path"],
    ["a path with backslashes", create("a\\..\\..\\x"), "is not a relative path"],
    ["a path with a dot", create("a/./x"), "is not a relative path"],
    ["PROJECT", create("PROJECT"), 'writes to "PROJECT"'],
    ["the files of git", create(".git/hooks/pre-commit"), "writes to a wrong place"],
    ["the state of tsop", create(".tsop/x"), "writes to a wrong place"],
  ])("%s", async (_, result, expected) => {
    const project = await projectWith(editing(() => result as PluginResult));
    const text = printProblems(await refusalIn(project.root, () => project.edit()));
    expect(text).toContain("plugin/invalid: the plugin some-plugin ");
    expect(text).toContain(expected);
  });

  test("a symbolic link that leads outside is refused, also in a preview", async () => {
    const project = await projectWith(editing(() => create("out/x") as PluginResult));
    const outside = tempFolder();
    symlinkSync(outside, path.join(project.root, "out"));
    const run = edit(
      { plugins: ["some-plugin"], dryRun: true },
      recordingContext({
        cwd: project.root,
        importModule: () => Promise.resolve({ default: editing(() => create("out/x") as PluginResult) }),
      }),
    );
    expect(printProblems(await refusalOf(run))).toContain("leads outside the project");
    expect(filesOf(outside)).toEqual({});
  });

  test("a path outside cannot be read either", async () => {
    const project = await projectWith(editing(({ files }) => ({ next: [files.read("../../etc/passwd") ?? ""] })));
    const error = await refusalIn(project.root, () => project.edit());
    expect(printProblems(error)).toContain('the plugin some-plugin reads "../../etc/passwd"');
  });
});

describe("a plugin that fails", () => {
  test("an exception names the plugin and the command", async () => {
    const project = await projectWith(
      editing(() => {
        throw new Error("no network");
      }),
    );
    const error = await refusalIn(project.root, () => project.edit());
    expect(printProblems(error)).toContain("plugin/failed: the plugin some-plugin failed in edit: no network");
  });

  test("an exception in an edit names the file", async () => {
    const edits = () => {
      throw new Error("no function");
    };
    const project = await projectWith(editing(() => ({ actions: [{ type: "edit", file: "main.ts", edit: edits }] })));
    const error = await refusalIn(project.root, () => project.edit());
    expect(printProblems(error)).toContain("the plugin some-plugin cannot edit main.ts: no function");
  });

  test("a problem of a plugin stops the command, with all others", async () => {
    const problems = [
      { message: "one", hint: "first", file: "main.ts" },
      { message: "two", hint: "second" },
    ];
    const project = await projectWith(editing(() => ({ problems, actions: [{ type: "configure", value: 1 }] })));
    const text = printProblems(await refusalIn(project.root, () => project.edit()));
    expect(text).toContain("plugin/refused: some-plugin: one | first");
    expect(text).toContain("plugin/refused: some-plugin: two | second");
  });

  test("a file that does not exist cannot be replaced", async () => {
    const actions = [{ type: "replace", file: "none.txt", content: "" }] as const;
    const project = await projectWith(editing(() => ({ actions })));
    const error = await refusalIn(project.root, () => project.edit());
    expect(printProblems(error)).toContain("the plugin some-plugin wants to replace none.txt, which does not exist");
  });

  test("an edited file is neither overwritten nor deleted", async () => {
    const content = "made\n";
    const actions = [
      { type: "create", file: "a.txt", content },
      { type: "delete", file: "b.txt", content },
    ] as const;
    const project = await projectWith(
      editing(() => ({ actions })),
      { "a.txt": "mine\n", "b.txt": "mine\n" },
    );
    const text = printProblems(await refusalIn(project.root, () => project.edit()));
    expect(text).toContain("scaffold/collision: a.txt exists with other content");
    expect(text).toContain("scaffold/collision: the plugin some-plugin wants to delete b.txt, which was edited");
  });

  test("a plugin that takes no part in the command is named", async () => {
    const project = await projectWith(editing(() => ({})));
    const error = await refusalIn(project.root, () => project.createApi());
    expect(printProblems(error)).toContain(
      "the plugin some-plugin takes no part in `tsop create api` | It takes part in edit.",
    );
  });

  test("a plugin that never ends is ended after a minute", async () => {
    const project = await projectWith(editing(() => new Promise<PluginResult>(() => undefined)));
    const clock = new FakeClock();
    const importModule = () => Promise.resolve({ default: editing(() => new Promise<PluginResult>(() => undefined)) });
    const input = { files: diskSnapshot(project.root), templates: await loadTemplates(), force: false };
    const ended = withPlugins(await planOf(input, () => undefined), input, {
      turns: [{ command: "edit" }],
      root: project.root,
      options: { plugins: ["some-plugin"] },
      host: recordingContext({ cwd: project.root, importModule }),
      clock,
    });
    const error = refusalOf(ended);
    await expect.poll(() => clock.timers).toBe(1);
    await clock.advance(60_000);
    expect(printProblems(await error)).toContain("failed in edit: no result within 60 seconds");
  });

  test("a signal stops it", async () => {
    const stop = new AbortController();
    const project = await projectWith(
      editing(() => {
        stop.abort(new Error("SIGINT"));
        return new Promise<PluginResult>(() => undefined);
      }),
    );
    await expect(project.edit({ signal: stop.signal })).rejects.toThrow("SIGINT");
  });

  test("the input is immutable", async () => {
    const project = await projectWith(
      editing(({ project: { resources } }) => {
        (resources as unknown[]).push("mine");
        return {};
      }),
    );
    const error = await refusalIn(project.root, () => project.edit());
    expect(printProblems(error)).toMatch(/failed in edit: Cannot add property 0, object is not extensible/);
  });
});
