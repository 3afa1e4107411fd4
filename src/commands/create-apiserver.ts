import { planExtension } from "../scaffold/extension/plan-extension.js";
import { loadTemplates } from "../scaffold/templates.js";
import { typesBefore } from "./changes-since.js";
import { checkApiserver } from "./check-apiserver.js";
import type { CommandResult, Context } from "./context.js";
import type { CreateApiserverOptions } from "./declared/scaffold.js";
import { finishScaffold } from "./finish-scaffold.js";
import { openProject } from "./open-project.js";
import { withDefinitions } from "./with-definitions.js";

/**
 * Adds a kind that the project's extension API server serves, and the server with its first kind. Writes either everything or
 * nothing.
 *
 * @throws TsopError with all errors in the options, or with all conflicts
 */
export async function createApiserver(options: CreateApiserverOptions, context: Context): Promise<CommandResult> {
  const root = context.cwd;
  const { files, project } = openProject(context);
  const checked = checkApiserver(options, project);
  const { changesSince } = options;
  const { resource } = checked;
  const moved =
    changesSince === undefined ? undefined : await typesBefore(changesSince, { resource, project, files }, context);
  const request = { ...checked, moved };
  const input = { files, templates: await loadTemplates(), force: options.force ?? false };
  const plan = await planExtension(input, project, request);
  const actions = plan.problems.length > 0 ? plan.actions : withDefinitions(root, files, plan.actions, resource);
  return finishScaffold(root, { ...plan, actions }, options);
}
