import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import type { SchemaFindings } from "../schema/schema-findings.js";

/** The source of documents. */
export interface Source {
  /** The name of the file, URL or object. */
  readonly name: string;
  /** Returns the line on which an object or a list of a document starts, if known. */
  readonly lineOf?: (value: object) => number | undefined;
}

/** Collects faults of a CRD, and parts that types cannot express, with their paths in the document. */
export class Findings implements SchemaFindings {
  readonly #source: Source;
  readonly #crd: string;
  readonly #found: Diagnostic[] = [];
  /** The enclosing values that are being read, outermost first. */
  readonly #around: object[] = [];
  /** Maps each result to its source value. */
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

  /** Reports a part that the API server would reject, so that there is nothing to import. */
  refuse(path: string, message: string, hint: string): void {
    this.#add("import/invalid", "error", path, message, hint);
  }

  /** Reports a part that the import omits. */
  leaveOut(path: string, message: string, hint: string): void {
    this.#add("import/not-expressed", "warning", path, message, hint);
  }

  /** Reports an unusual part that the import keeps and that the API server accepts. */
  doubt(path: string, message: string, hint: string): void {
    this.#add("import/doubtful", "warning", path, message, hint);
  }

  /** Relates findings to the source of this value until `read` returns. */
  about<Result>(read: object, judge: () => Result): Result {
    return this.within(this.#sources.get(read) ?? read, judge);
  }

  #add(code: ErrorCode, severity: Diagnostic["severity"], path: string, message: string, hint: string): void {
    const [line] = this.#around.toReversed().flatMap((value) => this.#source.lineOf?.(value) ?? []);
    const at = { file: this.#source.name, ...(line === undefined ? {} : { line }) };
    this.#found.push({ code, severity, message: `${this.#crd}: ${path}: ${message}`, at, hint });
  }
}
