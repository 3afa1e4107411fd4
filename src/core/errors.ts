import { type Diagnostic, sortDiagnostics } from "./diagnostic.js";
import { type ErrorCode, exitOf } from "./error-codes.js";
import type { SourceLocation } from "./source-location.js";
import { withoutPasswords } from "./without-passwords.js";

export interface TsopErrorOptions {
  /** What to type next. */
  readonly hint?: string;
  readonly at?: SourceLocation;
  readonly cause?: unknown;
  /** All that was found, where a check found more than one thing. */
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * A refusal that tsop can explain. Anything else that is thrown is a bug of ours.
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

  /** The exit status that belongs to the code: 2 where the command line itself is wrong, 1 for nearly all of the rest. */
  get exitCode(): 1 | 2 | 3 {
    return exitOf(this.code);
  }

  /** Makes one error of all that a check found. The list must hold at least one error. */
  static fromDiagnostics(diagnostics: readonly Diagnostic[]): TsopError {
    const sorted = sortDiagnostics(diagnostics);
    const errors = sorted.filter((diagnostic) => diagnostic.severity === "error");
    const [first] = errors;
    if (first === undefined) throw new Error("fromDiagnostics needs at least one error");
    const message = errors.length === 1 ? first.message : `${errors.length} problems`;
    return new TsopError(first.code, message, { diagnostics: sorted });
  }
}
