import { loadTemplates } from "../scaffold/templates.js";
import { planWebhook } from "../scaffold/webhook/plan-webhook.js";
import { checkWebhook } from "./check-webhook.js";
import type { CommandResult, Context } from "./context.js";
import type { CreateWebhookOptions } from "./declared/scaffold.js";
import { findResource, readBuiltInResources } from "../schema/built-in-resources.js";
import { apiVersionOf, type Resource } from "../project/project.js";
import { readConvertedVersions } from "./converted-versions.js";
import { finishScaffold } from "./finish-scaffold.js";
import { openExternal } from "./open-external.js";
import { openProject } from "./open-project.js";
import { type PluginOptions, withPlugins } from "./plugins/with-plugins.js";

/**
 * Adds webhooks to a kind: handlers with a test, conversions, and the configuration that makes them reachable in a
 * cluster. Writes either everything or nothing.
 *
 * @throws TsopError with all errors in the options, or with all conflicts
 */
export async function createWebhook(
  options: CreateWebhookOptions & PluginOptions,
  context: Context,
): Promise<CommandResult> {
  const root = context.cwd;
  const { files, project } = openProject(context);
  const request = checkWebhook(options, project);
  const { resource, spokes } = request;
  const versions = spokes.length === 0 ? [] : await readConvertedVersions(root, project, resource, spokes);
  const namespaced = resource.api?.namespaced ?? isNamespaced(resource);
  const input = { files, templates: await loadTemplates(), force: options.force ?? false };
  const external = await openExternal(resource, options, files, context);
  const plan = external.addTo(await planWebhook(input, project, { ...request, versions, namespaced }), input);
  const turn = { command: "create webhook", resource } as const;
  const whole = await withPlugins(plan, input, { turns: [turn], root, options, host: context });
  return finishScaffold(root, whole, options, external.install);
}

/** Returns whether a built-in Kubernetes kind is namespaced. */
function isNamespaced(resource: Resource): boolean {
  return findResource(readBuiltInResources(), apiVersionOf(resource), resource.kind)?.namespaced ?? true;
}
