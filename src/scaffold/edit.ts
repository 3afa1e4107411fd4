/** What `edit` changes of a project. */
import { withFlag } from "../project/edit.js";
import { ownGroups, type Project, projectFileName } from "../project/project.js";
import type { ModeChanges, Modes } from "./modes/modes.js";
import { placeModes } from "./modes/plan-modes.js";
import { Placement, type PlanInput, type ScaffoldPlan } from "./placement.js";

export interface EditRequest {
  readonly changes: ModeChanges;
  /** Undefined: as it is. */
  readonly multigroup: boolean | undefined;
}

/**
 * Plans all but config/rbac/role.yaml, which is generated from the sources.
 *
 * @returns the plan, and how the operator will run
 * @throws TsopError `modes/contradiction`
 */
export async function planEdit(
  input: PlanInput,
  project: Project,
  { changes, multigroup }: EditRequest,
): Promise<{ readonly plan: ScaffoldPlan; readonly modes: Modes }> {
  const placement = new Placement(input.files, input.force);
  if (multigroup !== undefined) placeMultigroup(placement, project, multigroup);
  const modes = await placeModes(placement, input.templates, project, changes);
  return { plan: placement.plan(), modes };
}

/** New kinds get a folder for their group; those that are there stay where PROJECT says that they are. */
function placeMultigroup({ tree, problems, next }: Placement, project: Project, multigroup: boolean): void {
  const groups = ownGroups(project);
  if (!multigroup && groups.length > 1) {
    problems.push({
      code: "modes/contradiction",
      severity: "error",
      message: `the project has kinds of several API groups: ${groups.join(", ")}`,
      at: { file: projectFileName },
      hint: "Only a project with one group can do without folders for its groups.",
    });
  }
  const text = withFlag(tree.read(projectFileName) ?? "", "multigroup", multigroup);
  tree.overwrite(projectFileName, text);
  if (multigroup !== project.multigroup && project.resources.length > 0) {
    next.push(`the kinds that are there stay where they are; new ones go to api/${multigroup ? "GROUP/" : ""}VERSION`);
  }
}
