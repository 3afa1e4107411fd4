/** Plans the changes of `edit` to a project. */
import { withFlag } from "../project/edit.js";
import { ownGroups, type Project, projectFileName } from "../project/project.js";
import type { ModeChanges, Modes } from "./modes/modes.js";
import { placeModes } from "./modes/plan-modes.js";
import { Placement, type PlanInput, type ScaffoldPlan } from "./placement.js";

export interface EditRequest {
  readonly changes: ModeChanges;
  /** Undefined keeps the current layout. */
  readonly multigroup: boolean | undefined;
}

/**
 * Plans all changes except config/rbac/role.yaml, which tsop generates from the sources.
 *
 * @returns the plan, and how the operator will run
 * @throws TsopError `modes/contradiction`
 */
export async function planEdit(
  input: PlanInput,
  project: Project,
  { changes, multigroup }: EditRequest,
): Promise<{ readonly plan: ScaffoldPlan; readonly modes: Modes }> {
  const placement = new Placement(input);
  if (multigroup !== undefined) placeMultigroup(placement, project, multigroup);
  const modes = await placeModes(placement, project, changes);
  return { plan: placement.plan(), modes };
}

/** Switches multigroup. New kinds get a folder for their group; existing kinds stay in the folder that PROJECT names. */
function placeMultigroup(placement: Placement, project: Project, multigroup: boolean): void {
  const { tree, next } = placement;
  const groups = ownGroups(project);
  if (!multigroup && groups.length > 1) {
    placement.refuse("modes/contradiction", `the project has kinds of several API groups: ${groups.join(", ")}`, {
      file: projectFileName,
      hint: "Only a project with one API group can have no folders for groups.",
    });
  }
  tree.overwrite(projectFileName, withFlag(tree.read(projectFileName) ?? "", "multigroup", multigroup));
  if (multigroup !== project.multigroup && project.resources.length > 0) {
    next.push(`existing kinds stay in their folders; new kinds go to api/${multigroup ? "GROUP/" : ""}VERSION`);
  }
}
