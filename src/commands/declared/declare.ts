/** Declares each command once, for the command line, the help, the documentation, and the type of its options. */
import { TsopError } from "../../core/errors.js";
import type { CommandResult, Context } from "../context.js";
import { flagName, type Input, isGiven, type OptionsOf } from "./flags.js";

/** The declaration of a command. */
export interface CommandRecord<I extends Input = Input> {
  /** The words after `tsop`: `create api`. */
  readonly path: string;
  /** The summary in the list of commands. */
  readonly summary: string;
  readonly description: string;
  readonly input: I;
  /** Whether to pass unknown flags to the operator: they become part of the argument. */
  readonly passesOn?: true;
  /** The flags that contradict each other, and why. */
  readonly contradictions?: readonly Contradiction<keyof OptionsOf<I> & string>[];
  /** Returns why these options do not work with `--output sarif`: a SARIF log is a single document about the findings. */
  readonly withoutSarif?: (options: OptionsOf<I>) => SarifRefusal | undefined;
  /** The end of the command's help: examples. */
  readonly more?: string;
  /** Loads the implementation on demand, so that `tsop --help` does not load a compiler. */
  readonly load: () => Promise<Run<I>>;
}

export type Run<I extends Input> = (options: OptionsOf<I>, context: Context) => CommandResult | Promise<CommandResult>;

export interface Contradiction<Option extends string = string> {
  readonly option: Option;
  readonly others: readonly Option[];
  readonly reason: string;
}

export interface SarifRefusal {
  readonly what: string;
  readonly reason: string;
  readonly hint: string;
}

/** The options from the command line. */
export type GivenOptions = Readonly<Record<string, unknown>>;

/** A command with any options. */
export interface DeclaredCommand extends Omit<CommandRecord, "contradictions" | "withoutSarif" | "load"> {
  readonly withoutSarif: (given: GivenOptions) => SarifRefusal | undefined;
  /** @throws TsopError `usage/invalid-argument` for options that contradict each other, and the errors of the command */
  readonly run: (given: GivenOptions, context: Context) => Promise<CommandResult>;
}

/** A group of commands, such as `create`. It is not a command itself. */
export interface CommandGroup {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
}

export function declare<const I extends Input>(record: CommandRecord<I>): DeclaredCommand {
  const { contradictions = [], withoutSarif, load, ...rest } = record;
  // The command-line reader builds the options from `input`, and their type follows from it.
  const typed = (given: GivenOptions): OptionsOf<I> => given as OptionsOf<I>;
  return {
    ...rest,
    withoutSarif: (given) => withoutSarif?.(typed(given)),
    run: async (given, context) => {
      for (const contradiction of contradictions) refuse(contradiction, given);
      const run = await load();
      return run(typed(given), context);
    },
  };
}

function refuse({ option, others, reason }: Contradiction, given: GivenOptions): void {
  const other = isGiven(given[option]) ? others.find((each) => isGiven(given[each])) : undefined;
  if (other === undefined) return;
  const [first, second] = [flagName(option), flagName(other)];
  throw new TsopError("usage/invalid-argument", `${first} cannot be used with ${second}: ${reason}`, {
    hint: `Omit ${first} or ${second}.`,
  });
}

export function neverEnds(what: string): SarifRefusal {
  return { what, reason: "it never ends", hint: "Use --output text or --output json." };
}

export function printsToStdout(what: string): SarifRefusal {
  return { what, reason: "both write to stdout", hint: "Omit one of the two." };
}
