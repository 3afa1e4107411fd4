/** Merges a user's edits of a text with the changes of a scaffold, line by line. */
import { diff3Merge } from "node-diff3";

/** The three texts of a merge, with LF line endings. */
export interface ThreeTexts {
  /** The text of the old scaffold; empty if the file is new in the scaffold. */
  readonly base: string;
  /** The user's text. */
  readonly mine: string;
  /** The text of the new scaffold. */
  readonly next: string;
}

/** The lines that both sides have changed. */
export interface TextConflict {
  /** The first of these lines in the user's text, from 1. */
  readonly line: number;
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly next: readonly string[];
}

export interface MergedText {
  /** The merged text, with the user's lines where both sides have changed. */
  readonly text: string;
  /** The same text with git's markers around each conflict. */
  readonly marked: string;
  readonly conflicts: readonly TextConflict[];
}

/** The kinds of lines whose order does not matter, so that both sides can add lines in the same place. */
export type FreeLines = "none" | "list-items" | "all";

export interface MergeOptions {
  readonly freeLines: FreeLines;
  /** The name of the new scaffold in the markers: `tsop 0.2.0`. */
  readonly label: string;
}

export const markerStart = "<<<<<<< yours";
const markerMiddle = "=======";
const markerEnd = ">>>>>>>";

export function mergeText({ base, mine, next }: ThreeTexts, { freeLines, label }: MergeOptions): MergedText {
  const regions = diff3Merge(mine.split("\n"), base.split("\n"), next.split("\n"), { excludeFalseConflicts: true });
  const merged: string[] = [];
  const marked: string[] = [];
  const conflicts: TextConflict[] = [];
  for (const { ok, conflict } of regions) {
    const union = conflict === undefined ? undefined : mergeFree(conflict, freeLines);
    const agreed = ok ?? union;
    if (agreed !== undefined) {
      merged.push(...agreed);
      marked.push(...agreed);
    } else if (conflict !== undefined) {
      const { a, o, b, aIndex } = conflict;
      conflicts.push({ line: aIndex + 1, base: o, mine: a, next: b });
      merged.push(...a);
      marked.push(markerStart, ...a, markerMiddle, ...b, `${markerEnd} ${label}`);
    }
  }
  return { text: merged.join("\n"), marked: marked.join("\n"), conflicts };
}

/** Returns the line number of the first marker in a text, or undefined if it contains none. */
export function findMarker(text: string): number | undefined {
  const index = text
    .split("\n")
    .findIndex((line) => line.startsWith(markerStart) || line.startsWith(`${markerEnd} tsop `));
  return index === -1 ? undefined : index + 1;
}

/** Prints the changes that could not be merged as a patch of the user's file. */
export function printRejected(file: string, conflicts: readonly TextConflict[], label: string): string {
  const hunks = conflicts.map(({ line, base, next }) =>
    [
      `@@ -${line},${base.length} +${line},${next.length} @@`,
      ...base.map((each) => `-${each}`),
      ...next.map((each) => `+${each}`),
    ].join("\n"),
  );
  return `--- ${file}\n+++ ${file} (${label})\n${hunks.join("\n")}\n`;
}

interface Sides {
  readonly a: readonly string[];
  readonly o: readonly string[];
  readonly b: readonly string[];
}

/** Merges lines whose order does not matter. Returns undefined for other lines, and for a line that both sides replaced. */
function mergeFree({ a, o, b }: Sides, freeLines: FreeLines): string[] | undefined {
  const isFree = (line: string): boolean => freeLines === "all" || (freeLines === "list-items" && isListItem(line));
  if (freeLines === "none" || ![...a, ...o, ...b].every(isFree)) return undefined;
  const [mine, base, next] = [new Set(a), new Set(o), new Set(b)];
  const areReplaced = o.some((line) => !mine.has(line) && !next.has(line));
  if (areReplaced && a.length > 0 && b.length > 0) return undefined;
  const kept = a.filter((line) => !base.has(line) || next.has(line));
  const added = b.filter((line) => !base.has(line) && !mine.has(line));
  const end = kept.at(-1) === "" ? kept.length - 1 : kept.length; // an empty last line ends the text
  return [...kept.slice(0, end), ...added.filter((line) => line !== ""), ...kept.slice(end)];
}

/** Returns whether a line is an entire item of a YAML list, and not the start of a map. */
function isListItem(line: string): boolean {
  return /^\s*- [^:{["'|>&*]+$/.test(line);
}
