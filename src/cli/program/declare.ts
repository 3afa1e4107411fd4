import type { Command } from "commander";
import type { Handlers } from "../handlers.js";
import type { GlobalOptions } from "./global-options.js";

/** What actions hand their options to. */
export interface Declare {
  readonly handlers: Handlers;
  readonly globals: () => GlobalOptions;
}

/** `create api` → what `--help` shows last. */
export type Examples = Readonly<Record<string, string>>;

export function addExamples(program: Command, examples: Examples): void {
  for (const command of allCommands(program)) {
    const text = examples[pathOf(command)];
    if (text !== undefined) command.addHelpText("after", text);
  }
}

/** The command and all below it. */
export function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}

/** `create api`: the words after `tsop`. */
export function pathOf(command: Command): string {
  const names: string[] = [];
  for (let at = command; at.parent !== null; at = at.parent) names.unshift(at.name());
  return names.join(" ");
}
