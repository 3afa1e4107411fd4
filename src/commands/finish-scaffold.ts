import { TsopError } from "../core/errors.js";
import { commit } from "../machinery/commit.js";
import { printActions, printDiff } from "../machinery/print-actions.js";
import type { Tree } from "../machinery/tree.js";
import type { Placement } from "../scaffold/placement.js";
import type { CommandResult } from "./context.js";
import type { PreviewOptions } from "./declared/shared.js";
import { isPreviewOf } from "./output-options.js";

/** Writes what was planned, unless it is a preview or something speaks against it, and says so. */
export async function finishScaffold(
  root: string,
  tree: Tree,
  placement: Placement,
  { dryRun = false, diff = false, force = false }: PreviewOptions,
  afterwards: () => Promise<void>,
): Promise<CommandResult> {
  for (const keep of placement.keepers) keep();
  if (placement.problems.length > 0) throw TsopError.fromDiagnostics(placement.problems);
  const actions = tree.actions();
  const overwritten = actions.filter(({ kind }) => kind !== "create");
  const lines =
    actions.length === 0 ? ["nothing to do: all is there"] : [diff ? await printDiff(actions) : printActions(actions)];
  // Whoever forces sees what it costs.
  if (force && !diff && overwritten.length > 0) lines.push(await printDiff(overwritten));
  for (const file of placement.kept) lines.push(`${file} is kept as it is`);
  const isPreview = isPreviewOf({ dryRun, diff });
  if (!isPreview) {
    commit(root, actions);
    await afterwards();
    if (placement.next.length > 0) lines.push(`\nNext:\n${placement.next.map((step) => `  ${step}`).join("\n")}`);
  }
  return {
    text: lines.join("\n"),
    json: {
      changes: actions.map(({ kind, path }) => ({ kind, path })),
      kept: placement.kept,
      next: placement.next,
      ...(isPreview ? { dryRun: true } : {}),
    },
  };
}
