/** Plans the changes of `edit` to a project. */
import type { Project } from "../project/project.js";
import type { LeftPlace } from "../refactor/follow-moves.js";
import { type LicenseChange, placeLicenseChange } from "./edit-license.js";
import type { ModeChanges, Modes } from "./modes/modes.js";
import { placeModes } from "./modes/plan-modes.js";
import { Placement, type PlanInput, type ScaffoldPlan } from "./placement.js";

export interface EditRequest {
  readonly changes: ModeChanges;
  /** Undefined keeps the current layout. */
  readonly multigroup: boolean | undefined;
  readonly license?: LicenseChange | undefined;
}

export interface EditPlan {
  readonly plan: ScaffoldPlan;
  /** How the operator will run. */
  readonly modes: Modes;
  /** The places that still name the previous path of a moved file. */
  readonly left: readonly LeftPlace[];
  /** The sources that keep another licence header. */
  readonly otherHeaders: readonly string[];
}

/**
 * Plans all changes except config/rbac/role.yaml, which tsop generates from the sources.
 *
 * @throws TsopError `modes/contradiction`
 */
export async function planEdit(
  input: PlanInput,
  project: Project,
  { changes, multigroup, license }: EditRequest,
): Promise<EditPlan> {
  const placement = new Placement(input);
  const left = multigroup === undefined ? [] : await arrange(placement, project, multigroup);
  const modes = await placeModes(placement, project, changes);
  const otherHeaders = license === undefined ? [] : placeLicenseChange(placement, license);
  return { plan: placement.plan(), modes, left, otherHeaders };
}

/** Loads the compiler, which the other modes do not need. */
async function arrange(placement: Placement, project: Project, multigroup: boolean): Promise<readonly LeftPlace[]> {
  const { placeMultigroup } = await import("./move/multigroup.js");
  return placeMultigroup(placement, project, multigroup);
}
