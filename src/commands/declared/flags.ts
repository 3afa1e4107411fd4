/** Declarations of flags and their values. The type of a command's options follows from its flags. */

/** The common fields of all flags. The name of a flag follows from the name of its option: `maxDescLen` is `--max-desc-len`. */
interface FlagBase {
  readonly help: string;
  /** The one-letter form of the flag. */
  readonly short?: string;
}

/**
 * A flag that is true or false. `toggle` is `--force`: true, or absent. `negation` is `--no-install`: the option
 * `install` is false, or true if the flag is absent. `yesNo` is `--resource`, `--resource=true`, and
 * `--resource=false`.
 */
export interface SwitchFlag extends FlagBase {
  readonly kind: "toggle" | "negation" | "yesNo";
}

/** A flag whose value is a plain text. `value` is the placeholder in the help: `<dir>`. */
export interface TextFlag extends FlagBase {
  readonly kind: "text";
  readonly value: string;
}

/** A flag whose value tsop parses to another type. */
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
  /** The value of the flag if it is set without a value. */
  readonly preset?: Choice;
  /** The value if the flag is not set. */
  readonly default?: Choice;
}

/** A flag that can occur several times. */
export interface ListFlag extends FlagBase {
  readonly kind: "list";
  readonly value: string;
  /** Whether the option is an empty list if the flag is not set. Otherwise, the option is absent. */
  readonly isEmptyByDefault: boolean;
}

export type Flag = SwitchFlag | TextFlag | ParsedFlag | ChoiceFlag | ListFlag;

export interface ValueParser<Value> {
  /** Returns undefined for an invalid value. */
  readonly parse: (text: string) => Value | undefined;
  /** The expected format, for the error message. */
  readonly expected: string;
}

/** The flags of a command by option name, in the order of the help. */
export type Flags = Readonly<Record<string, Flag>>;

/** The input that a command accepts on the command line. */
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

/** The options of a command with this input. Options with a default are always present; callers in code may omit the others. */
export type OptionsOf<I extends Input> = FlagOptions<I["flags"]> & ArgumentOptions<I>;

/** Returns the flag name of an option: `maxDescLen` → `--max-desc-len`. */
export function flagName(option: string): string {
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Returns the long flag of an option: `--force`, `--no-install`. */
export function longFlag(option: string, { kind }: Flag): string {
  return flagName(kind === "negation" ? `no-${option}` : option);
}

/** Returns whether the option is set and not false: `--stdout=false` does not count. */
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
