import { TsopError } from "../core/errors.js";
import { commit } from "../machinery/commit.js";
import { printActions, printDiff } from "../machinery/print-actions.js";
import type { ScaffoldPlan } from "../scaffold/placement.js";
import type { CommandResult } from "./context.js";
import type { PreviewOptions } from "./declared/shared.js";
import { isPreviewOf } from "./output-options.js";

/** Writes what was planned, unless it is a preview or something speaks against it, and says so. */
export async function finishScaffold(
  root: string,
  { actions, problems, kept, next, keepers }: ScaffoldPlan,
  { dryRun = false, diff = false, force = false }: PreviewOptions,
  afterwards: () => Promise<void> = () => Promise.resolve(),
): Promise<CommandResult> {
  for (const keep of keepers) keep();
  if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
  const overwritten = actions.filter(({ kind }) => kind !== "create");
  const lines =
    actions.length === 0 ? ["nothing to do: all is there"] : [diff ? await printDiff(actions) : printActions(actions)];
  // Whoever forces sees what it costs.
  if (force && !diff && overwritten.length > 0) lines.push(await printDiff(overwritten));
  for (const file of kept) lines.push(`${file} is kept as it is`);
  const isPreview = isPreviewOf({ dryRun, diff });
  if (!isPreview) {
    commit(root, actions);
    await afterwards();
    if (next.length > 0) lines.push(`\nNext:\n${next.map((step) => `  ${step}`).join("\n")}`);
  }
  return {
    text: lines.join("\n"),
    json: {
      changes: actions.map(({ kind, path }) => ({ kind, path })),
      kept,
      next,
      ...(isPreview ? { dryRun: true } : {}),
    },
  };
}
