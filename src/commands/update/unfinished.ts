import type { Diagnostic } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import type { Context } from "../context.js";
import { readUpdateState } from "./update-state.js";

/** The commands that a user needs to end an update, and the commands that read no project. */
const silent: ReadonlySet<string> = new Set(["update", "init", "docs", "version"]);

/** Returns a warning for the commands of a project whose update has conflicts that are not resolved. */
export function unfinishedUpdate(command: string, context: Context): Diagnostic | undefined {
  if (silent.has(command)) return undefined;
  try {
    const state = readUpdateState(context);
    if (state?.isUnfinished !== true) return undefined;
    const files = [...new Set(state.conflicts.map(({ file }) => file))];
    return {
      code: "update/unfinished",
      severity: "warning",
      message: `the update to tsop ${state.to} is not finished: resolve the conflicts in ${files.join(", ")}`,
      hint: "Then run `npx tsop update --continue`; or undo the update with `npx tsop update --abort`.",
    };
  } catch (error) {
    if (error instanceof TsopError) return undefined; // the command itself reports files that it cannot use
    throw error;
  }
}
