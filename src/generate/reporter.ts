import type { Diagnostic, Severity } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import type { SourceLocation } from "../core/source-location.js";

/** Collects findings. */
export class Reporter {
  readonly diagnostics: Diagnostic[] = [];

  error(code: ErrorCode, at: SourceLocation | undefined, message: string, hint: string): void {
    this.#add("error", code, at, message, hint);
  }

  warn(code: ErrorCode, at: SourceLocation | undefined, message: string, hint: string): void {
    this.#add("warning", code, at, message, hint);
  }

  #add(severity: Severity, code: ErrorCode, at: SourceLocation | undefined, message: string, hint: string): void {
    const diagnostic = { code, severity, message, hint, ...(at === undefined ? {} : { at }) };
    // A type that is used in several places has its faults in each of them.
    const isKnown = this.diagnostics.some((other) => other.message === message && isSamePlace(other.at, at));
    if (!isKnown) this.diagnostics.push(diagnostic);
  }
}

function isSamePlace(a: SourceLocation | undefined, b: SourceLocation | undefined): boolean {
  return a?.file === b?.file && a?.line === b?.line && a?.column === b?.column;
}
