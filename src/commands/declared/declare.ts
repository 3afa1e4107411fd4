/** How a command is declared: once, for the command line, the help, the documentation and the type of its options. */
import { TsopError } from "../../core/errors.js";
import type { CommandResult, Context } from "../context.js";
import { flagName, type Input, isGiven, type OptionsOf } from "./flags.js";

/** A command and all that is said of it. */
export interface CommandRecord<I extends Input = Input> {
  /** The words after `tsop`: `create api`. */
  readonly path: string;
  /** For the list of the commands. */
  readonly summary: string;
  readonly description: string;
  readonly input: I;
  /** Whether flags that the command does not know are the operator's: they become part of the argument. */
  readonly passesOn?: true;
  /** Flags that cannot be given together, and why. */
  readonly contradictions?: readonly Contradiction<keyof OptionsOf<I> & string>[];
  /** Why these options cannot go with `--output sarif`: a SARIF log is one document about what was found. */
  readonly withoutSarif?: (options: OptionsOf<I>) => SarifRefusal | undefined;
  /** What its help ends with: examples. */
  readonly more?: string;
  /** Loads what does the work, when it is called: `tsop --help` must not pay for a compiler. */
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

/** Options as they come from the command line. */
export type GivenOptions = Readonly<Record<string, unknown>>;

/** A command whatever its options are. */
export interface DeclaredCommand extends Omit<CommandRecord, "contradictions" | "withoutSarif" | "load"> {
  readonly withoutSarif: (given: GivenOptions) => SarifRefusal | undefined;
  /** @throws TsopError `usage/invalid-argument` for options that contradict each other, and what the command throws */
  readonly run: (given: GivenOptions, context: Context) => Promise<CommandResult>;
}

/** Words that only stand before others: `create`. */
export interface CommandGroup {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
}

export function declare<const I extends Input>(record: CommandRecord<I>): DeclaredCommand {
  const { contradictions = [], withoutSarif, load, ...rest } = record;
  // Who reads the command line makes the options from `input`, from which their type follows.
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
    hint: `Leave out ${first} or ${second}.`,
  });
}

export function neverEnds(what: string): SarifRefusal {
  return { what, reason: "it never ends", hint: "Use --output text or --output json." };
}

export function printsToStdout(what: string): SarifRefusal {
  return { what, reason: "that is where the log goes", hint: "Leave out one of the two." };
}
