/** Finds and loads plugins: code of other authors. Loads only the plugins that PROJECT and `--plugins` name. */
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { field } from "../../core/json-fields.js";
import { isJsonObject, isList } from "../../core/json.js";
import { TsopError } from "../../core/errors.js";
import { resolveTarget } from "../../machinery/check-targets.js";
import { nodeFileSystem } from "../../machinery/file-system.js";
import type { PluginCommand } from "../../plugin/input.js";
import { jsonOf } from "../../project/files.js";
import { pluginFailed } from "../../scaffold/plugin-actions.js";
import { loadTemplates, type Templates } from "../../scaffold/templates.js";
import type { Context } from "../context.js";
import { bundlePlugin } from "./bundle-plugin.js";
import { checkPlugin } from "./check-plugin.js";
import { deployImage } from "./deploy-image/deploy-image.js";
import { loadExternal } from "./external/external-plugin.js";
import { invalidPlugin, type LoadedPlugin } from "./loaded-plugin.js";
import { hintFor, type OwnPlugin, ownPlugins, readPluginKey } from "./plugin-key.js";

/** The part of the context that loads plugins. */
export type PluginHost = Pick<Context, "importModule" | "env" | "signal" | "runFilter" | "output">;

/**
 * Loads a plugin. A package comes from the folder `node_modules` of the project and from no other place.
 *
 * @param command - the command whose flags an external plugin is asked for; default: none
 * @throws TsopError `plugin/not-found`, `plugin/invalid` or `plugin/failed`
 */
export async function loadPlugin(
  key: string,
  root: string,
  host: PluginHost,
  command?: PluginCommand,
): Promise<LoadedPlugin> {
  const read = readPluginKey(key);
  switch (read?.kind) {
    case "own":
      return checkPlugin(key, own[read.name](await loadTemplates()));
    case "file":
      return checkPlugin(key, await importDefault(key, await urlOfFile(key, read.file, root), host));
    case "package":
      return checkPlugin(key, await importDefault(key, urlOfPackage(read.name, root), host));
    case "program":
      return loadExternal({ key, ...read }, root, host, command);
    case undefined:
      throw new TsopError("plugin/not-found", `${JSON.stringify(key)} does not name a plugin`, {
        hint: `Write the name of a package, a path that starts with ./, NAME/VERSION of an external plugin, or ${ownPlugins.join(", ")}.`,
      });
  }
}

/** The plugins inside tsop. */
const own: Readonly<Record<OwnPlugin, (templates: Templates) => unknown>> = { "deploy-image": deployImage };

async function importDefault(key: string, url: string, host: PluginHost): Promise<unknown> {
  try {
    return field(await host.importModule(url), "default");
  } catch (error) {
    throw pluginFailed(key, "cannot be loaded", error);
  }
}

/** Node itself loads JavaScript. esbuild bundles TypeScript, which not every supported Node can load. */
async function urlOfFile(key: string, file: string, root: string): Promise<string> {
  if (!/\.[cm]?[jt]s$/.test(file)) {
    throw invalidPlugin(key, ["is neither a JavaScript nor a TypeScript file: .js, .mjs, .cjs, .ts, .mts or .cts"]);
  }
  if (!existsSync(path.join(root, file))) {
    throw notFound(key, "Correct its path, which is relative to the project, or restore the file.");
  }
  const place = resolveTarget(realpathSync(root), file, nodeFileSystem);
  return /\.[cm]?ts$/.test(file) ? bundlePlugin(key, place, root) : pathToFileURL(place).href;
}

function urlOfPackage(name: string, root: string): string {
  const folder = path.join("node_modules", name);
  const manifest = jsonOf(root, path.join(folder, "package.json"));
  if (manifest === undefined) {
    throw notFound(name, hintFor(name) ?? `Install it in ${root}: npm install --save-dev ${name}`);
  }
  const entry = entryOf(manifest);
  const file = entry === undefined ? undefined : path.join(root, folder, entry);
  if (file === undefined || !existsSync(file)) throw invalidPlugin(name, ["has no main module in its package.json"]);
  return pathToFileURL(realpathSync(file)).href;
}

/** Returns the module that `import` of the package's name loads, as Node determines it. */
function entryOf(manifest: Readonly<Record<string, unknown>>): string | undefined {
  const { exports, main } = manifest;
  if (exports !== undefined) return conditional(field(exports, ".") ?? exports);
  return typeof main === "string" ? main : "index.js";
}

const conditions: readonly string[] = ["node", "import", "module-sync", "default"];

function conditional(target: unknown): string | undefined {
  if (typeof target === "string") return target.startsWith("./") ? target : undefined;
  if (isList(target)) return target.map(conditional).find((each) => each !== undefined);
  if (!isJsonObject(target)) return undefined;
  const matching = Object.entries(target).filter(([name]) => conditions.includes(name));
  return matching.map(([, value]) => conditional(value)).find((each) => each !== undefined);
}

function notFound(key: string, hint: string): TsopError {
  return new TsopError("plugin/not-found", `the plugin ${key} is not installed`, { hint });
}
