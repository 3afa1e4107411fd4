/**
 * The interface of plugins, which take part in the commands of tsop.
 *
 * @module
 */
export type { PluginAction, KustomizationField, TypeScriptFile } from "./actions.js";
export type { PluginFlag, PluginFlags, PluginFlagValues } from "./flags.js";
export type {
  PluginCommand,
  PluginController,
  PluginInput,
  PluginProblem,
  PluginProject,
  PluginResource,
  PluginResult,
  PluginVersions,
  ProjectFiles,
} from "./input.js";
export { definePlugin, type Plugin } from "./plugin.js";
