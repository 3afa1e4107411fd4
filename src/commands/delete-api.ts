import type { CommandResult, Context } from "./context.js";
import { checkDeleteApi } from "./check-delete-api.js";
import type { DeleteApiOptions } from "./declared/delete.js";
import { openProject } from "./open-project.js";
import type { PluginOptions } from "./plugins/with-plugins.js";
import { runDelete } from "./run-delete.js";

/**
 * Deletes a kind or one of its versions. Calls no cluster; prints what remains in clusters.
 *
 * @throws TsopError with all errors in the options, all edited files, or all uses of the deleted code
 */
export async function deleteApi(options: DeleteApiOptions & PluginOptions, context: Context): Promise<CommandResult> {
  const opened = openProject(context);
  return await runDelete("delete api", opened, checkDeleteApi(options, opened), options, context);
}
