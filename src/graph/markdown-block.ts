/** Replaces the generated part of a Markdown file; the rest belongs to its author. */
import type { SourceLocation } from "../core/source-location.js";

export const blockStart = "<!-- tsop:graph -->";
export const blockEnd = "<!-- /tsop:graph -->";

export type Replaced =
  | { readonly type: "replaced"; readonly text: string }
  | { readonly type: "failed"; readonly message: string; readonly at: SourceLocation };

/** Replaces the content between the markers. A marker is alone on its line, and outside of code blocks. */
export function replaceBlock(text: string, content: string, file: string): Replaced {
  const failed = (message: string, line?: number): Replaced => ({
    type: "failed",
    message,
    at: line === undefined ? { file } : { file, line: line + 1 },
  });
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r?\n/);
  const [starts, ends] = [markersIn(lines, blockStart), markersIn(lines, blockEnd)];
  const [start, second] = starts;
  const [end, another] = ends;
  if (start === undefined && end === undefined) return failed(`${file} does not mark where the graph belongs`);
  if (start === undefined) return failed(`${blockEnd} has no ${blockStart} before it`, end);
  if (second !== undefined) return failed(`${blockStart} occurs twice`, second);
  if (end === undefined) return failed(`${blockStart} has no ${blockEnd} after it`, start);
  if (another !== undefined) return failed(`${blockEnd} occurs twice`, another);
  if (end < start) return failed(`${blockEnd} is before ${blockStart}`, end);
  const made = [...lines.slice(0, start + 1), "", ...content.trimEnd().split("\n"), "", ...lines.slice(end)];
  return { type: "replaced", text: made.join(lineEnd) };
}

function markersIn(lines: readonly string[], marker: string): number[] {
  const found: number[] = [];
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
    if (fence === undefined && line.trim() === marker) found.push(index);
  }
  return found;
}
