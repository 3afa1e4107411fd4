/** Moves the state of a project to the other layout, as `edit --multigroup` does. */
import { type Snapshot, snapshotAfter } from "../../machinery/snapshot.js";
import { parseProject } from "../../project/parse.js";
import { projectFileName } from "../../project/project.js";
import { Placement, type PlanInput } from "../placement.js";

/** Returns the state in the given layout; undefined if files would collide. */
export async function inLayout(input: PlanInput, files: Snapshot, multigroup: boolean): Promise<Snapshot | undefined> {
  const { placeMultigroup } = await import("../move/multigroup.js");
  const placement = new Placement({ ...input, files });
  placeMultigroup(placement, parseProject(files.read(projectFileName) ?? ""), multigroup);
  return placement.problems.length > 0 ? undefined : snapshotAfter(files, placement.tree.actions());
}
