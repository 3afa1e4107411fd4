import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { declarations } from "../../commands/declared/all.js";
import type { CommandGroup, DeclaredCommand, GivenOptions } from "../../commands/declared/declare.js";
import { type Flag, type Flags, type Input, longFlag, type OptionsOf, text } from "../../commands/declared/flags.js";
import type { FlagsOfPlugin } from "../../commands/plugins/plugin-flags.js";
import { leaveFlagsToSubcommands } from "./leave-flags.js";
import { passedOn, passOnUnknown } from "./pass-on.js";

/** The flags that can precede or follow any command. */
export const globalInput = {
  flags: {
    directory: { ...text("<dir>", "work in this folder instead of the current one"), short: "-C" },
    output: {
      kind: "choice",
      value: "<format>",
      help: "format of stdout; sarif: the findings, for code scanning",
      choices: ["text", "json", "sarif"],
      default: "text",
    },
  },
} as const satisfies Input;

/** The options of all commands. */
export type GlobalOptions = OptionsOf<typeof globalInput>;

/** Runs the command of a command line. */
export type RunCommand = (command: DeclaredCommand, options: GivenOptions, globals: GlobalOptions) => Promise<void>;

/** The output of commander's own text, such as help. Errors are thrown, not printed. */
export interface ProgramIo {
  readonly write: (text: string) => void;
  readonly columns: number;
}

/** The flags that plugins add to a command. */
export interface AddedFlags {
  /** The path of the command: `create api`. */
  readonly path: string;
  readonly plugins: readonly FlagsOfPlugin[];
}

/** Creates the parser of the command line from the declarations of all commands. */
export function createProgram(run: RunCommand, io: ProgramIo, added?: AddedFlags): Command {
  const program = new Command("tsop")
    .description("Build Kubernetes operators in TypeScript.")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText(
      "after",
      "\nStart here:\n  tsop init --domain example.com\n  tsop create api --group apps --version v1 --kind Web",
    );
  addFlags(program, globalInput.flags);
  configure(program, io);
  for (const declared of declarations) {
    const plugins = added?.path === declared.path ? added.plugins : [];
    configure(addCommand(program, declared, run, plugins), io);
  }
  return program;
}

function addCommand(
  program: Command,
  declared: DeclaredCommand | CommandGroup,
  run: RunCommand,
  plugins: readonly FlagsOfPlugin[],
): Command {
  const [name = "", ...parents] = declared.path.split(" ").reverse();
  const parent = parents.reduceRight((at, word) => at.commands.find((each) => each.name() === word) ?? at, program);
  const command = parent.command(name).summary(declared.summary).description(declared.description);
  if (!("input" in declared)) return command;
  leaveFlagsToSubcommands(command);
  const { argument, flags } = declared.input;
  if (argument !== undefined) command.addArgument(new Argument(argument));
  addFlags(command, flags);
  for (const { key, flags: more } of plugins) addFlags(command, more, `Flags of the plugin ${key}:`);
  const described = plugins.flatMap(({ key, description }) =>
    description === undefined ? [] : [`  ${key}  ${description}`],
  );
  if (described.length > 0) command.addHelpText("after", `\nPlugins:\n${described.join("\n")}`);
  if (declared.more !== undefined) command.addHelpText("after", declared.more);
  if (declared.passesOn === true) passOnUnknown(command);
  return command.action(() => {
    const given = withPluginFlags(command.opts(), plugins);
    return run(declared, { ...given, ...argumentOf(command, declared) }, program.opts());
  });
}

/** Moves the values of the plugins' flags into the option `pluginFlags`. */
function withPluginFlags(given: GivenOptions, plugins: readonly FlagsOfPlugin[]): GivenOptions {
  const names = new Set(plugins.flatMap(({ flags }) => Object.keys(flags)));
  if (names.size === 0) return given;
  const entries = Object.entries(given);
  return {
    ...Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    pluginFlags: Object.fromEntries(entries.filter(([name]) => names.has(name))),
  };
}

/** Returns the words after the command as the option that the declaration names. */
function argumentOf(command: Command, { passesOn }: DeclaredCommand): GivenOptions {
  const [argument] = command.registeredArguments;
  const value: unknown = command.processedArgs[0];
  if (argument === undefined || value === undefined) return {};
  return { [argument.name()]: passesOn === true ? passedOn(command.args) : value };
}

function addFlags(command: Command, flags: Flags, heading?: string): void {
  for (const [name, flag] of Object.entries(flags)) {
    const option = toOption(name, flag);
    command.addOption(heading === undefined ? option : option.helpGroup(heading));
  }
}

function toOption(name: string, flag: Flag): Option {
  const long = longFlag(name, flag);
  const value = "value" in flag ? ` ${flag.value}` : flag.kind === "yesNo" ? " [boolean]" : "";
  const option = new Option(`${flag.short === undefined ? "" : `${flag.short}, `}${long}${value}`, flag.help);
  switch (flag.kind) {
    case "yesNo":
      return option.argParser(parseBoolean);
    case "parsed":
      return option.argParser((given) => {
        const value = flag.as.parse(given);
        if (value === undefined) throw new InvalidArgumentError(flag.as.expected);
        return value;
      });
    case "choice":
      if (flag.default !== undefined) option.default(flag.default);
      if (flag.preset !== undefined) option.preset(flag.preset);
      return option.choices(flag.choices);
    case "list":
      if (flag.isEmptyByDefault) option.default([], "none");
      return option.argParser<readonly string[] | undefined>((given, earlier) => [...(earlier ?? []), given]);
    default:
      return option;
  }
}

function parseBoolean(given: string): boolean {
  if (given === "true") return true;
  if (given === "false") return false;
  throw new InvalidArgumentError("Write it without a value, or with =true or =false.");
}

function configure(command: Command, io: ProgramIo): void {
  command.exitOverride().configureOutput({
    writeOut: io.write,
    writeErr: () => undefined,
    outputError: () => undefined,
    getOutHelpWidth: () => io.columns,
    getErrHelpWidth: () => io.columns,
  });
}
