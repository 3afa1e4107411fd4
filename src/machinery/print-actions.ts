import type { FileAction } from "./action.js";

/** One line for each action: what `--dry-run` shows. */
export function printActions(actions: readonly FileAction[]): string {
  return actions.map((action) => `${action.kind.padEnd(9)}  ${action.path}`).join("\n");
}

/** The actions as a unified diff: what `--diff` shows. */
export async function printDiff(actions: readonly FileAction[]): Promise<string> {
  const { createTwoFilesPatch } = await import("diff");
  return actions
    .map((action) => {
      const before = action.kind === "create" ? "" : action.before;
      const after = action.kind === "delete" ? "" : action.content;
      const from = action.kind === "create" ? "/dev/null" : `a/${action.path}`;
      const to = action.kind === "delete" ? "/dev/null" : `b/${action.path}`;
      if (typeof after !== "string") return `Binary file ${to} (${after.length} bytes)`;
      const patch = createTwoFilesPatch(from, to, before, after, undefined, undefined, { context: 3 });
      return patch.replace(/^=+\n/, "").trimEnd();
    })
    .join("\n");
}
