import { Tree } from "../machinery/tree.js";
import { readProject } from "../project/file.js";
import { projectFileName } from "../project/file-name.js";
import { parseProject } from "../project/parse.js";
import type { Project } from "../project/project.js";
import type { Context } from "./context.js";
import { undoInterrupted } from "./undo-interrupted.js";

/**
 * The project of the folder the user is in, as a command begins that changes it.
 *
 * @throws TsopError where there is no project, or its PROJECT file cannot be read
 */
export function openProject(context: Context): { readonly tree: Tree; readonly project: Project } {
  undoInterrupted(context.cwd, context);
  readProject(context.cwd); // says what is wrong where there is none
  const tree = new Tree(context.cwd);
  return { tree, project: parseProject(tree.read(projectFileName) ?? "") };
}
