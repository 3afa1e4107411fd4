import type { Command, CommanderError } from "commander";
import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";
import { pathOf } from "./program/path-of.js";

/** Converts an error of commander to a TsopError with a message and a hint what to type instead. */
export function explainCommanderError(error: CommanderError, program: Command, argv: readonly string[]): TsopError {
  const command = commandOf(program, argv);
  const see = `tsop ${command === program ? "" : `${pathOf(command)} `}--help`;
  switch (error.code) {
    case "commander.help": // a group such as `create` without a subcommand
      return unknownCommand(command, argv);
    case "commander.unknownCommand":
      return unknownCommand(command, argv);
    case "commander.excessArguments":
      return command.commands.length > 0
        ? unknownCommand(command, argv)
        : usage(error, see, insteadOfArguments(command));
    case "commander.unknownOption":
      return usage(error, see, flagsOf(command));
    default:
      return usage(error, see);
  }
}

function insteadOfArguments(command: Command): string {
  return command.registeredArguments.length === 0 ? flagsOf(command) : "";
}

/** Returns the first flags of a command, for a user who does not know them. */
function flagsOf(command: Command): string {
  const flags = command.options.flatMap(({ long }) => (long == null ? [] : [long]));
  return flags.length === 0 ? "" : `It has ${flags.slice(0, 4).join(", ")}${flags.length > 4 ? ", and others" : ""}. `;
}

function usage(error: CommanderError, see: string, instead = ""): TsopError {
  const [first = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const suggestion = /^\(Did you mean (.*)\?\)$/.exec(rest.join(" "))?.[1];
  const hint = suggestion === undefined ? `${instead}See \`${see}\`.` : `Did you mean ${suggestion}? See \`${see}\`.`;
  return new TsopError("usage/invalid-argument", first, { hint });
}

function unknownCommand(command: Command, argv: readonly string[]): TsopError {
  const names = command.commands.map((child) => child.name());
  const path = pathOf(command);
  const prefix = path === "" ? "tsop" : `tsop ${path}`;
  const depth = path === "" ? 0 : path.split(" ").length;
  const word = wordsOf(argv)[depth];
  if (word === undefined) {
    return new TsopError("usage/unknown-command", `${prefix} needs a command after it`, {
      hint: `One of: ${names.map((name) => `${prefix} ${name}`).join(", ")}.`,
    });
  }
  const suggestion = nearest(word, names) ?? commandOfScript(word, command);
  const hint =
    suggestion === undefined ? `See \`${prefix} --help\` for the list.` : `Did you mean \`${prefix} ${suggestion}\`?`;
  return new TsopError("usage/unknown-command", `there is no command "${[path, word].join(" ").trim()}"`, { hint });
}

/** Returns the command of a script of the scaffold: `helm-deploy` runs `helm deploy`. */
function commandOfScript(word: string, { commands }: Command): string | undefined {
  for (const group of commands) {
    const name = `${group.name()}-`;
    if (!word.startsWith(name)) continue;
    const inner = nearest(
      word.slice(name.length),
      group.commands.map((each) => each.name()),
    );
    if (inner !== undefined) return `${group.name()} ${inner}`;
  }
  return undefined;
}

/** Returns the deepest command that the words name. */
function commandOf(program: Command, argv: readonly string[]): Command {
  let at = program;
  for (const word of wordsOf(argv)) {
    const next = at.commands.find((command) => command.name() === word);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** Returns the words that are neither flags nor values of flags before a command. */
function wordsOf(argv: readonly string[]): string[] {
  return argv.filter(
    (word, index) => !word.startsWith("-") && !["-C", "--directory", "--output"].includes(argv[index - 1] ?? ""),
  );
}
