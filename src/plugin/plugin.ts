import type { PluginFlags } from "./flags.js";
import type { PluginCommand, PluginInput, PluginResult } from "./input.js";

/** A plugin: the default export of an npm package, or of a file of the project. */
export interface Plugin<F extends PluginFlags = PluginFlags> {
  /** The name of the plugin, for messages. */
  readonly name: string;
  /** One sentence about the effect of the plugin. */
  readonly description: string;
  /** The flags that the plugin adds to its commands. */
  readonly flags?: F;
  /** The functions that tsop calls, by command. Each one returns a plan; tsop prints or applies it. */
  readonly commands: {
    readonly [Command in PluginCommand]?: (input: PluginInput<F>) => PluginResult | Promise<PluginResult>;
  };
}

/**
 * Defines a plugin. Export it by default.
 *
 * @example
 * ```ts
 * import { definePlugin } from "tsop/plugin";
 *
 * export default definePlugin({
 *   name: "codeowners",
 *   description: "Adds a CODEOWNERS file.",
 *   flags: { team: { type: "string", value: "<team>", description: "the team that owns the repository" } },
 *   commands: {
 *     edit: ({ flags }) =>
 *       flags.team === undefined
 *         ? {}
 *         : { actions: [{ type: "create", file: ".github/CODEOWNERS", content: `* ${flags.team}\n` }] },
 *   },
 * });
 * ```
 */
export function definePlugin<const F extends PluginFlags = Record<string, never>>(plugin: Plugin<F>): Plugin<F> {
  return plugin;
}
