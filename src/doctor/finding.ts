/** What `tsop doctor` says: each check is a function from facts that others have gathered to what they mean. */
import { defined } from "../core/defined.js";
import type { ErrorCode } from "../core/error-codes.js";
import { TsopError } from "../core/errors.js";
import type { SourceLocation } from "../core/source-location.js";

/** `info`: neither good nor bad. `skipped`: nobody could look. */
export type Status = "ok" | "info" | "warning" | "failure" | "skipped";

export interface Finding {
  readonly status: Status;
  readonly message: string;
  readonly at?: SourceLocation;
  /** What to do about it. */
  readonly hint?: string;
  /** Where other commands refuse because of the same: their code. */
  readonly code?: ErrorCode;
}

/** What a check comes to: often it is one thing. */
export type Findings = Finding | readonly Finding[];

export interface Check<Facts> {
  /** `machine/node`: stable, for programs. */
  readonly id: string;
  /** What it looks at, in a few words. */
  readonly what: string;
  readonly run: (facts: Facts) => Findings;
}

/** A finding, and the check that it is of. */
export interface CheckedFinding extends Finding {
  readonly check: string;
}

export function runChecks<Facts>(checks: readonly Check<Facts>[], facts: Facts): CheckedFinding[] {
  return checks.flatMap(({ id, run }) => [run(facts)].flat().map((finding) => ({ check: id, ...finding })));
}

/** Something that could be had, or the reason why not. */
export type Outcome<T> =
  { readonly kind: "known"; readonly value: T } | { readonly kind: "failed"; readonly error: TsopError };

/** @throws what is no refusal of ours: a bug */
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

/** So many errors of one kind are shown; the command that is named shows all. */
const shown = 5;

/** A refusal of another part of tsop: what a check found with several places becomes several findings. */
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
