import type { Command } from "commander";
import { TsopError } from "../../core/errors.js";
import { nearest } from "../../core/suggest.js";
import { pathOf } from "./path-of.js";

/**
 * Passes unknown flags to the operator, unless they look like mistyped flags of the command. Does not check arguments
 * after `--`, so an operator can still have a flag of this kind.
 */
export function passOnUnknown(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (argv) => {
    refuseMistyped(command, argv);
    return parse(argv);
  };
  return command.allowUnknownOption();
}

/** Returns the arguments for the operator, without the `--`, which is for tsop. */
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
      hint: `Did you mean --${meant}? If the operator itself has a flag --${name}, write it after two dashes: ${path} -- --${name}`,
    });
  }
}

/** Returns the maximum edit distance. Short words are similar to many others, and an operator can have its own flags. */
function limitFor(name: string): number {
  return name.length < 6 ? 1 : name.length < 12 ? 2 : 3;
}

/** Returns whether two adjacent letters are swapped, as in `prot` and `port`. */
function isTransposed(given: string, wanted: string): boolean {
  const at = given.split("").findIndex((letter, index) => letter !== wanted[index]);
  const swapped = given.slice(0, at) + (given[at + 1] ?? "") + (given[at] ?? "") + given.slice(at + 2);
  return at !== -1 && given.length === wanted.length && swapped === wanted;
}

/** Returns the name of a flag: `--port=1` → `port`. */
function bare(word: string): string {
  return word.replace(/^--/, "").replace(/=.*/s, "");
}
