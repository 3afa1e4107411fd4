/** Plugins take back what they created: after `create` and `delete`, each file has its bytes from before. */
import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { createApi } from "../../../src/commands/create-api.js";
import { deleteApi } from "../../../src/commands/delete-api.js";
import { deleteController } from "../../../src/commands/delete-controller.js";
import { manifests } from "../../../src/commands/manifests.js";
import { definePlugin, type PluginInput } from "../../../src/plugin/index.js";
import { recordingContext, type RecordingOptions } from "../../support/recording-context.js";
import { bar, scaffold } from "../../support/scaffolds.js";
import { filesOf, tempFolder, writeFiles } from "../../support/temp-folder.js";

const project = await scaffold();
const kind = { group: "foo", kind: "Bar" };

function start(files = project, options: Partial<RecordingOptions> = {}) {
  const root = tempFolder(files);
  return { root, context: recordingContext({ cwd: root, env: {}, ...options }) };
}

/** Records each kind in a file of its own, and in a line of the controller. */
const owners = definePlugin({
  name: "owners",
  description: "Makes a team the owner of each kind.",
  flags: { team: { type: "string", description: "the team" } },
  commands: {
    "create api": ({ resource, files, flags }) => {
      const file = resource?.controllers.at(-1)?.file ?? "";
      const owner = `# ${resource?.kind} ${flags.team ?? "nobody"}\n`;
      return {
        actions: [
          { type: "create", file: "OWNERS", content: owner },
          { type: "replace", file, content: `${files.read(file)}// owned\n` },
        ],
      };
    },
    "delete api": (input) => {
      const { resource, files } = input;
      const file = resource?.controllers.at(-1)?.file ?? "";
      return {
        actions: [
          { type: "delete", file: "OWNERS", content: `# ${resource?.kind} ${input.flags.team ?? "nobody"}\n` },
          { type: "replace", file, content: (files.read(file) ?? "").replace("// owned\n", "") },
        ],
        next: [`told ${input.command}`],
      };
    },
  },
});
const installed = {
  "node_modules/some-plugin/package.json": "{}",
  "node_modules/some-plugin/index.js": "",
};
const importModule = () => Promise.resolve({ default: owners });

test("a plugin of PROJECT takes back its changes, in the plan of the command", async () => {
  const named = { ...project, ...installed, PROJECT: `${project["PROJECT"]}plugins:\n  some-plugin: {}\n` };
  const { root, context } = start(named, { importModule });
  await manifests({}, context);
  const before = filesOf(root);
  await createApi(bar, context);
  await manifests({}, context);
  const preview = await deleteApi({ ...kind, dryRun: true }, context);
  expect(preview.json["changes"]).toContainEqual(expect.objectContaining({ kind: "delete", path: "OWNERS" }));
  const { text } = await deleteApi(kind, context);
  expect(text).toContain("told delete api");
  expect(filesOf(root)).toEqual(before);
});

test("a plugin that PROJECT does not record takes part with --plugins and its flags", async () => {
  const { root, context } = start({ ...project, ...installed }, { importModule });
  const before = filesOf(root);
  const given = { plugins: ["some-plugin"], pluginFlags: { team: "ops" } };
  await createApi({ ...bar, ...given }, context);
  const created = filesOf(root);
  await expect(deleteApi(kind, context)).rejects.toMatchObject({ code: "delete/edited" });
  await expect(deleteApi({ ...kind, plugins: ["some-plugin"] }, context)).rejects.toMatchObject({
    message: expect.stringContaining("OWNERS") as string,
  });
  expect(filesOf(root)).toEqual(created);
  await deleteApi({ ...kind, ...given }, context);
  expect(filesOf(root)).toEqual(before);
});

test("a plugin that cannot take back its changes is a next step", async () => {
  const { "create api": create } = owners.commands;
  const only = {
    ...owners,
    commands: { "create api": (input: PluginInput<typeof owners.flags & object>) => create?.(input) ?? {} },
  };
  const files = { ...project, ...installed, PROJECT: `${project["PROJECT"]}plugins:\n  some-plugin: {}\n` };
  const { context } = start(files, { importModule: () => Promise.resolve({ default: only }) });
  await createApi(bar, context);
  const { text } = await deleteApi({ ...kind, force: true }, context);
  expect(text).toContain(
    "the plugin some-plugin takes no part in `tsop delete api`: remove what it added for the kind yourself",
  );
});

const image = { image: "memcached:1.6.39-alpine", imageContainerCommand: "memcached,-o", port: 11211, runAsUser: 1001 };

test("a kind that runs an image", async () => {
  const { root, context } = start();
  await manifests({}, context);
  const before = filesOf(root);
  await createApi({ ...bar, ...image }, context);
  await manifests({}, context);
  await deleteApi(kind, context);
  expect(filesOf(root)).toEqual(before);
});

test("an edited controller of an image, and an edited variable, are not lost", async () => {
  const { root, context } = start();
  await createApi({ ...bar, ...image }, context);
  const created = filesOf(root);
  const controller = "controllers/bar_controller.ts";
  writeFiles(root, { [controller]: `${created[controller]}// mine\n` });
  await expect(deleteApi(kind, context)).rejects.toMatchObject({
    diagnostics: [{ code: "delete/edited", at: { file: controller } }],
  });
  const manager = "config/manager/manager.yaml";
  writeFiles(root, {
    [controller]: created[controller] ?? "",
    [manager]: (created[manager] ?? "").replace("1.6.39", "1.6.40"),
  });
  const { text } = await deleteController(kind, context);
  expect(text).toContain("remove the environment variable BAR_IMAGE of the operator's container");
  const after = filesOf(root);
  expect(after[manager]).toContain("1.6.40");
  expect(after["PROJECT"]).not.toContain("deploy-image");
  expect(after["api/v1/bar_types.ts"]).toBe(created["api/v1/bar_types.ts"]);
});

const external = (isKnown: boolean) => `#!/usr/bin/env node
const { command, args, universe } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const answer = (more) => console.log(JSON.stringify({ apiVersion: "v1alpha1", command, ...more }));
if (command === "flags") answer(args[0] === "--delete api" && !${isKnown} ? { error: true, errorMsgs: ["?"] } : { flags: [] });
else if (command === "create api") answer({ universe: { "README.md": universe["README.md"] + "Bar\\n" } });
else if (command === "delete api") answer({ universe: { "README.md": universe["README.md"].replace("Bar\\n", "") } });
else answer({ error: true, errorMsgs: ["unknown subcommand: " + command] });
`;

test.each([
  ["that knows the command", true],
  ["from before kubebuilder had the command", false],
])("an external plugin %s", async (_, isKnown) => {
  const programs = tempFolder({ "seen/v1/seen": external(isKnown) });
  chmodSync(`${programs}/seen/v1/seen`, 0o755);
  const { root, context } = start(
    { ...project, PROJECT: `${project["PROJECT"]}plugins:\n  seen/v1: {}\n` },
    { env: { ...process.env, EXTERNAL_PLUGINS_PATH: programs } },
  );
  const before = filesOf(root);
  await createApi(bar, context);
  expect(filesOf(root)["README.md"]).toMatch(/Bar\n$/);
  const { text } = await deleteApi(kind, context);
  const { "README.md": readme, ...others } = filesOf(root);
  const { "README.md": readmeBefore, ...othersBefore } = before;
  expect(others).toEqual(othersBefore);
  expect(readme).toBe(isKnown ? readmeBefore : `${readmeBefore}Bar\n`);
  expect(text.includes("the plugin seen/v1 takes no part in `tsop delete api`")).toBe(!isKnown);
});
