import { recover } from "../machinery/recover.js";
import { diskSnapshot, type Snapshot } from "../machinery/snapshot.js";
import type { Context } from "./context.js";

/** Undoes the partial changes of a killed command, and reports this. Call it before you read any file. */
export function undoInterrupted(root: string, { output }: Pick<Context, "output">): void {
  const { rolledBack, kept } = recover(root);
  if (rolledBack) output.note("rolled back the changes of an interrupted command");
  for (const { path, backup } of kept) {
    const before = backup === undefined ? "the interrupted command created it" : `its previous content is in ${backup}`;
    output.note(`kept ${path}, which was changed after the interruption; ${before}`);
  }
}

/** Returns the files of a folder for a command that changes them. */
export function openFiles(root: string, context: Pick<Context, "output">): Snapshot {
  undoInterrupted(root, context);
  return diskSnapshot(root);
}
