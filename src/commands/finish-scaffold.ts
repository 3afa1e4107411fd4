import { TsopError } from "../core/errors.js";
import type { ScaffoldPlan } from "../scaffold/placement.js";
import type { CommandResult } from "./context.js";
import type { PreviewOptions } from "./declared/shared.js";
import { changesOf, finishPlan } from "./file-plan.js";
import { isPreviewOf } from "./output-options.js";

/** Writes the planned files and prints the changes, unless the run is a preview or a problem prevents it. */
export async function finishScaffold(
  root: string,
  { actions, problems, kept, next, keepers }: ScaffoldPlan,
  options: PreviewOptions,
  afterwards: () => Promise<void> = () => Promise.resolve(),
): Promise<CommandResult> {
  for (const keep of keepers) keep();
  if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
  const plan = {
    actions,
    unchanged: ["nothing to do: the project is up to date"],
    notes: kept.map((file) => `${file} kept unchanged`),
    done: next.length === 0 ? [] : [`\nNext:\n${next.map((step) => `  ${step}`).join("\n")}`],
    json: { changes: changesOf(actions), kept, next },
  };
  const result = await finishPlan(root, plan, options);
  if (!isPreviewOf(options)) await afterwards();
  return result;
}
