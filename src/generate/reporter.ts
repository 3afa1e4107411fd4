import type { Diagnostic, Severity } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import type { SourceLocation } from "../core/source-location.js";

/** A fault, and how to fix it. */
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

  /** Returns a reporter to the same list for imported kinds, whose faults the user cannot correct. */
  forImported(): Reporter {
    return new Reporter(this.diagnostics, "warning");
  }

  error(code: ErrorCode, at: SourceLocation | undefined, message: string, hint: string): void {
    this.#add("error", code, at, message, hint);
  }

  /**
   * Reports a construct that the API server accepts but that authors never intend: an error in own types, a warning in
   * imported types.
   */
  mistake(code: ErrorCode, at: SourceLocation | undefined, message: string, hint: string): void {
    this.#add(this.#mistake, code, at, message, hint);
  }

  warn(code: ErrorCode, at: SourceLocation | undefined, message: string, hint: string): void {
    this.#add("warning", code, at, message, hint);
  }

  #add(severity: Severity, code: ErrorCode, at: SourceLocation | undefined, message: string, hint: string): void {
    const diagnostic = { code, severity, message, hint, ...(at === undefined ? {} : { at }) };
    // A type with several uses has the same faults in each of them; report them once.
    const isKnown = this.diagnostics.some((other) => other.message === message && isSamePlace(other.at, at));
    if (!isKnown) this.diagnostics.push(diagnostic);
  }
}

function isSamePlace(a: SourceLocation | undefined, b: SourceLocation | undefined): boolean {
  return a?.file === b?.file && a?.line === b?.line && a?.column === b?.column;
}
