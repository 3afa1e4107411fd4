import { planApi } from "../scaffold/api.js";
import { loadTemplates } from "../scaffold/templates.js";
import { checkApi } from "./check-api.js";
import { typesBefore } from "./changes-since.js";
import type { CommandResult, Context } from "./context.js";
import type { CreateApiOptions } from "./declared/scaffold.js";
import { finishScaffold } from "./finish-scaffold.js";
import { openExternal } from "./open-external.js";
import { openProject } from "./open-project.js";
import { type PluginOptions, withPlugins } from "./plugins/with-plugins.js";

/**
 * Adds a kind to the project: types, a controller with its test, a sample, and roles. Wires and records the kind.
 * Writes either everything or nothing.
 *
 * @throws TsopError with all errors in the options, or with all conflicts
 */
export async function createApi(options: CreateApiOptions & PluginOptions, context: Context): Promise<CommandResult> {
  const { files, project } = openProject(context);
  const checked = checkApi(options, project);
  const { changesSince } = options;
  const moved =
    changesSince === undefined
      ? undefined
      : await typesBefore(changesSince, { resource: checked.resource, project, files }, context);
  const request = { ...checked, moved };
  const input = { files, templates: await loadTemplates(), force: options.force ?? false };
  const external = await openExternal(request.resource, options, files, context);
  const turn = { command: "create api", resource: request.resource, controllerName: request.controllerName } as const;
  const plan = await withPlugins(external.addTo(await planApi(input, project, request), input), input, {
    turns: [turn],
    root: context.cwd,
    options,
    host: context,
  });
  return finishScaffold(context.cwd, plan, options, external.install);
}
