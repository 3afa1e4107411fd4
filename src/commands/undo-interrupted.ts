import { recover } from "../machinery/recover.js";
import type { Context } from "./context.js";

/** Undoes what a command that was killed left in the folder, and says so. To be called before anything is read. */
export function undoInterrupted(root: string, { output }: Context): void {
  const { rolledBack, kept } = recover(root);
  if (rolledBack) output.note("a command was interrupted here: what it had begun is undone");
  for (const { path, backup } of kept) {
    const before = backup === undefined ? "it was not there before" : `its former content is in ${backup}`;
    output.note(`${path} was changed since, and is left as it is; ${before}`);
  }
}
