/** The findings of `tsop doctor`. Each check is a function that turns collected facts into findings. */
import { defined } from "../core/defined.js";
import type { ErrorCode } from "../core/error-codes.js";
import { TsopError } from "../core/errors.js";
import type { SourceLocation } from "../core/source-location.js";

/** `info`: neither good nor bad. `skipped`: the check could not run. */
export type Status = "ok" | "info" | "warning" | "failure" | "skipped";

export interface Finding {
  readonly status: Status;
  readonly message: string;
  readonly at?: SourceLocation;
  /** How to fix the problem. */
  readonly hint?: string;
  /** The error code with which other commands fail for the same reason. */
  readonly code?: ErrorCode;
}

/** The result of a check: often a single finding. */
export type Findings = Finding | readonly Finding[];

export interface Check<Facts> {
  /** The stable ID, for programs: `machine/node`. */
  readonly id: string;
  /** The subject of the check, in a few words. */
  readonly what: string;
  readonly run: (facts: Facts) => Findings;
}

/** A finding with its check. */
export interface CheckedFinding extends Finding {
  readonly check: string;
}

export function runChecks<Facts>(checks: readonly Check<Facts>[], facts: Facts): CheckedFinding[] {
  return checks.flatMap(({ id, run }) => [run(facts)].flat().map((finding) => ({ check: id, ...finding })));
}

/** A value, or the error that prevented it. */
export type Outcome<T> =
  | { readonly kind: "known"; readonly value: T }
  | { readonly kind: "failed"; readonly error: TsopError };

/** @throws any error other than a TsopError, which is a bug */
export function attempt<T>(action: () => T): Outcome<T> {
  try {
    return { kind: "known", value: action() };
  } catch (error) {
    return failed(error);
  }
}

export async function attemptAsync<T>(action: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { kind: "known", value: await action() };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): { readonly kind: "failed"; readonly error: TsopError } {
  if (error instanceof TsopError) return { kind: "failed", error };
  throw error;
}

export function ok(message: string): Finding {
  return { status: "ok", message };
}

export function info(message: string, hint?: string): Finding {
  return defined({ status: "info", message, hint });
}

export function warning(message: string, hint: string, at?: SourceLocation): Finding {
  return defined({ status: "warning", message, hint, at });
}

export function failure(message: string, hint: string, at?: SourceLocation): Finding {
  return defined({ status: "failure", message, hint, at });
}

export function skipped(message: string): Finding {
  return { status: "skipped", message };
}

/** The maximum number of errors of one kind. The command in the message shows all of them. */
const shown = 5;

/** Converts an error of another part of tsop to findings: one for each of its diagnostics. */
export function findingsOf(error: TsopError, status: "warning" | "failure" = "failure", command?: string): Finding[] {
  const { code, message, hint, at } = error;
  if (error.diagnostics.length === 0) return [{ status, message, code, ...defined({ hint, at }) }];
  const faults = error.diagnostics.filter(({ severity }) => severity === "error");
  const rest = faults.length - shown;
  return [
    ...faults.slice(0, shown).map((fault): Finding => ({
      status,
      message: fault.message,
      code: fault.code,
      ...defined({ hint: fault.hint, at: fault.at }),
    })),
    ...(rest > 0 ? [info(`and ${rest} more${command === undefined ? "" : `: ${command} shows all`}`)] : []),
  ];
}
