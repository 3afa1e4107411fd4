/** What is wrong with what a command was asked for. */
import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import { TsopError } from "../core/errors.js";
import type { NameProblem } from "../core/names.js";

/** What is wrong, and what to write instead. */
export interface Problem extends NameProblem {
  /** Default: `usage/invalid-argument`. */
  readonly code?: ErrorCode;
}

/** Takes a problem, if there is one. */
export type Refuse = (problem: Problem | undefined) => void;

/** Gathers problems, so that all are told at once, each of them once. */
export function refusals(): { readonly refuse: Refuse; readonly throwProblems: () => void } {
  const problems: Diagnostic[] = [];
  return {
    refuse: (problem) => {
      if (problem === undefined) return;
      const { code = "usage/invalid-argument", message, hint } = problem;
      const isSaid = problems.some((other) => other.code === code && other.message === message);
      if (!isSaid) problems.push({ code, severity: "error", message, hint });
    },
    throwProblems: () => {
      if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
    },
  };
}
