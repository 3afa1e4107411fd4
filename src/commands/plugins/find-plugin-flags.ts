import { readFileSync } from "node:fs";
import path from "node:path";
import type { PluginCommand } from "../../plugin/input.js";
import { readPlugins } from "../../project/plugins.js";
import { projectFileName } from "../../project/project.js";
import type { Context } from "../context.js";
import type { GivenOptions } from "../declared/declare.js";
import type { Flags } from "../declared/flags.js";
import { loadPlugin } from "./load-plugin.js";
import type { LoadedPlugin } from "./loaded-plugin.js";
import { type FlagsOfPlugin, flagsOfPlugins } from "./plugin-flags.js";
import { keysIn, readPluginKey } from "./plugin-key.js";

/**
 * Returns the flags that the plugins of a command add to it. The plugins inside tsop add none: the command declares
 * theirs.
 *
 * @param isHelp - whether to add the descriptions of the plugins, also of those without flags
 * @throws TsopError `plugin/not-found`, `plugin/invalid` or `plugin/failed`
 */
export async function findPluginFlags(
  command: PluginCommand,
  own: Flags,
  options: GivenOptions,
  context: Context,
  isHelp = false,
): Promise<FlagsOfPlugin[]> {
  const { dir, plugins } = options;
  const isFolder = command === "init" && typeof dir === "string" && !dir.startsWith("-");
  const root = isFolder ? path.resolve(context.cwd, dir) : context.cwd;
  const named = keysIn(Array.isArray(plugins) ? plugins.map(String) : []);
  const keys = new Set([...keysInProject(root), ...named]);
  const loaded: LoadedPlugin[] = [];
  for (const key of keys) {
    if (readPluginKey(key)?.kind === "own") continue;
    const plugin = await loadPlugin(key, root, context, command);
    if (plugin.commands.includes(command)) loaded.push(plugin);
  }
  const added = flagsOfPlugins(loaded, own);
  if (!isHelp) return added;
  return Promise.all(
    loaded.map(async ({ key, description }) => {
      const flags = added.find((each) => each.key === key)?.flags ?? {};
      return { key, flags, description: await description() };
    }),
  );
}

/** Returns no keys for a PROJECT that is missing or invalid: the command itself reports it. */
function keysInProject(root: string): string[] {
  try {
    return [...readPlugins(readFileSync(path.join(root, projectFileName), "utf8")).keys()];
  } catch {
    return [];
  }
}
