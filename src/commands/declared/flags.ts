/** How a flag is declared, and which value it gives: the type of a command's options follows from it. */

/** What each flag has. Its name follows from the name of the option: `maxDescLen` is `--max-desc-len`. */
interface FlagBase {
  readonly help: string;
  /** One letter, which means the same. */
  readonly short?: string;
}

/**
 * A flag that is true or false. `toggle` is `--force`: true, or not given. `negation` is `--no-install`: the option `install` is false;
 * true when the flag is not given. `yesNo` is `--resource`, `--resource=true` and `--resource=false`.
 */
export interface SwitchFlag extends FlagBase {
  readonly kind: "toggle" | "negation" | "yesNo";
}

/** A flag with a value, as it is given. `value` is what stands for it in the help: `<dir>`. */
export interface TextFlag extends FlagBase {
  readonly kind: "text";
  readonly value: string;
}

/** A flag with a value that means something else than a text. */
export interface ParsedFlag<Value = unknown> extends FlagBase {
  readonly kind: "parsed";
  readonly value: string;
  readonly as: ValueParser<Value>;
}

/** A flag with one of several values. */
export interface ChoiceFlag<Choice extends string = string> extends FlagBase {
  readonly kind: "choice";
  readonly value: string;
  readonly choices: readonly Choice[];
  /** The value of the flag when it is given without one. */
  readonly preset?: Choice;
  /** The value when the flag is not given. */
  readonly default?: Choice;
}

/** A flag that can be given several times. */
export interface ListFlag extends FlagBase {
  readonly kind: "list";
  readonly value: string;
  /** Whether the option is an empty list when the flag is not given. Otherwise it is absent. */
  readonly isEmptyByDefault: boolean;
}

export type Flag = SwitchFlag | TextFlag | ParsedFlag | ChoiceFlag | ListFlag;

export interface ValueParser<Value> {
  /** Undefined for a text that is no such value. */
  readonly parse: (text: string) => Value | undefined;
  /** What to write instead. */
  readonly expected: string;
}

/** The flags of a command by the names of its options, in the order of the help. */
export type Flags = Readonly<Record<string, Flag>>;

/** All that can follow a command on the command line. */
export interface Input {
  /** `[dir]`, or `[crds...]` for any number: the option `dir` or `crds`. */
  readonly argument?: string;
  readonly flags: Flags;
}

type ValueOf<F extends Flag> = F extends SwitchFlag
  ? boolean
  : F extends ListFlag
    ? readonly string[]
    : F extends ChoiceFlag<infer Choice>
      ? Choice
      : F extends ParsedFlag<infer Value>
        ? Value
        : string;

type FlagOptions<F> = {
  readonly [Name in keyof F as F[Name] extends { readonly default: string } ? never : Name]?: F[Name] extends Flag
    ? ValueOf<F[Name]>
    : never;
} & {
  readonly [Name in keyof F as F[Name] extends { readonly default: string } ? Name : never]: F[Name] extends Flag
    ? ValueOf<F[Name]>
    : never;
};

type ArgumentOptions<I extends Input> = I extends { readonly argument: `[${infer Name}...]` }
  ? { readonly [Key in Name]?: readonly string[] }
  : I extends { readonly argument: `[${infer Name}]` }
    ? { readonly [Key in Name]?: string }
    : unknown;

/** The options of a command with this input. What has a default is there; who calls a command in code may leave out the rest. */
export type OptionsOf<I extends Input> = FlagOptions<I["flags"]> & ArgumentOptions<I>;

/** `maxDescLen` → `--max-desc-len`: how the flag of an option is written. */
export function flagName(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The flag of an option, as it is written: `--force`, `--no-install`. */
export function longFlag(option: string, { kind }: Flag): string {
  return flagName(kind === "negation" ? `no-${option}` : option);
}

/** Whether the option has been asked for: `--stdout=false` has not. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false;
}

function switchOf(kind: SwitchFlag["kind"]): (help: string) => SwitchFlag {
  return (help) => ({ kind, help });
}

export const toggle = switchOf("toggle");
export const negation = switchOf("negation");
export const yesNo = switchOf("yesNo");

export function text(value: string, help: string): TextFlag {
  return { kind: "text", value, help };
}

export function parsed<Value>(value: string, as: ValueParser<Value>, help: string): ParsedFlag<Value> {
  return { kind: "parsed", value, as, help };
}

export function list(value: string, help: string, { isEmptyByDefault = true } = {}): ListFlag {
  return { kind: "list", value, help, isEmptyByDefault };
}
