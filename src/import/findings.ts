import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";

/** What is wrong with a CRD, or cannot be said in types; each with its place inside the document. */
export class Findings {
  readonly #source: string;
  readonly #found: Diagnostic[] = [];

  /** @param source - the name of the file, URL or object that the CRD was read from */
  constructor(source: string) {
    this.#source = source;
  }

  get all(): readonly Diagnostic[] {
    return this.#found;
  }

  /** The API server would refuse this, so that there is nothing to import. */
  refuse(path: string, message: string, hint: string): void {
    this.#add("import/invalid", "error", path, message, hint);
  }

  /** Something is left out. */
  leaveOut(path: string, message: string, hint: string): void {
    this.#add("import/not-expressed", "warning", path, message, hint);
  }

  #add(code: ErrorCode, severity: Diagnostic["severity"], path: string, message: string, hint: string): void {
    this.#found.push({ code, severity, message: `${path}: ${message}`, at: { file: this.#source }, hint });
  }
}
