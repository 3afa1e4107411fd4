/** `tsop update` in projects with plugins. */
import { expect, test } from "vitest";
import { exec } from "../../../src/cli/exec.js";
import { createApi } from "../../../src/commands/create-api.js";
import type { UpdateOptions } from "../../../src/commands/declared/update.js";
import { deployImageKey } from "../../../src/commands/plugins/deploy-image/flags.js";
import { replay, thisScaffolder } from "../../../src/commands/update/replay.js";
import { update } from "../../../src/commands/update/update.js";
import { definePlugin } from "../../../src/plugin/index.js";
import { boilerplateFile } from "../../../src/scaffold/license.js";
import { parseProject } from "../../../src/project/parse.js";
import { readPlugins } from "../../../src/project/plugins.js";
import { packageVersion } from "../../../src/commands/version.js";
import { recordingContext } from "../../support/recording-context.js";
import { refusalIn } from "../../support/refusal.js";
import { bar, scaffold } from "../../support/scaffolds.js";
import { filesOf, tempFolder, writeFiles } from "../../support/temp-folder.js";
import { oldProject, readOldScaffold } from "../../support/update/old-scaffolds.js";

const now = packageVersion();

/** Keeps its version, and that of tsop, in a file. */
const stamp = definePlugin({
  name: "stamp",
  description: "Writes a file.",
  commands: {
    update: ({ files, versions, project }) => {
      const content = `2, for ${versions?.to} with ${project.resources.length} kinds\n`;
      const before = files.read("STAMP");
      if (before === content) return {};
      if (before === "broken\n") return { problems: [{ message: "STAMP is broken", hint: "Restore it." }] };
      const action = before === undefined ? "create" : "replace";
      return { actions: [{ type: action, file: "STAMP", content }], next: [`read STAMP since ${versions?.from}`] };
    },
  },
});

function run(root: string, options: Partial<UpdateOptions> = {}) {
  const importModule = () => Promise.resolve({ default: stamp });
  return update(
    { conflicts: "markers", install: false, ...options },
    { ...recordingContext({ cwd: root, importModule }), exec },
  );
}

function install(root: string, text: string): void {
  writeFiles(root, {
    "node_modules/stamp/package.json": "{}",
    "node_modules/stamp/index.js": "",
    PROJECT: `${text}plugins:\n  deploy-image: {}\n  not-installed/v1: {}\n  stamp: {}\n`,
    STAMP: "1\n",
  });
}

test("a plugin changes its files in an up-to-date project; the change can be looked at, and undone", async () => {
  const root = tempFolder(await scaffold());
  install(root, filesOf(root)["PROJECT"] ?? "");
  const before = filesOf(root);
  expect((await run(root, { diff: true })).text).toContain(`+2, for ${now} with 0 kinds`);
  expect(filesOf(root)).toEqual(before);
  const { text } = await run(root);
  expect(text).toContain(`read STAMP since ${now}`);
  expect(filesOf(root)).toEqual({ ...before, STAMP: `2, for ${now} with 0 kinds\n` });
  expect((await run(root)).text).toMatch(/^up to date/);
  await run(root, { abort: true });
  expect(filesOf(root)).toEqual(before);
});

test("a plugin works after the conflicts are resolved", async () => {
  const { root, files } = await oldProject(readOldScaffold("b380e59f"));
  const [first = ""] = (files["Dockerfile"] ?? "").split("\n");
  writeFiles(root, { Dockerfile: (files["Dockerfile"] ?? "").replace(first, "# our own comment") });
  install(root, files["PROJECT"] ?? "");
  const before = filesOf(root);
  expect((await run(root)).exitCode).toBe(1);
  expect(filesOf(root)["STAMP"]).toBe("1\n");
  writeFiles(root, { Dockerfile: "FROM scratch\n" });
  expect((await run(root, { continue: true })).text).toContain("read STAMP since 0.1.0");
  expect(filesOf(root)["STAMP"]).toBe(`2, for ${now} with 2 kinds\n`);
  await run(root, { abort: true });
  expect(filesOf(root)).toEqual(before);
});

test("a problem of a plugin stops the update, and nothing is written", async () => {
  const { root, files } = await oldProject(readOldScaffold("b380e59f"));
  install(root, files["PROJECT"] ?? "");
  writeFiles(root, { STAMP: "broken\n" });
  expect(await refusalIn(root, () => run(root))).toMatchObject({
    diagnostics: [{ code: "plugin/refused", message: "stamp: STAMP is broken", hint: "Restore it." }],
  });
});

test("a kind that runs an image is created with its image again", async () => {
  const root = tempFolder(await scaffold());
  const image = { image: "memcached:1.6", imageContainerCommand: "memcached,-o", port: 11211, runAsUser: 1001 };
  await createApi({ ...bar, ...image }, recordingContext({ cwd: root }));
  const files = filesOf(root);
  const text = files["PROJECT"] ?? "";
  const facts = {
    ...{ project: parseProject(text), modes: undefined, header: files[boilerplateFile] ?? "", tsop: "1" },
    images: readPlugins(text).get(deployImageKey),
  };
  const { texts } = await replay(thisScaffolder(now), facts, recordingContext({ cwd: root }));
  const sources = Object.keys(files).filter((file) => /^(api|controllers|config\/manager)\//.test(file));
  expect(sources).toContain("controllers/bar_controller.test.ts");
  for (const file of sources) expect(texts.get(file), file).toBe(files[file]);
});
