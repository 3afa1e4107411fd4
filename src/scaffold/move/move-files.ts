/** Moves files, and changes what refers to them. */
import { keepCompiler } from "../../source/compiler.js";
import { followMoves, type LeftPlace, type Moves } from "../../refactor/follow-moves.js";
import type { Placement } from "../placement.js";
import { findMentions } from "./mentions.js";
import { listFiles } from "./project-files.js";

/**
 * Moves files with their imports. Reports a target that exists, and every place that still names a previous path.
 *
 * @returns the places that still name a previous path
 */
export function placeMoves(placement: Placement, moves: Moves): readonly LeftPlace[] {
  const { tree } = placement;
  if (moves.size === 0 || !checkTargets(placement, moves)) return [];
  const files = listFiles(tree);
  const { texts, left, diagnostics } = followMoves(tree, files, moves);
  placement.keepers.add(keepParser);
  placement.problems.push(...diagnostics);
  if (diagnostics.length > 0) return [];
  for (const [from, to] of moves) {
    if (tree.move(from, to)) continue;
    placement.refuse("scaffold/collision", `${from} is a symbolic link, which tsop does not move`, {
      file: from,
      hint: "Replace the link with the file, or move the link out of the folder, then repeat the command.",
    });
  }
  if (placement.problems.length > 0) return [];
  for (const [file, text] of texts) tree.overwrite(moves.get(file) ?? file, text);
  return withoutRepetition([...left, ...findMentions(tree, moves)]);
}

function keepParser(): void {
  keepCompiler("parser");
}

function withoutRepetition(left: readonly LeftPlace[]): LeftPlace[] {
  return [...new Map(left.map((each) => [JSON.stringify(each), each])).values()];
}

/** Reports targets that exist or that two files would get. */
function checkTargets(placement: Placement, moves: Moves): boolean {
  const taken = new Map<string, string>();
  const hint = "Move one of the two, or give it another name, then repeat the command.";
  for (const [from, to] of moves) {
    const other = taken.get(to);
    taken.set(to, from);
    if (other !== undefined) {
      placement.refuse("scaffold/collision", `${other} and ${from} would both move to ${to}`, { file: from, hint });
    } else if (placement.tree.exists(to) && !moves.has(to)) {
      placement.refuse("scaffold/collision", `${from} would move to ${to}, which exists`, { file: to, hint });
    }
  }
  return placement.problems.length === 0;
}
