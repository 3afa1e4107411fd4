/** A place in a file that a person can jump to. Lines and columns count from one. */
export interface SourceLocation {
  /** Path of the file, relative to the project where it lies inside, with forward slashes. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Prints a place as editors and terminals understand it: `file:line:column`. */
export function formatLocation(at: SourceLocation): string {
  const line = at.line === undefined ? "" : `:${at.line}`;
  const column = at.line === undefined || at.column === undefined ? "" : `:${at.column}`;
  return `${at.file}${line}${column}`;
}

/** Orders places by file, line, column, so that output is the same in every run. */
export function compareLocations(a: SourceLocation | undefined, b: SourceLocation | undefined): number {
  if (a === undefined || b === undefined) return (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1);
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
