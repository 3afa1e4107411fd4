import { TsopError } from "../../core/errors.js";
import type { FileAction, Snapshot } from "../../machinery/snapshot.js";
import { emptyPlan } from "../../scaffold/placement.js";
import { loadTemplates } from "../../scaffold/templates.js";
import type { Context } from "../context.js";
import { withPlugins } from "../plugins/with-plugins.js";

export interface PluginsUpdate {
  /** The project before the update. */
  readonly files: Snapshot;
  /** The changes of the update so far. */
  readonly actions: readonly FileAction[];
  readonly from: string;
  readonly to: string;
}

/**
 * Lets the plugins of PROJECT bring their files to their current version. Returns all changes of the update.
 *
 * @throws TsopError with the problems that the plugins report, or that their changes cause
 */
export async function updatePlugins({ files, actions, from, to }: PluginsUpdate, context: Context) {
  const input = { files, templates: await loadTemplates(), force: false };
  const plan = await withPlugins({ ...emptyPlan(), actions }, input, {
    turns: [{ command: "update", versions: { from, to } }],
    root: context.cwd,
    options: {},
    host: context,
  });
  if (plan.problems.length > 0) throw TsopError.fromDiagnostics(plan.problems);
  return { actions: plan.actions, next: plan.next };
}
