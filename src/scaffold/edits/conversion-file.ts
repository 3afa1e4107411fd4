/** Edits a conversion that exists. */
import { mergeConversion } from "../../refactor/conversion/merge-conversion.js";
import type { Placement } from "../placement.js";
import { openFile } from "./edit-file.js";

/**
 * Adds what a conversion lacks, and keeps the code of its author.
 *
 * @param wanted - the conversion that follows from the types
 * @returns what tsop did, and what the author must compare
 */
export function editConversion(placement: Placement, file: string, wanted: string): string[] {
  const present = openFile(placement, file, placement.tree.read(file) ?? "");
  const next = openFile(placement, file, wanted);
  if (present.kind === "broken") {
    placement.problems.push(...present.diagnostics);
    return [];
  }
  const merge = next.kind === "broken" ? undefined : mergeConversion(present, next);
  if (merge === undefined) {
    placement.kept.push(file);
    return [`${file} has no form that tsop can extend. To create it again, move it and repeat the command`];
  }
  const { changed, differing } = merge;
  if (changed.length === 0) placement.kept.push(file);
  else placement.change(file, present.print());
  return [
    ...(changed.length === 0 ? [] : [`tsop changed in ${file}: ${changed.join(", ")}. The rest is your code`]),
    ...differing.map((each) => `compare in ${file}, where tsop keeps your code: ${each}`),
  ];
}
