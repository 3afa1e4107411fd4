import type { Command } from "commander";
import { TsopError } from "../../core/errors.js";
import { nearest } from "../../core/suggest.js";
import { pathOf } from "./path-of.js";

/**
 * Flags that the command does not know go to the operator, unless they look like a typing mistake in one of its own. What
 * stands behind `--` is not looked at: that is the way out for an operator with such a flag.
 */
export function passOnUnknown(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (argv) => {
    refuseMistyped(command, argv);
    return parse(argv);
  };
  return command.allowUnknownOption();
}

/** What the operator gets: the two dashes are for us. */
export function passedOn(args: readonly string[]): string[] {
  const at = args.indexOf("--");
  return at === -1 ? [...args] : args.toSpliced(at, 1);
}

function refuseMistyped(command: Command, argv: readonly string[]): void {
  const end = argv.indexOf("--");
  const given = (end === -1 ? argv : argv.slice(0, end)).filter((word) => word.startsWith("--"));
  const own = ["help", ...command.options.map(({ long }) => bare(long ?? ""))];
  for (const word of given) {
    const name = bare(word);
    const meant = own.includes(name)
      ? undefined
      : (nearest(name, own, limitFor(name)) ?? own.find((each) => isTransposed(name, each)));
    if (meant === undefined) continue;
    const path = `tsop ${pathOf(command)}`;
    throw new TsopError("usage/invalid-argument", `${path} has no flag --${name}`, {
      hint: `Did you mean --${meant}? If the operator itself has a flag --${name}, write it behind two dashes: ${path} -- --${name}`,
    });
  }
}

/** Short words are near to many others, and an operator may have flags of its own. */
function limitFor(name: string): number {
  return name.length < 6 ? 1 : name.length < 12 ? 2 : 3;
}

/** `prot` and `port`: two neighbours have changed places. */
function isTransposed(given: string, wanted: string): boolean {
  const at = given.split("").findIndex((letter, index) => letter !== wanted[index]);
  const swapped = given.slice(0, at) + (given[at + 1] ?? "") + (given[at] ?? "") + given.slice(at + 2);
  return at !== -1 && given.length === wanted.length && swapped === wanted;
}

/** `--port=1` → `port`. */
function bare(word: string): string {
  return word.replace(/^--/, "").replace(/=.*/s, "");
}
