import { recover } from "../machinery/recover.js";
import { diskSnapshot, type Snapshot } from "../machinery/snapshot.js";
import type { Context } from "./context.js";

/** Undoes what a command that was killed left in the folder, and says so. To be called before anything is read. */
export function undoInterrupted(root: string, { output }: Pick<Context, "output">): void {
  const { rolledBack, kept } = recover(root);
  if (rolledBack) output.note("a command was interrupted here: what it had begun is undone");
  for (const { path, backup } of kept) {
    const before = backup === undefined ? "it was not there before" : `its former content is in ${backup}`;
    output.note(`${path} was changed since, and is left as it is; ${before}`);
  }
}

/** The files of a folder, as a command begins that changes them. */
export function openFiles(root: string, context: Pick<Context, "output">): Snapshot {
  undoInterrupted(root, context);
  return diskSnapshot(root);
}
