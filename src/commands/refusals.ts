/** What is wrong with what a command was asked for. */
import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import { TsopError } from "../core/errors.js";
import type { NameProblem } from "../core/names.js";

/** Takes a problem, if there is one. */
export type Refuse = (problem: NameProblem | undefined, code?: ErrorCode) => void;

/** Gathers problems, so that all are told at once, each of them once. */
export function refusals(): { readonly refuse: Refuse; readonly throwProblems: () => void } {
  const problems: Diagnostic[] = [];
  return {
    refuse: (problem, code = "usage/invalid-argument") => {
      const isSaid = problems.some((other) => other.code === code && other.message === problem?.message);
      if (problem !== undefined && !isSaid) problems.push({ code, severity: "error", ...problem });
    },
    throwProblems: () => {
      if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
    },
  };
}
