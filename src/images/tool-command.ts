import type { ContainerProgram } from "./container-tool.js";

/** A run of a container tool. */
export interface ToolCommand {
  /** What it does, for people: `building`. */
  readonly does: string;
  readonly args: readonly string[];
  /** Set in its environment; undefined takes the variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The command as it can be typed into a shell. */
export function printCommand({ file }: ContainerProgram, { args, env = {} }: ToolCommand): string {
  const variables = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  return [...variables, ...[file, ...args].map(quote)].join(" ");
}

function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
