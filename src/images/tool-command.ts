import type { ContainerProgram } from "./container-tool.js";

/** A command of a container tool. */
export interface ToolCommand {
  /** The description for users: `building`. */
  readonly does: string;
  readonly args: readonly string[];
  /** Environment variables to set; undefined unsets a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Prints the command for a shell. */
export function printCommand({ file }: ContainerProgram, { args, env = {} }: ToolCommand): string {
  const variables = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  return [...variables, ...[file, ...args].map(quote)].join(" ");
}

function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
