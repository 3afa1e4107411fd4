import { markerPrefix } from "../../core/markers.js";
import { type EditedSource, type OpenedSource, openSource } from "../../refactor/edited-source.js";
import { keepTsMorph } from "../../refactor/ts-morph.js";
import type { Placement } from "../placement.js";
import { printWidth } from "../print-width.js";

/** Code that has no location in a file. */
export interface Unplaced {
  /** Undefined for code that belongs into a call. */
  readonly marker?: string;
  /** The call that tsop looks for if the marker is missing. */
  readonly place: string;
  /** The code that the user must write instead. */
  readonly code: string;
}

/** Opens a user's TypeScript file with the line width of the project. */
export function openFile({ keepers, tree }: Placement, file: string, text: string): OpenedSource {
  keepers.add(keepTsMorph);
  return openSource(file, text, printWidth(tree));
}

/** Edits a user's TypeScript file. If any code has no location, leaves the file unchanged. */
export function editFile(
  placement: Placement,
  file: string,
  text: string,
  edit: (edited: EditedSource) => readonly Unplaced[],
): void {
  const opened = openFile(placement, file, text);
  if (opened.kind === "broken") {
    placement.problems.push(...opened.diagnostics);
    return;
  }
  const unplaced = edit(opened);
  for (const { marker, place, code } of unplaced) {
    const line = `// ${markerPrefix}${marker ?? ""}`;
    const missing = marker === undefined ? `does not have ${place}` : `has neither the line "${line}" nor ${place}`;
    const restore =
      marker === undefined ? "Insert" : "Put the line back where this code belongs and repeat the command, or insert";
    placement.refuse("scaffold/marker-missing", `${file} ${missing}, so tsop finds no location for new code`, {
      file,
      hint: `${restore} the code yourself and repeat the command:\n${code}`,
    });
  }
  if (unplaced.length === 0) placement.change(file, opened.print());
}

/** Edits a user's TypeScript file, if it exists. */
export function editPresent(placement: Placement, file: string, edit: (edited: EditedSource) => void): void {
  const text = placement.tree.read(file);
  if (text === undefined) return;
  editFile(placement, file, text, (edited) => {
    edit(edited);
    return [];
  });
}
