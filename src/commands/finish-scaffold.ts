import { commit } from "../machinery/commit.js";
import { printActions, printDiff } from "../machinery/print-actions.js";
import type { Tree } from "../machinery/tree.js";
import type { Plan } from "../scaffold/plan.js";
import type { CommandResult } from "./context.js";

export interface PreviewOptions {
  readonly dryRun?: boolean;
  readonly diff?: boolean;
  readonly force?: boolean;
}

/** Writes what was planned, unless it is a preview or something speaks against it, and says so. */
export async function finishScaffold(
  root: string,
  tree: Tree,
  plan: Plan,
  { dryRun = false, diff = false, force = false }: PreviewOptions,
  afterwards: () => Promise<void>,
): Promise<CommandResult> {
  plan.check();
  const actions = tree.actions();
  const overwritten = actions.filter(({ kind }) => kind !== "create");
  const lines =
    actions.length === 0 ? ["nothing to do: all is there"] : [diff ? await printDiff(actions) : printActions(actions)];
  // Whoever forces sees what it costs.
  if (force && !diff && overwritten.length > 0) lines.push(await printDiff(overwritten));
  for (const file of plan.kept) lines.push(`${file} is kept as it is`);
  if (!dryRun) {
    commit(root, actions);
    await afterwards();
    if (plan.next.length > 0) lines.push(`\nNext:\n${plan.next.map((step) => `  ${step}`).join("\n")}`);
  }
  return {
    text: lines.join("\n"),
    json: {
      changes: actions.map(({ kind, path }) => ({ kind, path })),
      kept: plan.kept,
      next: plan.next,
      ...(dryRun ? { dryRun } : {}),
    },
  };
}
