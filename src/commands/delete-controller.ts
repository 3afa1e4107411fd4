import { checkDeleteController } from "./check-delete-controller.js";
import type { CommandResult, Context } from "./context.js";
import type { DeleteControllerOptions } from "./declared/delete.js";
import { openProject } from "./open-project.js";
import type { PluginOptions } from "./plugins/with-plugins.js";
import { runDelete } from "./run-delete.js";

/**
 * Deletes the controller of a kind, and keeps the kind.
 *
 * @throws TsopError with all errors in the options, all edited files, or all uses of the controller
 */
export async function deleteController(
  options: DeleteControllerOptions & PluginOptions,
  context: Context,
): Promise<CommandResult> {
  const opened = openProject(context);
  return await runDelete("delete controller", opened, checkDeleteController(options, opened), options, context);
}
