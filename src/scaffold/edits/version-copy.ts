/** Copies the types of a version for another version of the kind. */
import { followMoves } from "../../refactor/follow-moves.js";
import { removeTag } from "../../refactor/doc-tags.js";
import { tsMorph } from "../../refactor/ts-morph.js";
import type { Placement } from "../placement.js";
import { openFile } from "./edit-file.js";
import { storageVersion } from "./storage-version.js";

/** A version of a kind in code. */
export interface CodeVersion {
  /** The file of the types. */
  readonly file: string;
  readonly apiVersion: string;
}

/**
 * Returns the types of a version with the API version of another one, as they work in the other file. Records an error if
 * the file does not name its version, or does not parse.
 */
export function copyVersion(placement: Placement, from: CodeVersion, to: CodeVersion): string | undefined {
  const { texts } = followMoves(placement.tree, [from.file], new Map([[from.file, to.file]]));
  const opened = openFile(placement, from.file, texts.get(from.file) ?? placement.tree.read(from.file) ?? "");
  if (opened.kind === "broken") {
    placement.problems.push(...opened.diagnostics);
    return undefined;
  }
  const literals = opened.source.getDescendantsOfKind(tsMorph.SyntaxKind.StringLiteral);
  const versions = literals.filter((each) => each.getLiteralText() === from.apiVersion);
  if (versions.length === 0) {
    placement.refuse("scaffold/version-missing", `${from.file} does not contain "${from.apiVersion}"`, {
      file: from.file,
      hint: `Write the API version as a string, CustomResource<"${from.apiVersion}", …>, or copy the types yourself.`,
    });
    return undefined;
  }
  for (const each of versions) each.setLiteralValue(to.apiVersion);
  removeTag(opened, storageVersion);
  return opened.print();
}
