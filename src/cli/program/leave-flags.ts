import type { Command } from "commander";

/**
 * Leaves the flags after a subcommand to the subcommand, such as those of `bundle push` if `bundle` has flags of the same names:
 * commander reads the flags of all commands of a command line in turn, and the first command takes those that it knows.
 */
export function leaveFlagsToSubcommands(command: Command): void {
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (args) => {
    const next = command.parent?.args[1];
    const isSubcommand = command.commands.some((each) => each.name() === next);
    return isSubcommand ? { operands: [], unknown: args } : parse(args);
  };
}
