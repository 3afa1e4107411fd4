import type { FileAction } from "./snapshot.js";

/** Prints one line per action, for `--dry-run`. */
export function printActions(actions: readonly FileAction[]): string {
  return actions.map((action) => `${action.kind.padEnd(9)}  ${action.path}`).join("\n");
}

/** The maximum number of lines that `--check` prints: it shows that files differ, but not everything. */
export const checkedDiffLines = 400;

/**
 * Prints the actions as a unified diff, for `--diff`. All files that differ only in their line endings share one line.
 *
 * @param limit - the maximum number of lines; the output counts the omitted lines
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
      // If the line endings also differ, every line would differ.
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

/** Returns whether a file equals its new content except for CRLF line endings. */
export function differsInLineEndings(action: FileAction): boolean {
  if (action.kind !== "overwrite" || typeof action.content !== "string") return false;
  return action.before.includes("\r\n") && withoutCarriageReturns(action.before) === action.content;
}

function describeEndings(first: string, count: number): string {
  const what = count === 1 ? `${first} differs` : `${first} and ${count - 1} more differ`;
  return (
    `${what} only in line endings: CRLF here, LF as generated. List the files in .gitattributes (\`text eol=lf\`, as in a new project), ` +
    "then check them out with LF: `git rm --cached -r -q . && git reset --hard`"
  );
}

function withoutCarriageReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
