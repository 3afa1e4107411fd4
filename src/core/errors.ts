import { type Diagnostic, sortDiagnostics } from "./diagnostic.js";
import { type ErrorCode, exitOf } from "./error-codes.js";
import type { SourceLocation } from "./source-location.js";
import { withoutPasswords } from "./without-passwords.js";

export interface TsopErrorOptions {
  /** The next command to run, or the correction. */
  readonly hint?: string;
  readonly at?: SourceLocation;
  readonly cause?: unknown;
  /** All findings, if a check found several. */
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * An error that tsop can explain. Any other error that tsop throws is a bug in tsop.
 *
 * @example
 * ```ts
 * import { type Client, TsopError, unstructured } from "tsop";
 *
 * export async function hasCertManager(client: Client): Promise<boolean> {
 *   try {
 *     await client.list(unstructured("cert-manager.io/v1", "Certificate"), { limit: 1 });
 *     return true;
 *   } catch (error) {
 *     if (error instanceof TsopError && error.code === "cluster/kind-not-served") return false;
 *     throw error;
 *   }
 * }
 * ```
 */
export class TsopError extends Error {
  override readonly name: string = "TsopError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly at: SourceLocation | undefined;
  readonly diagnostics: readonly Diagnostic[];

  constructor(code: ErrorCode, message: string, options: TsopErrorOptions = {}) {
    super(withoutPasswords(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.at = options.at;
    this.diagnostics = options.diagnostics ?? [];
  }

  /** Returns the exit status for the code: 2 if the command line itself is wrong, 1 for almost all other errors. */
  get exitCode(): 1 | 2 | 3 {
    return exitOf(this.code);
  }

  /** Combines all findings of a check into one error. The list must contain at least one error. */
  static fromDiagnostics(diagnostics: readonly Diagnostic[]): TsopError {
    const sorted = sortDiagnostics(diagnostics);
    const errors = sorted.filter((diagnostic) => diagnostic.severity === "error");
    const [first] = errors;
    if (first === undefined) throw new Error("fromDiagnostics needs at least one error");
    const message = errors.length === 1 ? first.message : `${errors.length} problems`;
    return new TsopError(first.code, message, { diagnostics: sorted });
  }
}
