/** Removes text from a file, and leaves no empty line behind. */
import type { EditedSource } from "./edited-source.js";

/** Removes a range. If nothing else is on its lines, removes the lines. */
export function removeRange({ source }: EditedSource, start: number, end: number): void {
  const text = source.getFullText();
  const rest = lineRest(text, end);
  if (rest === undefined) {
    source.removeText(start, end);
    return;
  }
  const line = lineStart(text, start);
  const isFirst = text.slice(line, start).trim() === "";
  // Without a line break at its end, the last line of a file takes the line break before it.
  const before = /(?:\r?\n)?$/.exec(text.slice(Math.max(line - 2, 0), line))?.[0].length ?? 0;
  if (!isFirst) source.removeText(text.slice(line, start).trimEnd().length + line, end);
  else if (rest.includes("\n")) source.removeText(line, end + rest.length);
  else source.removeText(line - before, end + rest.length);
}

/** Removes whole lines, and one of the empty lines around them. */
export function removeBlock(edited: EditedSource, start: number, end: number): void {
  const text = edited.source.getFullText();
  const rest = lineRest(text, end);
  const line = lineStart(text, start);
  if (rest === undefined || text.slice(line, start).trim() !== "") {
    removeRange(edited, start, end);
    return;
  }
  const close = end + rest.length;
  const following = /^[ \t]*\r?\n/.exec(text.slice(close))?.[0];
  const preceding = /(?<=\n)[ \t]*\r?\n$/.exec(text.slice(0, line))?.[0];
  if (following !== undefined) edited.source.removeText(line, close + following.length);
  else edited.source.removeText(line - (preceding?.length ?? 0), close);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Returns the blanks and the line break after an offset; undefined if anything else follows on the line. */
function lineRest(text: string, offset: number): string | undefined {
  const found = text.indexOf("\n", offset);
  const rest = text.slice(offset, found === -1 ? text.length : found + 1);
  return rest.trim() === "" ? rest : undefined;
}
