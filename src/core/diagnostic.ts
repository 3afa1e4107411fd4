import type { ErrorCode } from "./error-codes.js";
import { compareLocations, formatLocation, type SourceLocation } from "./source-location.js";

export type Severity = "error" | "warning" | "info";

/** One finding about user input: the fault, its location, and the correction. */
export interface Diagnostic {
  readonly code: ErrorCode;
  readonly severity: Severity;
  readonly message: string;
  readonly at?: SourceLocation;
  readonly hint?: string;
}

/** Receives a finding. */
export type Report = (diagnostic: Diagnostic) => void;

export function errorAt(code: ErrorCode, at: SourceLocation, message: string, hint: string): Diagnostic {
  return { code, severity: "error", message, at, hint };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** Sorts by location, then by text, so that the same input always gives the same output. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) => compareLocations(a.at, b.at) || (a.message < b.message ? -1 : a.message > b.message ? 1 : 0),
  );
}

/** Sorts diagnostics, and removes repetitions: a file or a type that is read twice has its faults twice. */
export function distinctDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return sortDiagnostics([...new Map(diagnostics.map((each) => [JSON.stringify(each), each])).values()]);
}

/** Formats `api/v1/bar_types.ts:14:6  error tag/unknown: …` and, on a separate line, the hint. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const place = diagnostic.at === undefined ? "" : `${formatLocation(diagnostic.at)}  `;
  const hint = diagnostic.hint === undefined ? "" : `\n  ${diagnostic.hint.replaceAll("\n", "\n  ")}`;
  return `${place}${diagnostic.severity} ${diagnostic.code}: ${diagnostic.message}${hint}`;
}
