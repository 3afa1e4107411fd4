/** Reads an unfinished command line: the command that it names, and what the word under the cursor can be. */
import type { CommandGroup, DeclaredCommand } from "../declared/declare.js";
import { type Flag, type Flags, longFlag } from "../declared/flags.js";

type Declaration = DeclaredCommand | CommandGroup;

/** A flag of a command, under the name of its option. */
export interface NamedFlag {
  readonly option: string;
  readonly flag: Flag;
}

/** An unfinished command line, up to the word under the cursor. */
export interface CommandLine {
  /** The command, or the words of a group so far; undefined if no command has this name. */
  readonly path: string | undefined;
  readonly command: DeclaredCommand | undefined;
  readonly flags: Flags;
  /** The values of the flags so far. */
  readonly given: ReadonlyMap<string, string>;
  /** The flag whose value is the word under the cursor. */
  readonly pending: NamedFlag | undefined;
}

/** @param words - the words between `tsop` and the word under the cursor */
export function readCommandLine(
  words: readonly string[],
  declarations: readonly Declaration[],
  globals: Flags,
): CommandLine {
  const given = new Map<string, string>();
  let path: string | undefined = "";
  let command: DeclaredCommand | undefined;
  let flags = globals;
  let pending: NamedFlag | undefined;
  for (const word of words) {
    if (pending !== undefined) {
      given.set(pending.option, word);
      pending = undefined;
      continue;
    }
    if (word.startsWith("-")) {
      const [name = "", ...value] = word.split("=");
      const found = findFlag(flags, name);
      if (found === undefined) continue;
      given.set(found.option, value.join("="));
      if (value.length === 0 && needsValue(found.flag)) pending = found;
      continue;
    }
    if (command !== undefined || path === undefined) continue;
    const longer: string = path === "" ? word : `${path} ${word}`;
    const next = declarations.find((each) => each.path === longer);
    path = next?.path;
    if (next === undefined || !("input" in next)) continue;
    command = next;
    flags = { ...next.input.flags, ...globals };
  }
  return { path, command, flags, given, pending };
}

/** Returns the flag with a name: `--group`, or `-C`. */
export function findFlag(flags: Flags, name: string): NamedFlag | undefined {
  const found = Object.entries(flags).find(([option, flag]) => longFlag(option, flag) === name || flag.short === name);
  return found === undefined ? undefined : { option: found[0], flag: found[1] };
}

function needsValue(flag: Flag): boolean {
  if (flag.kind === "choice") return flag.preset === undefined;
  return flag.kind === "text" || flag.kind === "parsed" || flag.kind === "list";
}
