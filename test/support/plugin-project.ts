/** Projects with plugins. */
import { cpSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createApi } from "../../src/commands/create-api.js";
import { edit } from "../../src/commands/edit.js";
import type { CommandResult } from "../../src/commands/context.js";
import type { Plugin } from "../../src/plugin/index.js";
import { recordingContext, type RecordingOptions } from "./recording-context.js";
import { bar, type Files, scaffold } from "./scaffolds.js";
import { tempFolder, writeFiles } from "./temp-folder.js";

const fixtures = fileURLToPath(new URL("../fixtures/plugins/", import.meta.url));
const repository = fileURLToPath(new URL("../../", import.meta.url));

export const egressPolicy = "tsop-plugin-egress-policy";

/** Installs the package of the fixtures in a folder, and a package `tsop` that exports the built `tsop/plugin`. */
export function installFixture(root: string): void {
  writeFiles(root, {
    "node_modules/tsop/package.json": JSON.stringify({ type: "module", exports: { "./plugin": "./plugin.js" } }),
    "node_modules/tsop/plugin.js": `export * from ${JSON.stringify(`${repository}dist/plugin/index.js`)};`,
  });
  cpSync(path.join(fixtures, egressPolicy), path.join(root, "node_modules", egressPolicy), { recursive: true });
}

/** Creates a project in which a package is installed that exports a value. Returns functions that run commands in it. */
export async function projectWith(plugin: unknown, files: Files = {}) {
  const root = tempFolder({ ...(await scaffold()), ...files });
  writeFiles(root, { "node_modules/some-plugin/package.json": "{}", "node_modules/some-plugin/index.js": "" });
  const contextOf = (options: Partial<RecordingOptions> = {}) =>
    recordingContext({ cwd: root, importModule: () => Promise.resolve({ default: plugin }), ...options });
  return {
    root,
    edit: (options: Partial<RecordingOptions> = {}): Promise<CommandResult> =>
      edit({ plugins: ["some-plugin"] }, contextOf(options)),
    createApi: (): Promise<CommandResult> => createApi({ ...bar, plugins: ["some-plugin"] }, contextOf()),
  };
}

/** Returns a plugin that takes part in `edit`. */
export function editing(run: NonNullable<Plugin["commands"]["edit"]>): Plugin {
  return { name: "some", description: "Does something.", commands: { edit: run } };
}

/** Copies the plugin in TypeScript of the fixtures to `plugins/audit.ts`. */
export function copyFilePlugin(root: string): void {
  cpSync(path.join(fixtures, "files/audit.ts"), path.join(root, "plugins/audit.ts"));
}
