import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";
import { scripts, shells } from "./completion/scripts.js";
import type { CommandResult } from "./context.js";
import type { CompletionOptions } from "./declared/completion.js";

/** Prints the completion script of a shell. @throws TsopError `usage/invalid-argument` for an unknown shell */
export function completion({ shell = "" }: CompletionOptions): CommandResult {
  const known = shells.find((each) => each === shell);
  if (known === undefined) {
    const message =
      shell === "" ? "the command line names no shell" : `tsop has no completion for ${JSON.stringify(shell)}`;
    throw new TsopError("usage/invalid-argument", message, {
      hint: `tsop completion ${nearest(shell, shells) ?? shells.join("|")}`,
    });
  }
  return { text: scripts[known], isDocument: true, json: { shell: known, script: scripts[known] } };
}
