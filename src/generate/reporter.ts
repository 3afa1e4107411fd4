import type { Diagnostic, Severity } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import type { SourceLocation } from "../core/source-location.js";

/** Something wrong, and what to do about it. */
export interface Fault {
  readonly message: string;
  readonly hint: string;
}

/** Collects findings. */
export class Reporter {
  readonly diagnostics: Diagnostic[];
  readonly #mistake: Severity;

  constructor(diagnostics: Diagnostic[] = [], mistake: Severity = "error") {
    this.diagnostics = diagnostics;
    this.#mistake = mistake;
  }

  /** Collects into the same list what is found in a kind that others have published: they make no mistakes to correct. */
  forImported(): Reporter {
    return new Reporter(this.diagnostics, "warning");
  }

  error(code: ErrorCode, at: SourceLocation | undefined, message: string, hint: string): void {
    this.#add("error", code, at, message, hint);
  }

  /** The API server accepts it, and nobody means it: an error in types of one's own, a warning in imported ones. */
  mistake(code: ErrorCode, at: SourceLocation | undefined, message: string, hint: string): void {
    this.#add(this.#mistake, code, at, message, hint);
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
