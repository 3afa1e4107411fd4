/** A replacement in a text. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies the changes from the last to the first, so that the positions of the others stay valid. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  const parts: string[] = [];
  let end = text.length;
  // An insertion comes before the replacement of the text that follows it.
  for (const change of changes.toSorted((a, b) => b.start - a.start || b.end - a.end)) {
    parts.push(text.slice(change.end, end), change.text);
    end = change.start;
  }
  parts.push(text.slice(0, end));
  return parts.toReversed().join("");
}
