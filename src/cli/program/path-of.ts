import type { Command } from "commander";

/** Returns the words after `tsop`: `create api`. */
export function pathOf(command: Command): string {
  const names: string[] = [];
  for (let at = command; at.parent !== null; at = at.parent) names.unshift(at.name());
  return names.join(" ");
}
