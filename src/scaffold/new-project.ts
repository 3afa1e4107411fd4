/** All that `init` makes, in one plan: the project, its modes, its first kind. */
import { parseProject } from "../project/parse.js";
import { type Project, projectFileName } from "../project/project.js";
import { type ApiRequest, placeApi } from "./api.js";
import { type InitRequest, placeInit } from "./init.js";
import type { ModeChanges } from "./modes/modes.js";
import { placeModes } from "./modes/plan-modes.js";
import { type PlanInput, planOf, type ScaffoldPlan } from "./placement.js";

export interface NewProject {
  readonly request: InitRequest;
  /** A copy of tsop, where package.json names one. */
  readonly vendored: { readonly file: string; readonly content: Uint8Array } | undefined;
  readonly changes: ModeChanges;
  /** The first kind, judged by the project that will be. */
  readonly apiOf: ((project: Project) => ApiRequest) | undefined;
  /** What to do next where there is no kind yet. */
  readonly firstStep: string;
}

/** @throws TsopError `modes/contradiction`, and what `apiOf` throws */
export function planNewProject(
  input: PlanInput,
  { request, vendored, changes, apiOf, firstStep }: NewProject,
): Promise<ScaffoldPlan> {
  return planOf(input, async (placement) => {
    placeInit(placement, request);
    if (vendored !== undefined) placement.put(vendored.file, vendored.content, "keep");
    const project = parseProject(placement.tree.read(projectFileName) ?? "");
    // What is in the way is said before anything is made of it.
    if (placement.problems.length === 0) await placeModes(placement, project, changes);
    if (apiOf === undefined) placement.next.push(firstStep);
    else await placeApi(placement, project, apiOf(project));
  });
}
