import type { Command } from "commander";

/** `create api`: the words after `tsop`. */
export function pathOf(command: Command): string {
  const names: string[] = [];
  for (let at = command; at.parent !== null; at = at.parent) names.unshift(at.name());
  return names.join(" ");
}
