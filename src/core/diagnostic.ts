import type { ErrorCode } from "./error-codes.js";
import { compareLocations, formatLocation, type SourceLocation } from "./source-location.js";

export type Severity = "error" | "warning" | "info";

/** One finding about something a user wrote: what is wrong, where, and what to write instead. */
export interface Diagnostic {
  readonly code: ErrorCode;
  readonly severity: Severity;
  readonly message: string;
  readonly at?: SourceLocation;
  readonly hint?: string;
}

/** Takes a finding. */
export type Report = (diagnostic: Diagnostic) => void;

export function errorAt(code: ErrorCode, at: SourceLocation, message: string, hint: string): Diagnostic {
  return { code, severity: "error", message, at, hint };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** Sorts by place, then by text, so that the same input always reads the same. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) => compareLocations(a.at, b.at) || (a.message < b.message ? -1 : a.message > b.message ? 1 : 0),
  );
}

/** `api/v1/bar_types.ts:14:6  error tag/unknown: …` and, on a line of its own, the hint. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const place = diagnostic.at === undefined ? "" : `${formatLocation(diagnostic.at)}  `;
  const hint = diagnostic.hint === undefined ? "" : `\n  ${diagnostic.hint.replaceAll("\n", "\n  ")}`;
  return `${place}${diagnostic.severity} ${diagnostic.code}: ${diagnostic.message}${hint}`;
}
