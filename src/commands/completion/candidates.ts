/** Finds the completions of the word under the cursor: commands, flags, and values. */
import type { CommandGroup, DeclaredCommand } from "../declared/declare.js";
import { type Flags, longFlag } from "../declared/flags.js";
import { type CommandLine, findFlag, readCommandLine } from "./command-line.js";

export interface Candidate {
  readonly value: string;
  readonly help?: string;
}

/** Values that the project, the kubeconfig or tsop itself name, or a request to the shell to complete a path. */
export type Values = readonly Candidate[] | "files" | "folders";

/** Returns the values of a flag, or of the command's argument if `option` is undefined. */
export type FindValues = (line: CommandLine, option: string | undefined) => Promise<Values>;

/**
 * @param words - the words after `tsop`; the last is the word under the cursor, and can be empty
 * @param findValues - called only for a word that is a value
 */
export async function complete(
  words: readonly string[],
  { declarations, globals, findValues }: Commands,
): Promise<Values> {
  const current = words.at(-1) ?? "";
  const line = readCommandLine(words.slice(0, -1), declarations, globals);
  if (line.pending !== undefined) return matching(await findValues(line, line.pending.option), current);
  const [name = "", ...rest] = current.split("=");
  if (name.startsWith("--") && rest.length > 0) {
    const flag = findFlag(line.flags, name);
    const values = flag === undefined ? [] : await findValues(line, flag.option);
    if (typeof values === "string") return values;
    return matching(
      values.map((each) => ({ ...each, value: `${name}=${each.value}` })),
      current,
    );
  }
  if (current.startsWith("-")) return matching(flagsOf(line), current);
  if (line.command !== undefined) return matching(await findValues(line, undefined), current);
  return line.path === undefined ? [] : matching(commandsBelow(line.path, declarations), current);
}

export interface Commands {
  readonly declarations: readonly (DeclaredCommand | CommandGroup)[];
  /** The flags of every command. */
  readonly globals: Flags;
  readonly findValues: FindValues;
}

/** Returns the flags that the command line does not contain. A flag that can occur several times remains. */
function flagsOf({ flags, given }: CommandLine): Candidate[] {
  const free = Object.entries(flags).filter(([option, flag]) => flag.kind === "list" || !given.has(option));
  return [
    ...free.map(([option, flag]) => ({ value: longFlag(option, flag), help: flag.help })),
    { value: "--help", help: "show the help of the command" },
  ];
}

function commandsBelow(path: string, declarations: Commands["declarations"]): Candidate[] {
  const prefix = path === "" ? "" : `${path} `;
  const below = declarations.flatMap(({ path: each, summary }) => {
    const rest = each.slice(prefix.length);
    return each.startsWith(prefix) && rest !== "" && !rest.includes(" ") ? [{ value: rest, help: summary }] : [];
  });
  return path === "" ? [...below, { value: "help", help: "show the help of a command" }] : below;
}

/**
 * Omits names that a shell would have to quote: they come from files, and a shell runs what the user completes. Few
 * names have such characters.
 */
function matching(values: Values, start: string): Values {
  if (typeof values === "string") return values;
  return values.filter(({ value }) => value.startsWith(start) && /^[\w.@:/+,=-]+$/.test(value));
}
