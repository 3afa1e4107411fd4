/** Plans the entire output of `init` at once: the project, its modes, and its first kind. */
import { parseProject } from "../project/parse.js";
import { type Project, projectFileName } from "../project/project.js";
import { type ApiRequest, placeApi } from "./api.js";
import { type InitRequest, placeInit } from "./init.js";
import type { ModeChanges } from "./modes/modes.js";
import { placeModes } from "./modes/plan-modes.js";
import { type PlanInput, planOf, type ScaffoldPlan } from "./placement.js";

export interface NewProject {
  readonly request: InitRequest;
  /** A copy of tsop, if package.json refers to one. */
  readonly vendored: { readonly file: string; readonly content: Uint8Array } | undefined;
  readonly changes: ModeChanges;
  /** Returns the first kind, validated against the new project. */
  readonly apiOf: ((project: Project) => ApiRequest) | undefined;
  /** The next step if the project has no kind yet. */
  readonly firstStep: string;
}

/** @throws TsopError `modes/contradiction`, and the errors of `apiOf` */
export function planNewProject(
  input: PlanInput,
  { request, vendored, changes, apiOf, firstStep }: NewProject,
): Promise<ScaffoldPlan> {
  return planOf(input, async (placement) => {
    placeInit(placement, request);
    if (vendored !== undefined) placement.put(vendored.file, vendored.content, "keep");
    const project = parseProject(placement.tree.read(projectFileName) ?? "");
    // Report collisions before planning the modes.
    if (placement.problems.length === 0) await placeModes(placement, project, changes);
    if (apiOf === undefined) placement.next.push(firstStep);
    else await placeApi(placement, project, apiOf(project));
  });
}
