import type { FileAction } from "./snapshot.js";

/** One line for each action: what `--dry-run` shows. */
export function printActions(actions: readonly FileAction[]): string {
  return actions.map((action) => `${action.kind.padEnd(9)}  ${action.path}`).join("\n");
}

/** What `--check` prints at most: it says that something differs, and not all of it. */
export const checkedDiffLines = 400;

/**
 * The actions as a unified diff: what `--diff` shows. Files that differ in their line endings alone are one line in all.
 *
 * @param limit - how many lines to print of it; what is left out is counted
 */
export async function printDiff(actions: readonly FileAction[], limit = Infinity): Promise<string> {
  const { createTwoFilesPatch } = await import("diff");
  const inEndings = actions.filter(differsInLineEndings);
  const patches = actions
    .filter((action) => !differsInLineEndings(action))
    .map((action) => {
      const after = action.kind === "delete" ? "" : action.content;
      const from = action.kind === "create" ? "/dev/null" : `a/${action.path}`;
      const to = action.kind === "delete" ? "/dev/null" : `b/${action.path}`;
      if (typeof after !== "string") return `Binary file ${to} (${after.length} bytes)`;
      const present = action.kind === "create" ? "" : action.before;
      // Where the endings differ as well, each line would.
      const before = after.includes("\r\n") ? present : withoutCarriageReturns(present);
      const patch = createTwoFilesPatch(from, to, before, after, undefined, undefined, { context: 3 });
      return patch.replace(/^=+\n/, "").trimEnd();
    });
  const lines = patches.join("\n").split("\n");
  const [first] = inEndings;
  return [
    ...(patches.length === 0 ? [] : lines.slice(0, limit)),
    ...(lines.length > limit ? [`… ${lines.length - limit} more lines`] : []),
    ...(first === undefined ? [] : [describeEndings(first.path, inEndings.length)]),
  ].join("\n");
}

/** Whether a file has CRLF, and is otherwise what is to be written. */
export function differsInLineEndings(action: FileAction): boolean {
  if (action.kind !== "overwrite" || typeof action.content !== "string") return false;
  return action.before.includes("\r\n") && withoutCarriageReturns(action.before) === action.content;
}

function describeEndings(first: string, count: number): string {
  const what = count === 1 ? `${first} differs` : `${first} and ${count - 1} more differ`;
  return (
    `${what} only in line endings: CRLF here, LF as generated. Let .gitattributes name the files (\`text eol=lf\`, as a new project has it), ` +
    "then `git rm --cached -r -q . && git reset --hard` checks them out with LF."
  );
}

function withoutCarriageReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
