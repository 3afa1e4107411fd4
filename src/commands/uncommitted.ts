/** Warns of changes that are in no commit, before a command changes many files. */
import { TsopError } from "../core/errors.js";
import type { FileAction } from "../machinery/snapshot.js";
import type { Context } from "./context.js";
import { uncommittedFiles } from "./images/git-revision.js";

/** Warns if the project has uncommitted changes: afterwards, git shows both changes together. */
export async function warnUncommitted(
  context: Context,
  hint = "Commit or stash them to review each change alone.",
): Promise<void> {
  if ((await uncommittedFiles(context)).length === 0) return;
  context.output.warn({
    code: "project/uncommitted",
    severity: "warning",
    message: "the working tree has changes that are not in a commit; they mix with the changes of this command",
    hint,
  });
}

/**
 * Rejects the deletion of files whose content git could not restore.
 *
 * @throws TsopError `project/uncommitted` with the files
 */
export async function rejectUncommittedDeletions(context: Context, actions: readonly FileAction[]): Promise<void> {
  const deleted = actions.flatMap((action) => (action.kind === "delete" ? [action.path] : []));
  const lost = deleted.length === 0 ? [] : await uncommittedFiles(context, deleted);
  if (lost.length === 0) return;
  throw new TsopError(
    "project/uncommitted",
    `--force would delete changes that are not in a commit: ${lost.join(", ")}`,
    {
      hint: "Commit or stash the changes, or delete the files yourself.",
    },
  );
}
