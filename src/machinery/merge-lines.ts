/** Two changes of one text, brought together line by line. */
import { diff3Merge } from "node-diff3";

export type LineMerge =
  | { readonly kind: "merged"; readonly text: string }
  | { readonly kind: "conflict"; readonly conflicts: readonly LineConflict[] };

export interface LineConflict {
  /** Where it begins in the text that was edited, from 1. */
  readonly line: number;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** @param base - what both were made of */
export function mergeLines(mine: string, base: string, theirs: string): LineMerge {
  const regions = diff3Merge(mine.split("\n"), base.split("\n"), theirs.split("\n"), { excludeFalseConflicts: true });
  const conflicts = regions.flatMap(({ conflict }) =>
    conflict === undefined ? [] : [{ line: conflict.aIndex + 1, mine: conflict.a, theirs: conflict.b }],
  );
  if (conflicts.length > 0) return { kind: "conflict", conflicts };
  return { kind: "merged", text: regions.flatMap(({ ok }) => ok ?? []).join("\n") };
}
