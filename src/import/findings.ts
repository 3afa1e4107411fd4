import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import type { SchemaFindings } from "../schema/schema-findings.js";

/** Where documents come from. */
export interface Source {
  /** The name of the file, URL or object. */
  readonly name: string;
  /** The line on which an object or a list of a document starts, where that is known. */
  readonly lineOf?: (value: object) => number | undefined;
}

/** What is wrong with a CRD, or cannot be said in types; each with its place inside the document. */
export class Findings implements SchemaFindings {
  readonly #source: Source;
  readonly #crd: string;
  readonly #found: Diagnostic[] = [];
  /** What is being read, from the outside in. */
  readonly #around: object[] = [];
  /** What was read → what it was read of. */
  readonly #sources = new WeakMap<object, object>();

  /** @param crd - the name of the CRD */
  constructor(source: Source, crd: string) {
    this.#source = source;
    this.#crd = crd;
  }

  get all(): readonly Diagnostic[] {
    return this.#found;
  }

  within<Result>(value: object, read: () => Result): Result {
    this.#around.push(value);
    try {
      const result = read();
      if (typeof result === "object" && result !== null) this.#sources.set(result, value);
      return result;
    } finally {
      this.#around.pop();
    }
  }

  /** The API server would refuse this, so that there is nothing to import. */
  refuse(path: string, message: string, hint: string): void {
    this.#add("import/invalid", "error", path, message, hint);
  }

  /** Something is left out. */
  leaveOut(path: string, message: string, hint: string): void {
    this.#add("import/not-expressed", "warning", path, message, hint);
  }

  /** Something is kept that nobody would write, and that the API server accepts. */
  doubt(path: string, message: string, hint: string): void {
    this.#add("import/doubtful", "warning", path, message, hint);
  }

  /** Findings from here on, until `read` returns, are about what this was read of. */
  about<Result>(read: object, judge: () => Result): Result {
    return this.within(this.#sources.get(read) ?? read, judge);
  }

  #add(code: ErrorCode, severity: Diagnostic["severity"], path: string, message: string, hint: string): void {
    const [line] = this.#around.toReversed().flatMap((value) => this.#source.lineOf?.(value) ?? []);
    const at = { file: this.#source.name, ...(line === undefined ? {} : { line }) };
    this.#found.push({ code, severity, message: `${this.#crd}: ${path}: ${message}`, at, hint });
  }
}
