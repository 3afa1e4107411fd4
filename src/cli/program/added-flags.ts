/** Finds the flags that plugins add to a command, before the command line is parsed. */
import path from "node:path";
import { type Command, CommanderError } from "commander";
import { flaggedCommands } from "../../commands/plugins/loaded-plugin.js";
import { createContext } from "../terminal.js";
import { type AddedFlags, createProgram, type ProgramIo } from "./program.js";

const silent: ProgramIo = { write: () => undefined, columns: 80 };
const help: readonly string[] = ["-h", "--help"];

/**
 * Returns the flags of the plugins that PROJECT and `--plugins` name; undefined for a command without them.
 *
 * @throws TsopError `plugin/…` if a plugin cannot be loaded, except for a command line that requests help
 */
export async function findAddedFlags(argv: readonly string[], signal: AbortSignal): Promise<AddedFlags | undefined> {
  if (!flaggedCommands.some((each) => each.split(" ").every((word) => argv.includes(word)))) return undefined;
  const words = argv.filter((word) => !help.includes(word));
  const isHelp = words.length < argv.length;
  let added: AddedFlags | undefined;
  const probe = createProgram(async (command, options, { directory = ".", output }) => {
    const known = flaggedCommands.find((each) => each === command.path);
    if (known === undefined) return;
    const { findPluginFlags } = await import("../../commands/plugins/find-plugin-flags.js");
    const context = createContext(path.resolve(directory), output, signal);
    const plugins = await findPluginFlags(known, command.input.flags, options, context, isHelp);
    if (plugins.length > 0) added = { path: command.path, plugins };
  }, silent);
  tolerate(probe);
  try {
    await probe.parseAsync(words, { from: "user" });
  } catch (error) {
    // The real program reports an invalid command line; help works whatever the state of a project.
    if (!(error instanceof CommanderError) && !isHelp) throw error;
  }
  return added;
}

/** Lets a program and its commands ignore what they do not know. */
function tolerate(command: Command): void {
  command.allowUnknownOption().allowExcessArguments();
  command.commands.forEach(tolerate);
}
