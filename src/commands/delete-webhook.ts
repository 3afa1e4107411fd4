import { checkDeleteWebhook } from "./check-delete-webhook.js";
import type { CommandResult, Context } from "./context.js";
import type { DeleteWebhookOptions } from "./declared/delete.js";
import { openProject } from "./open-project.js";
import type { PluginOptions } from "./plugins/with-plugins.js";
import { runDelete } from "./run-delete.js";

/**
 * Deletes webhooks of a version of a kind: all, or the named ones.
 *
 * @throws TsopError with all errors in the options, all edited files, or all uses of the webhooks
 */
export async function deleteWebhook(
  options: DeleteWebhookOptions & PluginOptions,
  context: Context,
): Promise<CommandResult> {
  const opened = openProject(context);
  return await runDelete("delete webhook", opened, checkDeleteWebhook(options, opened), options, context);
}
