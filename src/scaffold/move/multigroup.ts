/** Changes the layout of a project: whether each API group has its own folders. */
import { withItemRenamed } from "../../core/yaml-list.js";
import { withFlag, withResource } from "../../project/edit.js";
import { ownGroups, type Project, projectFileName } from "../../project/project.js";
import type { LeftPlace } from "../../refactor/follow-moves.js";
import type { Placement } from "../placement.js";
import { layoutMoves, relocate } from "./layout.js";
import { placeMoves } from "./move-files.js";

/**
 * Moves the files of all kinds to the folders of the layout, with their imports. Kinds keep their names in the cluster.
 *
 * @returns the places that still name a previous path
 */
export function placeMultigroup(placement: Placement, project: Project, multigroup: boolean): readonly LeftPlace[] {
  const { tree } = placement;
  const groups = ownGroups(project);
  if (!multigroup && groups.length > 1) {
    placement.refuse("modes/contradiction", `the project has kinds of several API groups: ${groups.join(", ")}`, {
      file: projectFileName,
      hint: "Only a project with one API group can have no folders for groups.",
    });
    return [];
  }
  const relocated = relocate(project, multigroup);
  const moves = layoutMoves(tree, relocated);
  const left = placeMoves(placement, moves);
  placeRoleRows(placement, moves);
  let text = withFlag(tree.read(projectFileName) ?? "", "multigroup", multigroup);
  for (const { resource, to, hasMovingTypes } of relocated) {
    if (!hasMovingTypes || resource.path === undefined || resource.path === to.typesPath) continue;
    text = withResource(text, { ...resource, path: to.typesPath });
  }
  placement.change(projectFileName, text);
  return left;
}

const rolesFile = "config/rbac/kustomization.yaml";

/** Changes the names of moved roles in their kustomization. */
function placeRoleRows({ tree }: Placement, moves: ReadonlyMap<string, string>): void {
  let text = tree.read(rolesFile);
  if (text === undefined) return;
  for (const [from, to] of moves) {
    if (!from.startsWith("config/rbac/")) continue;
    text = withItemRenamed(text, rolesFile, "resources", { from: nameIn(from), to: nameIn(to) });
  }
  if (text !== tree.read(rolesFile)) tree.overwrite(rolesFile, text);
}

function nameIn(file: string): string {
  return file.slice("config/rbac/".length);
}
