import { planApi } from "../scaffold/api.js";
import { loadTemplates } from "../scaffold/templates.js";
import { checkApi } from "./check-api.js";
import type { CommandResult, Context } from "./context.js";
import type { CreateApiOptions } from "./declared/scaffold.js";
import { finishScaffold } from "./finish-scaffold.js";
import { openProject } from "./open-project.js";

/**
 * Adds a kind to the project: types, a controller with its test, a sample, and roles. Wires and records the kind.
 * Writes either everything or nothing.
 *
 * @throws TsopError with all errors in the options, or with all conflicts
 */
export async function createApi(options: CreateApiOptions, context: Context): Promise<CommandResult> {
  const { files, project } = openProject(context);
  const request = checkApi(options, project);
  const input = { files, templates: await loadTemplates(), force: options.force ?? false };
  return finishScaffold(context.cwd, await planApi(input, project, request), options);
}
