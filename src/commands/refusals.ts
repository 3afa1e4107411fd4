/** Collects the problems in the options of a command. */
import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import { TsopError } from "../core/errors.js";
import type { NameProblem } from "../core/names.js";

/** A problem, and a hint how to fix it. */
export interface Problem extends NameProblem {
  /** Default: `usage/invalid-argument`. */
  readonly code?: ErrorCode;
}

/** Records a problem, if there is one. */
export type Refuse = (problem: Problem | undefined) => void;

/** Collects problems, so that the command reports all of them together, each once. */
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
