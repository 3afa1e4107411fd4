import { markerPrefix } from "../core/markers.js";
import { allComments } from "../source/all-comments.js";
import type { Comment } from "../source/comments/comment.js";
import type { EditedSource } from "./edited-source.js";

/**
 * Inserts lines before the line of a marker, with its indentation.
 *
 * @param isBlock - whether an empty line follows
 * @returns whether the marker exists
 */
export function insertAtMarker(
  edited: EditedSource,
  marker: string,
  lines: string,
  { isBlock = false }: { readonly isBlock?: boolean } = {},
): boolean {
  const { source, style } = edited;
  const found = findMarker(edited, marker);
  if (found === undefined) return false;
  const text = source.getFullText();
  const start = text.lastIndexOf("\n", found.start - 1) + 1;
  const indent = text.slice(start, found.start);
  const indented = lines
    .split(style.lineBreak)
    .map((line) => (line === "" ? "" : indent + line) + style.lineBreak)
    .join("");
  source.insertText(start, indented + (isBlock ? style.lineBreak : ""));
  return true;
}

/** Finds the comment `// +tsop:scaffold:NAME` on its own line. */
function findMarker({ source }: EditedSource, marker: string): Comment | undefined {
  const text = source.getFullText();
  return allComments({ ast: source.compilerNode }).find(({ kind, start, lines: [line] }) => {
    const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
    return kind === "line" && before.trim() === "" && line?.text.trim() === markerPrefix + marker;
  });
}
