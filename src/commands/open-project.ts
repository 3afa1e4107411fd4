import type { Snapshot } from "../machinery/snapshot.js";
import { readProject } from "../project/file.js";
import type { Project } from "../project/project.js";
import type { Context } from "./context.js";
import { openFiles } from "./open-files.js";

/**
 * Opens the project in the current folder for a command that changes it.
 *
 * @throws TsopError where there is no project, or its PROJECT file cannot be read
 */
export function openProject(context: Context): { readonly files: Snapshot; readonly project: Project } {
  return { files: openFiles(context.cwd, context), project: readProject(context.cwd) };
}
