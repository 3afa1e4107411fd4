/** Comments as in the text, split into lines. */

export interface Comment {
  /** Only a `doc` comment (two asterisks) has a description; all can have tags. */
  readonly kind: "doc" | "block" | "line";
  readonly start: number;
  readonly end: number;
  readonly lines: readonly CommentLine[];
}

export interface CommentLine {
  /** The text without the comment's own signs. */
  readonly text: string;
  /** The position of `text` in the file. */
  readonly offset: number;
}

/** Returns the comments in a part of the text that contains only comments and white space. */
export function readComments(text: string, start: number, end: number): Comment[] {
  const comments: Comment[] = [];
  let at = start;
  while (at < end) {
    if (text.startsWith("//", at)) {
      const close = indexOrEnd(text, "\n", at, end);
      comments.push(readComment(text, at, close));
      at = close;
    } else if (text.startsWith("/*", at)) {
      const close = Math.min(indexOrEnd(text, "*/", at + 2, end) + 2, end);
      comments.push(readComment(text, at, close));
      at = close;
    } else {
      at += 1;
    }
  }
  return comments;
}

/** Reads one comment, from its first sign to its last. */
export function readComment(text: string, start: number, end: number): Comment {
  if (text.startsWith("//", start)) {
    const body = text.slice(start + 2, end).replace(/\r$/, "");
    const blanks = /^ ?/.exec(body)?.[0].length ?? 0;
    return { kind: "line", start, end, lines: [{ text: body.slice(blanks), offset: start + 2 + blanks }] };
  }
  const isDoc = text.startsWith("/**", start) && text.charAt(start + 3) !== "/";
  const open = start + (isDoc ? 3 : 2);
  const close = text.startsWith("*/", end - 2) ? end - 2 : end;
  const lines: CommentLine[] = [];
  let offset = open;
  for (const [index, raw] of text.slice(open, Math.max(open, close)).split("\n").entries()) {
    const margin = (index === 0 ? /^[ \t]?/ : /^[ \t]*(?:\*(?!\/)[ \t]?)?/).exec(raw)?.[0].length ?? 0;
    lines.push({
      text: raw
        .slice(margin)
        .trimEnd()
        .replaceAll(/\*\\(\\*)\//g, "*$1/"),
      offset: offset + margin,
    });
    offset += raw.length + 1;
  }
  return { kind: isDoc ? "doc" : "block", start, end, lines };
}

function indexOrEnd(text: string, part: string, from: number, end: number): number {
  const found = text.indexOf(part, from);
  return found === -1 || found > end ? end : found;
}
