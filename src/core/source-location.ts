/** A position in a file that a user can open. Lines and columns count from one. */
export interface SourceLocation {
  /** The path of the file, relative to the project if the file is inside it, with forward slashes. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Formats a location for editors and terminals: `file:line:column`. */
export function formatLocation(at: SourceLocation): string {
  const line = at.line === undefined ? "" : `:${at.line}`;
  const column = at.line === undefined || at.column === undefined ? "" : `:${at.column}`;
  return `${at.file}${line}${column}`;
}

/** Compares locations by file, line and column, so that output is the same in every run. */
export function compareLocations(a: SourceLocation | undefined, b: SourceLocation | undefined): number {
  if (a === undefined || b === undefined) return (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1);
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
