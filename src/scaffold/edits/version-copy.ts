/** Copies the types of a version for another version of the kind. */
import type { CodeFiles } from "../../refactor/code-file.js";
import { followMoves, type Moves } from "../../refactor/follow-moves.js";
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

/** The version that the copy is for. */
export interface CopiedVersion {
  readonly apiVersion: string;
  /** The new paths of the types, and of the files that go with them. */
  readonly moves: Moves;
}

/**
 * Returns the types of a version with the API version of another one, and the files that go with them, as they work in
 * the new places. Records an error if the types do not name their version, or if a file does not parse.
 */
export function copyVersion(
  placement: Placement,
  from: CodeVersion,
  { apiVersion, moves }: CopiedVersion,
): Map<string, string> | undefined {
  const { texts, diagnostics } = followMoves(placement.tree, [...moves.keys()], moves);
  placement.problems.push(...diagnostics);
  if (diagnostics.length > 0) return undefined;
  const copies = new Map<string, string>();
  for (const [file, target] of moves) {
    const text = texts.get(file) ?? placement.tree.read(file) ?? "";
    const copy = file === from.file ? renamedVersion(placement, from, { text, apiVersion }) : text;
    if (copy === undefined) return undefined;
    copies.set(target, copy);
  }
  return copies;
}

function renamedVersion(
  placement: Placement,
  from: CodeVersion,
  { text, apiVersion }: { readonly text: string; readonly apiVersion: string },
): string | undefined {
  const opened = openFile(placement, from.file, text);
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
  for (const each of versions) each.setLiteralValue(apiVersion);
  removeTag(opened, storageVersion);
  return opened.print();
}

/** Returns whether one of the files names a file. */
export function importsOne(files: CodeFiles, importers: readonly string[], file: string): boolean {
  const { texts, left } = followMoves(files, importers, new Map([[file, `${file}.gone.ts`]]));
  return texts.size > 0 || left.length > 0;
}
