/** The flags of plugins, as flags of tsop. */
import type { PluginFlag, PluginFlags, PluginFlagValues } from "../../plugin/flags.js";
import { type Flag, flagName, type Flags, list, parsed, text, toggle, yesNo } from "../declared/flags.js";
import type { GivenOptions } from "../declared/declare.js";
import { invalidPlugin, type LoadedPlugin } from "./loaded-plugin.js";

/** The flags of one plugin, for the help. */
export interface FlagsOfPlugin {
  readonly key: string;
  /** Undefined unless the help is requested, or if the plugin has none. */
  readonly description?: string | undefined;
  readonly flags: Flags;
}

const number = {
  parse: (given: string) => (given.trim() !== "" && Number.isFinite(Number(given)) ? Number(given) : undefined),
  expected: "Write a number.",
};

function toFlag({ type, description, value = `<${type}>` }: PluginFlag): Flag {
  switch (type) {
    case "boolean":
      return yesNo(description);
    case "number":
      return parsed(value, number, description);
    case "list":
      return list(value, description, { isEmptyByDefault: false });
    case "string":
      return text(value, description);
  }
}

const reserved: Flags = { help: toggle("show the help"), directory: text("<dir>", ""), output: text("<format>", "") };

/**
 * Returns the flags that plugins add to a command.
 *
 * @param own - the flags of the command itself
 * @throws TsopError `plugin/invalid` if two flags have the same name
 */
export function flagsOfPlugins(plugins: readonly LoadedPlugin[], own: Flags): FlagsOfPlugin[] {
  const taken = new Map(Object.keys({ ...own, ...reserved }).map((name) => [name, "tsop"]));
  return plugins.flatMap(({ key, flags, sharesFlags }) => {
    const names = Object.entries(flags).filter(([name]) => !(sharesFlags && taken.has(name)));
    if (names.length === 0) return [];
    for (const [name] of names) {
      const owner = taken.get(name);
      if (owner !== undefined) {
        throw invalidPlugin(key, [`has the flag ${flagName(name)}, which ${owner} already has`]);
      }
      taken.set(name, `the plugin ${key}`);
    }
    return [{ key, flags: Object.fromEntries(names.map(([name, flag]) => [name, toFlag(flag)])) }];
  });
}

/** Returns the values of a plugin's flags. */
export function valuesOf(flags: PluginFlags, options: GivenOptions): PluginFlagValues<PluginFlags> {
  const given = Object.keys(flags).flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]));
  // The command line has parsed each value to the type of its flag.
  return Object.fromEntries(given) as PluginFlagValues<PluginFlags>;
}

/** The options that concern tsop alone. */
const ownOptions: ReadonlySet<string> = new Set(["plugins", "pluginFlags", "dryRun", "diff", "dir", "install", "tsop"]);

/** Returns options as a command line, for external plugins. */
export function toArguments(options: GivenOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (ownOptions.has(name) || value === undefined) return [];
    if (typeof value === "boolean") return [value ? flagName(name) : `${flagName(name)}=false`];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((each) => [flagName(name), String(each)]);
  });
}
