import { TsopError } from "../../core/errors.js";
import type { Universe } from "./external/response.js";
import type { PluginFlags } from "../../plugin/flags.js";
import type { PluginCommand, PluginInput } from "../../plugin/input.js";

/** A plugin that is ready to run. */
export interface LoadedPlugin {
  /** The key in PROJECT. */
  readonly key: string;
  readonly description: () => Promise<string | undefined>;
  readonly flags: PluginFlags;
  /** Whether a flag can have the name of a flag of tsop: the plugin then gets the same value. */
  readonly sharesFlags: boolean;
  /** The commands that the plugin takes part in. */
  readonly commands: readonly PluginCommand[];
  /** Calls the plugin for one of its commands. Its result is not checked yet. */
  readonly run: (input: PluginInput, given: ExternalInput) => unknown;
}

/** The additional input of external plugins. */
export interface ExternalInput {
  /** The flags of the command line, except `--plugins` and the flags of previews. */
  readonly args: readonly string[];
  /** The keys of all plugins. */
  readonly chain: readonly string[];
  readonly universe: () => Universe;
}

export const deleteCommands = ["delete api", "delete controller", "delete webhook"] as const;

/** The commands to which plugins can add flags. */
export const flaggedCommands: readonly PluginCommand[] = [
  ...(["init", "create api", "create webhook", "edit"] as const),
  ...deleteCommands,
];

export const pluginCommands: readonly PluginCommand[] = [...flaggedCommands, "update"];

/** Returns an error about a plugin that does not follow the interface. */
export function invalidPlugin(key: string, faults: readonly string[]): TsopError {
  return TsopError.fromDiagnostics(
    faults.map((fault) => ({
      code: "plugin/invalid",
      severity: "error",
      message: `the plugin ${key} ${fault}`,
      hint: "This is an error of the plugin: report it to its authors, or run the command without the plugin.",
    })),
  );
}
